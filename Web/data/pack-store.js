// What is on this device of the offline copy: the objects that make up the atlas file, and notes about them.
//
// One cache holds everything. An object is there whole or not at all, under the hash of its content. The note of the
// copy that counts names the objects that it needs.
import { ownName, ownPrefix } from "../address/root.js";
import { NotKept } from "./failures.js";
import { hashOf } from "./pack-object.js";

export const STORE = ownName("hereabouts-pack");
export const PACK = "/api/v1/pack";
/** The note of the copy that counts. */
export const NOTE = `${PACK}?kept`;
/** The note of a download that is not complete. */
export const BEGUN = `${PACK}?begun`;
/** How the caches of earlier versions of the page begin. */
const FORMER = ownPrefix("hereabouts-atlas");

/**
 * @typedef {'all' | 'walking'} PackContent
 * @typedef {{about: About, pack: Pack, keptAt: number, hasGuide?: boolean}} Note keptAt in milliseconds since the
 *   epoch; `hasGuide` when the whole guide came with it.
 * @typedef {{bytes: number, packed: number}} Amount in bytes on the device and over the network.
 */

/**
 * Returns the note about the kept copy.
 *
 * @returns {Promise<Note | null>}
 */
export async function keptNote() {
    return (await noteIn(NOTE))?.note ?? null;
}

/**
 * Reads the kept atlas. Throws when an object is missing.
 *
 * @param {boolean} [isTrial] whether to read the download that is complete and does not count yet.
 * @returns {Promise<Uint8Array>}
 */
export async function keptBytes(isTrial = false) {
    const { store, note } = (await noteIn(isTrial ? BEGUN : NOTE)) ?? {};
    if (!store || !note) throw new NotKept("no atlas is kept on this device");
    const file = new Uint8Array(note.pack.bytes);
    await Promise.all(
        note.pack.objects.map(async ({ hash, offset }) => {
            const object = await store.match(keyOf(hash));
            if (!object) throw new NotKept("a part of the kept atlas is missing");
            file.set(new Uint8Array(await object.arrayBuffer()), offset);
        }),
    );
    return file;
}

/**
 * Looks at what is on this device.
 *
 * @returns {Promise<{note: Note | null, missing: Amount, begun: {content: PackContent, missing: Amount} | null}>}
 *   `missing`: what the kept copy lacks; `begun`: a download that is not complete.
 */
export async function packState() {
    const [kept, begun] = await Promise.all([noteIn(NOTE), noteIn(BEGUN)]);
    const none = { bytes: 0, packed: 0 };
    return {
        note: kept?.note ?? null,
        missing: kept ? await missingAmount(kept.note.pack) : none,
        begun: begun ? { content: begun.note.pack.content, missing: await missingAmount(begun.note.pack) } : null,
    };
}

/** Returns whether a tab of this browser downloads a copy, or removes it. False where the browser does not say. */
export async function isDownloading() {
    const locks = await globalThis.navigator?.locks?.query?.();
    return (locks?.held ?? []).some(({ name }) => name === STORE);
}

/**
 * What of a pack is not on this device.
 *
 * @param {Pack} pack
 * @returns {Promise<Amount>}
 */
export async function missingAmount(pack) {
    // Looking makes no empty cache.
    const isHere = await caches.has(STORE);
    const objects = isHere ? await missingObjects(await caches.open(STORE), pack) : pack.objects;
    return {
        bytes: objects.reduce((sum, each) => sum + each.bytes, 0),
        packed: objects.reduce((sum, each) => sum + each.packed_bytes, 0),
    };
}

/**
 * Notes whether the whole guide came with the copy.
 *
 * @param {boolean} hasGuide
 */
export async function noteGuide(hasGuide) {
    const { store, note } = (await noteIn(NOTE)) ?? {};
    if (store && note) await writeNote(store, NOTE, { ...note, hasGuide });
}

/**
 * The objects that are not on this device, each once.
 *
 * @param {Cache} store @param {Pack} pack
 */
export async function missingObjects(store, pack) {
    const there = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
    const missing = pack.objects.filter(({ hash }) => !there.has(keyOf(hash)));
    return [...new Map(missing.map((each) => [each.hash, each])).values()];
}

/**
 * Removes the objects whose content is not theirs, and returns how many.
 *
 * @param {Cache} store @param {Pack} pack
 */
export async function removeDamaged(store, pack) {
    let count = 0;
    for (const { hash } of pack.objects) {
        const content = await (await store.match(keyOf(hash)))?.arrayBuffer();
        if (content && (await hashOf(content)) === hash) continue;
        await store.delete(keyOf(hash));
        count++;
    }
    return count;
}

/** @param {Cache} store @param {Pack} pack */
export async function removeOthers(store, pack) {
    const wanted = new Set(pack.objects.map(({ hash }) => keyOf(hash)));
    const there = await store.keys();
    const isOther = (/** @type {URL} */ { pathname, search }) => search === "" && !wanted.has(pathname);
    await Promise.all(there.filter(({ url }) => isOther(new URL(url))).map((each) => store.delete(each)));
    await removeFormer();
}

export async function removeFormer() {
    const former = (await caches.keys()).filter((name) => name.startsWith(FORMER));
    await Promise.all(former.map((name) => caches.delete(name)));
}

/** @param {string} hash */
export function keyOf(hash) {
    return `${PACK}/${hash}`;
}

/** @param {Cache} store @param {string} key @param {Note} note */
export async function writeNote(store, key, note) {
    await store.put(key, new Response(JSON.stringify(note), { headers: { "content-type": "application/json" } }));
}

/**
 * @param {string} key
 * @returns {Promise<{store: Cache, note: Note} | null>}
 */
async function noteIn(key) {
    if (!("caches" in globalThis) || !(await caches.has(STORE))) return null;
    const store = await caches.open(STORE);
    const note = await store.match(key);
    return note ? { store, note: await note.json() } : null;
}
