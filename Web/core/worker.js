// The core off the main thread: receives `{id, method, values}` and answers `{id, result}` or `{id, error}`.
// Questions are answered in the order in which they arrive; `remote.js` is the other end.

import { CoreError, load } from "./core.js";

/** @typedef {import("./core.js").OpenAtlas} OpenAtlas */

/** @type {OpenAtlas | null} */
let atlas = null;

/**
 * Opens an atlas in place of the one before.
 * @param {ArrayBuffer} wasm @param {ArrayBuffer | Blob} file
 */
async function open(wasm, file) {
    const core = await load(wasm);
    const bytes = file instanceof Blob ? await file.arrayBuffer() : file;
    atlas?.close();
    atlas = core.openAtlas(new Uint8Array(bytes));
    return atlas.about();
}

/** @param {string} method @param {any[]} values */
async function answer(method, values) {
    if (method === "open") return open(values[0], values[1]);
    if (!atlas) throw new CoreError("unavailable", "no atlas is open");
    switch (method) {
        case "about": return atlas.about();
        case "tile": return atlas.tile(values[0], values[1], values[2]);
        default: throw new CoreError("bad_request", `${method} is not a question`);
    }
}

/** Makes each message wait for the one before: opening takes a while. */
let last = Promise.resolve();

self.addEventListener("message", (/** @type {MessageEvent} */ { data: { id, method, values } }) => {
    last = last.then(async () => {
        try {
            const result = await answer(method, values);
            const transfer = result instanceof Uint8Array ? [result.buffer] : [];
            self.postMessage({ id, result }, { transfer });
        } catch (error) {
            const { code, message } = error instanceof CoreError ? error : new CoreError("internal_error", String(error));
            self.postMessage({ id, error: { code, message } });
        }
    });
});
