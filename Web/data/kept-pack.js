// Downloads the offline copy, object by object.
//
// A download goes on after any interruption, since the objects that came stay, and an update fetches only objects that
// changed. The note of the new copy is written last, in one step; after that, the objects that only the copy before
// needs are removed.
import { at } from "../address/root.js";
import { Refused, Unreachable } from "./failures.js";
import { pause } from "./pause.js";
import {
    BEGUN,
    keyOf,
    missingObjects,
    NOTE,
    PACK,
    removeDamaged,
    removeFormer,
    removeOthers,
    STORE,
    writeNote,
} from "./pack-store.js";

/** @typedef {import("./pack-store.js").PackContent} PackContent */
/** @typedef {import("./pack-store.js").Note} Note */

/** How many objects are fetched at the same time. */
const CONCURRENCY = 4;
/** How often a download starts over with the list because the server's map changed. */
const MOST_LISTS = 3;
const MOST_WAITS = 20;
const LONGEST_WAIT_S = 30;

/** Another tab downloads. */
export class Busy extends Error {
    name = "Busy";
}

/** The device has not enough space. */
export class NoSpace extends Error {
    name = "NoSpace";

    /** @param {number} needed @param {number} free bytes */
    constructor(needed, free) {
        super(`the download needs ${needed} bytes, and ${free} are free`);
        this.needed = needed;
        this.free = free;
    }
}

/**
 * Asks the server for the list of a pack.
 *
 * @param {PackContent} content
 * @param {AbortSignal} signal
 * @returns {Promise<Pack>}
 */
export async function fetchPack(content, signal) {
    return (await fetched(`${PACK}?content=${content}`, signal)).json();
}

/**
 * Downloads what is missing of a pack, and then makes it the copy that counts. After a failure, the copy before counts
 * as it did, and what came stays for the next time.
 *
 * Throws `Busy`, `NoSpace`, `Unreachable` without a network, `Refused` when the server refuses, and what `check` and
 * `contentOf` throw.
 *
 * @param {PackContent} content
 * @param {{
 *   signal: AbortSignal,
 *   progress: (received: number, total: number) => void,
 *   contentOf: (packed: Uint8Array, object: Pack["objects"][number]) => Promise<Uint8Array>,
 *   check: () => Promise<void>,
 *   about: (signal: AbortSignal) => Promise<About>,
 * }} how `progress` hears compressed bytes; `contentOf` decodes an object, as pack-object.js does; `check` opens the new
 *   copy; `about` asks the server for its description.
 */
export async function keepPack(content, how) {
    await alone(async () => {
        const store = await caches.open(STORE);
        let note = await newNote(content, how);
        await checkSpace(store, note.pack);
        for (let lists = 1; ; lists++) {
            await writeNote(store, BEGUN, note);
            try {
                await fetchMissing(store, note.pack, how);
                break;
            } catch (failure) {
                const isOfAnotherMap = failure instanceof Refused && failure.code === "not_found";
                if (!isOfAnotherMap || lists === MOST_LISTS) throw failure;
                note = await newNote(content, how);
            }
        }
        await checked(store, note.pack, how);
        await writeNote(store, NOTE, { ...note, keptAt: Date.now() });
        await store.delete(BEGUN);
        await removeOthers(store, note.pack);
    });
}

/** Removes the kept copy, and a download that is not complete. */
export async function forgetPack() {
    await alone(async () => {
        await caches.delete(STORE);
        await removeFormer();
    });
}

/**
 * How much space the browser lets this page use yet, in bytes; null when it does not say.
 *
 * @returns {Promise<number | null>}
 */
