// The copy of the place that this device keeps: the atlas file and what the server said about it.

const STORE = "hereabouts-atlas";
const ATLAS = "/api/v1/atlas";
const NOTE = "/api/v1/about";

/** @typedef {{about: About, keptAt: number, bytes: number}} Note */

/**
 * Says what is kept.
 *
 * @returns {Promise<Note | null>}
 */
export async function keptNote() {
    if (!("caches" in globalThis)) return null;
    const store = await caches.open(STORE);
    const [note, atlas] = await Promise.all([store.match(NOTE), store.match(ATLAS)]);
    return note && atlas ? note.json() : null;
}

/** Reads the kept atlas. */
export async function keptBytes() {
    const atlas = await (await caches.open(STORE)).match(ATLAS);
    if (!atlas) throw new Error("no atlas is kept on this device");
    return atlas.arrayBuffer();
}

/**
 * Fetches the atlas and keeps it. A fetch that breaks off or is given up leaves what was kept before as it was: a cache
 * takes a response only when its body has ended well.
 *
 * @param {About} about what the server says about the atlas it has now.
 * @param {(received: number) => void} progress bytes so far.
 * @param {AbortSignal} signal
 */
export async function keepAtlas(about, progress, signal) {
    await navigator.storage?.persist?.();
    const response = await fetch(ATLAS, { signal, cache: "no-store" });
    if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
    let received = 0;
    const counted = response.body.pipeThrough(
        new TransformStream({
            transform(piece, controller) {
                received += piece.byteLength;
                progress(received);
                controller.enqueue(piece);
            },
        }),
    );
    const store = await caches.open(STORE);
    await store.put(ATLAS, new Response(counted, { headers: { "content-type": "application/octet-stream" } }));
    if (received !== about.atlas.bytes) {
        await forgetAtlas();
        throw new Error(`the atlas has ${received} bytes instead of ${about.atlas.bytes}`);
    }
    /** @type {Note} */
    const note = { about, keptAt: Date.now(), bytes: received };
    await store.put(NOTE, new Response(JSON.stringify(note)));
}

/** Removes the kept copy. */
export async function forgetAtlas() {
    await caches.delete(STORE);
}
