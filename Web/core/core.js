// The engines of the server, in the browser: opens an atlas and answers from it without a network.
//
// `core.wasm` is the portable ring of the Swift package. It imports nothing and keeps everything in its own memory; what
// follows moves bytes in and out. Runs wherever WebAssembly does: `worker.js` uses it off the main thread.

/**
 * Why a question has no answer. `code` is stable and the same as the server's.
 */
export class CoreError extends Error {
    /** @param {string} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.name = "CoreError";
        this.code = code;
    }
}

/**
 * What `core.wasm` exports. Addresses and lengths are 32-bit numbers; a question returns the length of its answer,
 * negative when that is an error.
 * @typedef {{
 *     memory: WebAssembly.Memory,
 *     allocate(count: number): number,
 *     deallocate(address: number): void,
 *     open(bytes: number, count: number): number,
 *     close(session: number): void,
 *     answer(session: number): number,
 *     about(session: number): number,
 *     tile(session: number, zoom: number, x: number, y: number): number,
 * }} Exports
 */

/**
 * Compiles the core.
 * @param {BufferSource} wasm the bytes of `core.wasm`
 */
export async function load(wasm) {
    const module = await WebAssembly.compile(wasm);
    return {
        /**
         * Opens an atlas: its checksums and every index in it are verified, once.
         * @param {Uint8Array} bytes the whole file; it is copied
         * @throws {CoreError} when it is not a usable atlas or does not fit into memory
         */
        openAtlas: (bytes) => new OpenAtlas(module, bytes),
    };
}

/** An open atlas, in an instance of the core of its own. */
export class OpenAtlas {
    #module;
    /** @type {Instance | null} */
    #instance;

    /** @param {WebAssembly.Module} module @param {Uint8Array} bytes */
    constructor(module, bytes) {
        this.#module = module;
        this.#instance = new Instance(module, bytes);
        this.about();
    }

    /** What the atlas is. */
    about() {
        return this.#json(this.ask("about"));
    }

    /**
     * A vector tile, uncompressed; empty where the map has nothing.
     * @param {number} zoom @param {number} x @param {number} y
     */
    tile(zoom, x, y) {
        return this.ask("tile", zoom, x, y);
    }

    /**
     * Asks a question by the name of its export and returns the bytes of the answer. Text becomes UTF-8.
     * @param {"about" | "tile"} question
     * @param {(number | string)[]} values
     * @returns {Uint8Array}
     */
    ask(question, ...values) {
        if (!this.#instance) throw new CoreError("unavailable", "the atlas is closed");
        try {
            return this.#instance.ask(question, values);
        } catch (error) {
            if (error instanceof CoreError) throw error;
            // The core trapped and its memory may be half written, except for the atlas, which is never written to.
            const bytes = this.#instance.atlas;
            this.#instance = null;
            this.#instance = new Instance(this.#module, bytes);
            throw new CoreError("internal_error", "the core stopped at this question and was started anew");
        }
    }

    /** Gives the memory back. */
    close() {
        this.#instance = null;
    }

    /** @param {Uint8Array} bytes */
    #json(bytes) {
        return JSON.parse(new TextDecoder().decode(bytes));
    }
}

/** One instance of the module with one session in it. */
class Instance {
    #core;
    #address;
    #length;
    #session;

    /** @param {WebAssembly.Module} module @param {Uint8Array} atlas */
    constructor(module, atlas) {
        this.#core = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports));
        this.#length = atlas.length;
        this.#address = this.#copyIn(atlas);
        this.#session = this.#core.open(this.#address, this.#length);
    }

    /** The atlas's bytes, in place. */
    get atlas() {
        return this.#view(this.#address, this.#length);
    }

    /** @param {"about" | "tile"} question @param {(number | string)[]} values */
    ask(question, values) {
        /** @type {number[]} */
        const texts = [];
        const numbers = values.flatMap((value) => {
            if (typeof value === "number") return value;
            const bytes = new TextEncoder().encode(value);
            texts.push(this.#copyIn(bytes));
            return [texts[texts.length - 1], bytes.length];
        });
        const call = /** @type {(...numbers: number[]) => number} */ (this.#core[question]);
        const length = call(this.#session, ...numbers);
        for (const text of texts) this.#core.deallocate(text);
        const bytes = this.#view(this.#core.answer(this.#session), Math.abs(length)).slice();
        if (length >= 0) return bytes;
        const { code, message } = JSON.parse(new TextDecoder().decode(bytes));
        throw new CoreError(code, message);
    }

    /** A view of the memory; made afresh each time, for memory that grows leaves older views empty. */
    #view(/** @type {number} */ address, /** @type {number} */ length) {
        return new Uint8Array(this.#core.memory.buffer, address >>> 0, length);
    }

    /** @param {Uint8Array} bytes */
    #copyIn(bytes) {
        const address = this.#core.allocate(bytes.length);
        if (!address) throw new CoreError("unavailable", `no memory for ${bytes.length} bytes`);
        this.#view(address, bytes.length).set(bytes);
        return address;
    }
}
