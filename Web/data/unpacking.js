// Decodes objects of a pack in a worker.
import { DamagedObject } from "./pack-object.js";

/** A worker that decodes, as long as a download takes. */
export class Unpacking {
    #asked = 0;
    /** @type {Map<number, {resolve: (content: Uint8Array) => void, reject: (failure: Error) => void}>} */
    #waiting = new Map();
    /**
     * Why nothing is decoded any more.
     *
     * @type {Error | null}
     */
    #end = null;
    #worker;

    constructor() {
        this.#worker = new Worker(new URL("./unpack-worker.js", import.meta.url), { type: "module" });
        this.#worker.addEventListener("message", ({ data: { number, content, failure } }) => {
            const waiting = this.#waiting.get(number);
            this.#waiting.delete(number);
            if (content) waiting?.resolve(content);
            else waiting?.reject(new (failure.isDamaged ? DamagedObject : Error)(failure.message));
        });
        this.#worker.addEventListener("error", () => this.#failAll("the worker that decodes did not start"));
    }

    /**
     * Returns the content of an object. Throws `DamagedObject` when it is another than its list says. The caller loses
     * `packed`.
     *
     * @param {Uint8Array} packed @param {Pack["objects"][number]} object
     * @returns {Promise<Uint8Array>}
     */
    contentOf(packed, object) {
        if (this.#end) return Promise.reject(this.#end);
        const number = ++this.#asked;
        return new Promise((resolve, reject) => {
            this.#waiting.set(number, { resolve, reject });
            this.#worker.postMessage({ number, packed, object }, [packed.buffer]);
        });
    }

    /** Ends the worker. What it was decoding fails. */
    close() {
        this.#worker.terminate();
        this.#failAll("the download ended");
    }

    /** @param {string} reason */
    #failAll(reason) {
        const end = new Error(reason);
        this.#end = end;
        for (const { reject } of this.#waiting.values()) reject(end);
        this.#waiting.clear();
    }
}
