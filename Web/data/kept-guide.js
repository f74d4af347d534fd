// Keeps what was read of the guide, and of who runs the place, on the device, so that it can be read again without a network.

const STORE = "hereabouts-guide";
const TIME = "x-kept-at";

/**
 * Keeps an answer. Where nothing can be kept, as on pages that are not secure, nothing is.
 *
 * @param {string} path
 * @param {any} answer
 */
export async function keepAnswer(path, answer) {
    try {
        const store = await globalThis.caches?.open(STORE);
        const headers = { "content-type": "application/json", [TIME]: String(Date.now()) };
        await store?.put(path, new Response(JSON.stringify(answer), { headers }));
    } catch (failure) {
        console.info("the guide could not be kept:", failure);
    }
}

/**
 * @param {string} path
 * @returns {Promise<{answer: any, keptAt: number} | null>}
 */
export async function keptAnswer(path) {
    try {
        const found = await (await globalThis.caches?.open(STORE))?.match(path);
        return found ? { answer: await found.json(), keptAt: Number(found.headers.get(TIME)) } : null;
    } catch {
        return null;
    }
}
