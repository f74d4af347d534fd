// The offline copy on this device: the atlas file, and the server's description of it.
//
// Each copy is a cache of its own. It counts from the moment its note is written, which is the last thing done, so that
// there is never half a copy; older ones are removed after that.
import { at, ownPrefix } from "../address/root.js";

const STORES = ownPrefix("hereabouts-atlas");
const ATLAS = "/api/v1/atlas";
const NOTE = "/api/v1/about";

/** @typedef {{about: About, keptAt: number, bytes: number}} Note keptAt in milliseconds since the epoch. */

/**
 * Returns the note about the kept copy.
 *
 * @returns {Promise<Note | null>}
 */
export async function keptNote() {
    return (await current())?.note ?? null;
}

/**
 * Reads a kept atlas.
 *
 * @param {string} [store] the copy; without it the one that counts.
 */
export async function keptBytes(store) {
    const name = store ?? (await current())?.name;
    const atlas = name && (await (await caches.open(name)).match(ATLAS));
    if (!atlas) throw new Error("no atlas is kept on this device");
    return atlas.arrayBuffer();
}

/**
 * Fetches the atlas and keeps it. On any failure the former copy stays as it was.
 *
 * @param {About} about the server's description of its current atlas.
 * @param {{progress: (received: number) => void, signal: AbortSignal, check: (store: string) => Promise<void>}} how
 *   `progress` hears the bytes so far, `check` opens the new copy and throws when it cannot be used.
 */
export async function keepAtlas(about, { progress, signal, check }) {
    await navigator.storage?.persist?.();
    const keptAt = Date.now();
    const name = `${STORES}${about.atlas.identity}-${keptAt}`;
    const store = await caches.open(name);
    try {
        const bytes = await fetchInto(store, progress, signal);
        if (bytes !== about.atlas.bytes)
            throw new Error(`the atlas has ${bytes} bytes instead of ${about.atlas.bytes}`);
        await check(name);
        /** @type {Note} */
        const note = { about, keptAt, bytes };
        await store.put(NOTE, new Response(JSON.stringify(note)));
    } catch (failure) {
        await caches.delete(name);
        throw failure;
    }
    await remove((other) => other !== name);
}

/** Removes the kept copy. */
export async function forgetAtlas() {
    await remove(() => true);
}

/**
 * @param {Cache} store
 * @param {(received: number) => void} progress
 * @param {AbortSignal} signal
 */
async function fetchInto(store, progress, signal) {
    const response = await fetch(at(ATLAS), { signal, cache: "no-store" });
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
    await store.put(ATLAS, new Response(counted, { headers: { "content-type": "application/octet-stream" } }));
    return received;
}

/** @returns {Promise<{name: string, note: Note} | null>} */
async function current() {
    if (!("caches" in globalThis)) return null;
    const copies = [];
    for (const name of await stores()) {
        const note = await (await caches.open(name)).match(NOTE);
        if (note) copies.push({ name, note: await note.json() });
    }
    return copies.sort((a, b) => b.note.keptAt - a.note.keptAt)[0] ?? null;
}

/** @param {(name: string) => boolean} isUnwanted */
async function remove(isUnwanted) {
    await Promise.all((await stores()).filter(isUnwanted).map((name) => caches.delete(name)));
}

async function stores() {
    return (await caches.keys()).filter((name) => name.startsWith(STORES));
}
