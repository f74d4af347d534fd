// The core in a worker, as promises. Same questions, same answers and same errors as `OpenAtlas` in `core.js`.

import { CoreError } from "./core.js";

/** An atlas that a worker holds open. */
export class RemoteAtlas {
    #worker;
    #next = 1;
    /** @type {Map<number, {resolve: (result: any) => void, reject: (error: CoreError) => void}>} */
    #waiting = new Map();

    /**
     * Starts a worker and opens an atlas in it.
     * @param {ArrayBuffer} wasm the bytes of `core.wasm`
     * @param {ArrayBuffer | Blob} file the atlas; a buffer is moved to the worker and gone here
     * @returns {Promise<RemoteAtlas>} fails with a `CoreError` when the atlas is not usable
     */
    static async open(wasm, file) {
        const remote = new RemoteAtlas(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
        try {
            await remote.#ask("open", [wasm, file], file instanceof ArrayBuffer ? [file] : []);
            return remote;
        } catch (error) {
            remote.close();
            throw error;
        }
    }

    /** @param {Worker} worker */
    constructor(worker) {
        this.#worker = worker;
        worker.addEventListener("message", ({ data: { id, result, error } }) => {
            const waiting = this.#waiting.get(id);
            this.#waiting.delete(id);
            if (error) waiting?.reject(new CoreError(error.code, error.message));
            else waiting?.resolve(result);
        });
        worker.addEventListener("error", () => this.#giveUp("the worker could not start"));
    }

    about() {
        return this.#ask("about");
    }

    /**
     * @param {number} zoom @param {number} x @param {number} y
     * @returns {Promise<Uint8Array>}
     */
    tile(zoom, x, y) {
        return this.#ask("tile", [zoom, x, y]);
    }

    /** Ends the worker; what was still asked fails. */
    close() {
        this.#worker.terminate();
        this.#giveUp("the atlas is closed");
    }

    /** @param {string} method @param {any[]} values @param {Transferable[]} transfer */
    #ask(method, values = [], transfer = []) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#worker.postMessage({ id, method, values }, transfer);
        });
    }

    /** @param {string} reason */
    #giveUp(reason) {
        for (const { reject } of this.#waiting.values()) reject(new CoreError("unavailable", reason));
        this.#waiting.clear();
    }
}