export async function freeSpace() {
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/**
 * @param {PackContent} content
 * @param {{signal: AbortSignal, about: (signal: AbortSignal) => Promise<About>}} how
 * @returns {Promise<Note>}
 */
async function newNote(content, { signal, about }) {
    for (let left = MOST_LISTS; ; left--) {
        const [description, pack] = await Promise.all([about(signal), fetchPack(content, signal)]);
        if (description.atlas.identity === pack.identity) return { about: description, pack, keptAt: 0 };
        if (left === 1) throw new Unreachable("the server's map changes all the time");
    }
}

/** @param {Cache} store @param {Pack} pack */
async function checkSpace(store, pack) {
    const needed = (await missingObjects(store, pack)).reduce((sum, { bytes }) => sum + bytes, 0);
    const free = await freeSpace();
    if (free !== null && free < needed) throw new NoSpace(needed, free);
}

/**
 * @param {Cache} store
 * @param {Pack} pack
 * @param {Pick<Parameters<typeof keepPack>[1], 'signal' | 'progress' | 'contentOf'>} how
 */
async function fetchMissing(store, pack, { signal, progress, contentOf }) {
    const missing = await missingObjects(store, pack);
    const total = pack.packed_bytes;
    let received = total - missing.reduce((sum, { packed_bytes: bytes }) => sum + bytes, 0);
    progress(received, total);
    const next = missing.values();
    /** @type {unknown} */
    let failure;
    // The first failure ends the other requests.
    const stop = new AbortController();
    const giveUp = () => stop.abort(signal.reason);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    const line = async () => {
        for (const object of next) {
            if (failure) return;
            try {
                const response = await fetched(`${PACK}/${object.hash}`, stop.signal);
                const packed = new Uint8Array(await response.arrayBuffer());
                await keep(store, object, await contentOf(packed, object));
            } catch (fault) {
                failure ??= signal.aborted ? signal.reason : unreachable(fault);
                stop.abort(failure);
                return;
            }
            received += object.packed_bytes;
            progress(received, total);
        }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, line));
    signal.removeEventListener("abort", giveUp);
    if (failure) throw failure;
}

/**
 * A body that breaks off is a lost network.
 *
 * @param {unknown} fault
 */
function unreachable(fault) {
    return fault instanceof TypeError ? new Unreachable(String(fault)) : fault;
}

/**
 * @param {Cache} store
 * @param {Pack["objects"][number]} object
 * @param {Uint8Array} content
 */
async function keep(store, { hash, bytes }, content) {
    try {
        const headers = { "content-type": "application/octet-stream" };
        await store.put(keyOf(hash), new Response(content, { headers }));
    } catch (failure) {
        if (/** @type {Error} */ (failure).name !== "QuotaExceededError") throw failure;
        throw new NoSpace(bytes, (await freeSpace()) ?? 0);
    }
}

/**
 * Opens the new copy. An object that the device has damaged since it came is fetched again, once.
 *
 * @param {Cache} store
 * @param {Pack} pack
 * @param {Parameters<typeof keepPack>[1]} how
 */
async function checked(store, pack, how) {
    try {
        await how.check();
    } catch (failure) {
        if ((await removeDamaged(store, pack)) === 0) throw failure;
        await fetchMissing(store, pack, how);
        await how.check();
    }
}

/**
 * Asks the server, and again after a while as long as it says that there were too many requests.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function fetched(address, signal) {
    for (let left = MOST_WAITS; ; left--) {
        // The browser's own cache would keep everything a second time.
        const response = await fetch(at(address), { signal, cache: "no-store" }).catch((failure) => {
            throw signal.aborted ? signal.reason : unreachable(failure);
        });
        if (response.ok) return response;
        const { status, headers } = response;
        if (left === 0 || (status !== 429 && status !== 503)) {
            const { code, message } = await response.json().catch(() => ({}));
            if (!code) throw new Unreachable(`a proxy answered ${status}`);
            throw new Refused(code, message, status);
        }
        await pause(1_000 * Math.min(Number(headers.get("retry-after")) || 1, LONGEST_WAIT_S), signal);
    }
}

/**
 * Runs `work` in one tab at a time. Throws `Busy` in the others.
 *
 * @param {() => Promise<void>} work
 */
async function alone(work) {
    if (!navigator.locks) return work();
    await navigator.locks.request(STORE, { ifAvailable: true }, (lock) => {
        if (!lock) throw new Busy("another tab downloads");
        return work();
    });
}
