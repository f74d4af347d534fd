// Pictures of the kept guide, for reading without a network. Each picture is removed together with its answer. The
// service worker shows them when the network does not (sw.js).
import { at } from "../address/root.js";
import { Unreachable } from "./failures.js";
import { STORE } from "./kept-guide.js";
import { pause } from "./pause.js";

/** How much of the device they take at most, in bytes. */
export const PICTURE_BYTES = 30_000_000;
const BYTES = "x-kept-bytes";
/** The server's limit on answers is a matter of seconds. */
const WAIT_MS = 1_000;
const TRIES = 10;

/** Statuses that say that a picture is not there, or not for this reader. */
const ABSENT = [401, 403, 404, 410];

/**
 * @typedef {{id: string, of: string, size: 'medium' | 'large'}} Wanted `of` is the path of the answer that it belongs
 *   to.
 */

/**
 * Keeps pictures, the first ones first, until all are there or the room is used up. Those that the server does not have
 * are left out; throws when `signal` ends it, or when the server does not answer or is out of order.
 *
 * @param {Wanted[]} pictures
 * @param {{signal: AbortSignal, progress: (done: number) => void}} how
 */
export async function keepPictures(pictures, { signal, progress }) {
    const store = await caches.open(STORE);
    let bytes = 0;
    for (const [index, { id, of, size }] of pictures.entries()) {
        const address = `/pictures/${encodeURIComponent(id)}/${size}`;
        const key = `${address}?of=${encodeURIComponent(of)}`;
        const kept = await store.match(key);
        const picture = kept ? null : await fetched(address, signal);
        bytes += kept ? Number(kept.headers.get(BYTES)) : (picture?.size ?? 0);
        if (bytes > PICTURE_BYTES) return;
        if (picture) await store.put(key, new Response(picture, { headers: { [BYTES]: String(picture.size) } }));
        progress(index + 1);
    }
}

/** How much of the device the kept pictures take, in bytes. */
export async function keptPictureBytes() {
    const store = await globalThis.caches?.open(STORE);
    const kept = (await store?.matchAll()) ?? [];
    return kept.reduce((sum, { headers }) => sum + Number(headers.get(BYTES)), 0);
}

/**
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<Blob | null>}
 */
async function fetched(address, signal) {
    for (let left = TRIES; left > 0; left--) {
        // So the service worker does not answer with a kept smaller size (sw.js).
        const response = await fetch(at(address), { signal, cache: "no-store" });
        if (response.ok) return response.blob();
        if (ABSENT.includes(response.status)) return null;
        if (response.status !== 429) throw new Unreachable(`a picture was answered with ${response.status}`);
        await pause(WAIT_MS, signal);
    }
    throw new Unreachable("the server is busy");
}

/**
 * Asks again, after a moment each time, while the server says that there were too many questions.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function patiently(ask, signal) {
    for (let left = TRIES; ; left--) {
        try {
            return await ask();
        } catch (failure) {
            if (/** @type {{status?: number}} */ (failure).status !== 429 || left === 0) throw failure;
            await pause(WAIT_MS, signal);
        }
    }
}
