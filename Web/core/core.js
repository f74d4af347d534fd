// The engines of the server, in the browser: opens an atlas and answers from it without a network.
//
// `core.wasm` is the portable ring of the Swift package. It imports nothing and keeps everything in its own memory;
// what follows moves bytes in and out. Answers are the bytes that the server would send: JSON in UTF-8, or a tile.
import { localClock } from "./place-clock.js";

/** Why a question has no answer; `code` is stable and the same as the server's. */
export class CoreError extends Error {
    name = "CoreError";

    /** @param {string} code @param {string} message @param {string} [field] the value at fault, when there is one. */
    constructor(code, message, field) {
        super(message);
        this.code = code;
        this.field = field;
    }
}

/**
 * What `core.wasm` exports. Addresses and lengths are 32-bit numbers; a text is an address and a length. A question
 * returns the length of its answer, negative when that is an error.
 *
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   allocate(count: number): number,
 *   deallocate(address: number): void,
 *   open(bytes: number, count: number): number,
 *   answer(session: number): number,
 *   about(session: number): number,
 *   tile(session: number, z: number, x: number, y: number): number,
 *   indoor_tile(session: number, z: number, x: number, y: number): number,
 *   building(session: number, ...values: number[]): number,
 *   suggest(session: number, ...values: number[]): number,
 *   places(session: number, ...values: number[]): number,
 *   place(session: number, ...values: number[]): number,
 *   address(session: number, ...values: number[]): number,
 *   route(session: number, ...values: number[]): number,
 *   routeGPX(session: number, ...values: number[]): number,
 *   applyChanges(session: number, ...values: number[]): number,
 *   guide(session: number, ...values: number[]): number,
 *   reach(session: number, ...values: number[]): number,
 *   loop(session: number, ...values: number[]): number,
 *   trip(session: number, ...values: number[]): number,
 *   table(session: number, ...values: number[]): number,
 * }} Exports
 */

/**
 * @typedef {'about' | 'tile' | 'indoor_tile' | 'building' | 'suggest' | 'places' | 'place' | 'address' | 'route'
 *   | 'routeGPX' | 'applyChanges' | 'guide' | 'reach' | 'table' | 'loop' | 'trip'} Question
 */

/** @typedef {{lat: number, lon: number}} Point WGS 84 degrees. */

/** @typedef {{fromLevel?: number, toLevel?: number}} Levels those of the buildings where a route starts and ends. */

/** The units of a walk's length, by their numbers in the core. */
const LENGTH_UNITS = /** @type {const} */ (["minutes", "metres", "steps"]);

/** @typedef {number | string | Float64Array | Int32Array} Value texts and lists are copied in; an export hears where, and how many bytes. */

/**
 * Compiles the core.
 *
 * @param {BufferSource} program the bytes of `core.wasm`.
 */
export async function load(program) {
    const module = await WebAssembly.compile(program);
    return {
        /**
         * Opens an atlas: every byte of it is verified, once. Throws a `CoreError` when it is not a usable one.
         *
         * @param {Uint8Array} bytes the whole file; it is copied.
         */
        openAtlas: (bytes) => new OpenAtlas(module, bytes),
    };
}

/** An open atlas, in an instance of the core of its own. */
export class OpenAtlas {
    #module;
    /** @type {Instance | null} */
    #instance;
    /** The temporary changes to routes, for the next instance. */
    #changes = new Float64Array(0);

    /** @param {WebAssembly.Module} module @param {Uint8Array} bytes */
    constructor(module, bytes) {
        this.#module = module;
        try {
            this.#instance = new Instance(module, bytes);
            this.about();
        } catch (failure) {
            if (failure instanceof CoreError) throw failure;
            throw new CoreError("unavailable", `the core stopped at this atlas: ${failure}`);
        }
    }

    /** Returns the facts about the atlas. */
    about() {
        return this.#ask("about");
    }

    /**
     * A vector tile, not compressed; no bytes where the map has nothing.
     *
     * @param {number} z @param {number} x @param {number} y
     */
    tile(z, x, y) {
        return this.#ask("tile", z, x, y);
    }

    /**
     * A vector tile of the inside of buildings, zooms 17 to 19; no bytes where there is nothing.
     *
     * @param {number} z @param {number} x @param {number} y
     */
    indoorTile(z, x, y) {
        return this.#ask("indoor_tile", z, x, y);
    }

    /**
     * Returns suggestions for a text while the user types.
     *
     * @param {string} text @param {Point | null} near where the person looks @param {number} limit how many answers
     * @param {string} language of names, a tag such as `fi`; empty for the local one.
     * @param {readonly number[]} time for opening hours, on the place's clock; see `localClock`.
     */
    suggest(text, near, limit = 8, language = "", time = localClock()) {
        return this.#ask("suggest", text, near?.lat ?? NaN, near?.lon ?? NaN, limit, language.toLowerCase(), ...time);
    }

    /**
     * Places by a whole query.
     *
     * @param {string} text @param {Point | null} near @param {number} limit @param {string} language @param {readonly
     *   number[]} time
     */
    places(text, near, limit = 10, language = "", time = localClock()) {
        return this.#ask("places", text, near?.lat ?? NaN, near?.lon ?? NaN, limit, language.toLowerCase(), ...time);
    }

    /**
     * Has `suggest` and `places` look in a guide from now on, instead of the one before; answers nothing.
     *
     * @param {string} topics as kept-topics.js writes them; empty for no guide.
     */
    guide(topics) {
        return this.#ask("guide", topics);
    }

    /**
     * Everything about one place.
     *
     * @param {string} id OpenStreetMap's, such as `w12` @param {string} language @param {readonly number[]} time
     */
    place(id, language = "", time = localClock()) {
        return this.#ask("place", id, language.toLowerCase(), ...time);
    }

    /**
     * The levels and spaces of a building. Throws `not_found` for a building without indoor data.
     *
     * @param {string} id OpenStreetMap's, such as `w12` @param {string} language of names.
     */
    building(id, language = "") {
        return this.#ask("building", id, language.toLowerCase());
    }

    /**
     * Returns the address of a point.
     *
     * @param {number} lat @param {number} lon @param {string} language @param {readonly number[]} time
     */
    address(lat, lon, language = "", time = localClock()) {
        return this.#ask("address", lat, lon, language.toLowerCase(), ...time);
    }

    /**
     * The quickest route through points.
     *
     * @param {Point[]} points start, points to pass, end.
     * @param {string} profile `foot`, `wheelchair`, `bicycle` or `car`
     * @param {string} language of the instructions.
     * @param {number} alternatives how many alternative routes to find, at most three; there are some between two
     *   points only.
     * @param {Levels} levels
     */
    route(points, profile, language = "", alternatives = 0, { fromLevel = NaN, toLevel = NaN } = {}) {
        const values = [numbersOf(points), fromLevel, toLevel, profile, alternatives, language.toLowerCase()];
        return this.#ask("route", ...values);
    }

    /**
     * One of these routes as a GPX file.
     *
     * @param {Point[]} points @param {string} profile @param {string} language
     * @param {number} alternatives as for `route` @param {number} only which of the routes, the quickest being 0
     * @param {Levels} levels
     */
    routeGPX(points, profile, language = "", alternatives = 0, only = 0, { fromLevel = NaN, toLevel = NaN } = {}) {
        const values = [numbersOf(points), fromLevel, toLevel, profile, alternatives, only, language.toLowerCase()];
        return this.#ask("routeGPX", ...values);
    }

    /**
     * Applies temporary changes to routes, times and reach, in place of earlier ones. Returns nothing.
     *
     * @param {number[]} changes as changes.js writes them.
     */
    applyChanges(changes) {
        const numbers = Float64Array.from(changes);
        const answer = this.#ask("applyChanges", numbers);
        this.#changes = numbers;
        return answer;
    }

    /**
     * Returns the areas within reach in some times.
     *
     * @param {Point} from @param {number[]} minutes up to four, each from 1 to 60 @param {string} profile
     * @param {boolean} withStreets whether the answer has streets besides areas.
     */
    reach(from, minutes, profile, withStreets = true) {
        return this.#ask("reach", from.lat, from.lon, Int32Array.from(minutes), profile, Number(withStreets));
    }

    /**
     * Round walks of a wanted length, best first.
     *
     * @param {Point} from @param {{minutes?: number, metres?: number, steps?: number}} length one of them
     * @param {string} kind of place that each walk passes; empty for walks anywhere.
     * @param {string} profile `foot` or `wheelchair` @param {number} alternatives at most three @param {string} language
     */
    loop(from, length, kind, profile, alternatives = 0, language = "") {
        const unit = LENGTH_UNITS.findIndex((each) => length[each] !== undefined);
        const amount = length[LENGTH_UNITS[unit]] ?? 0;
        return this.#ask("loop", from.lat, from.lon, unit, amount, kind, profile, alternatives, language.toLowerCase());
    }

    /**
     * The quickest order to visit points in, and the route in that order.
     *
     * @param {Point[]} points @param {string} profile @param {string} language
     * @param {{isRoundTrip?: boolean, startsAtFirst?: boolean, endsAtLast?: boolean}} ends
     */
    trip(points, profile, language = "", { isRoundTrip = true, startsAtFirst = false, endsAtLast = false } = {}) {
        const ends = [isRoundTrip, startsAtFirst, endsAtLast].map(Number);
        return this.#ask("trip", numbersOf(points), ...ends, profile, language.toLowerCase());
    }

    /**
     * How long and how far it is from some of many points to others.
     *
     * @param {Point[]} points @param {number[]} sources positions in them, from 0 @param {number[]} targets likewise
     * @param {string} profile
     */
    table(points, sources, targets, profile) {
        return this.#ask("table", numbersOf(points), Int32Array.from(sources), Int32Array.from(targets), profile);
    }

    /**
     * Asks a question by the name of its export. Throws a `CoreError` when it has no answer.
     *
     * @param {Question} question
     * @param {...Value} values
     * @returns {Uint8Array}
     */
    #ask(question, ...values) {
        if (!this.#instance) throw new CoreError("unavailable", "the atlas is closed");
        try {
            return this.#instance.ask(question, values);
        } catch (failure) {
            if (failure instanceof CoreError) throw failure;
            // The core trapped: its memory may be half written, except for the atlas, which nothing writes to.
            const bytes = this.#instance.atlas;
            this.#instance = null;
            this.#instance = new Instance(this.#module, bytes);
            if (question !== "applyChanges" && this.#changes.length > 0)
                this.#instance.ask("applyChanges", [this.#changes]);
            throw new CoreError("internal_error", "the core stopped at this question and was started anew");
        }
    }

    /** Gives the memory back. */
    close() {
        this.#instance = null;
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
        this.#address = this.#copyIn(atlas);
        this.#length = atlas.length;
        this.#session = this.#core.open(this.#address, this.#length);
    }

    /** The atlas's bytes, in place. */
    get atlas() {
        return this.#view(this.#address, this.#length);
    }

    /** @param {Question} question @param {Value[]} values */
    ask(question, values) {
        /** @type {number[]} */
        const copied = [];
        const numbers = values.flatMap((value) => {
            if (typeof value === "number") return value;
            const bytes = typeof value === "string" ? new TextEncoder().encode(value) : new Uint8Array(value.buffer);
            const address = this.#copyIn(bytes);
            copied.push(address);
            return [address, bytes.length];
        });
        const call = /** @type {(...numbers: number[]) => number} */ (this.#core[question]);
        const length = call(this.#session, ...numbers);
        for (const address of copied) this.#core.deallocate(address);
        const bytes = this.#view(this.#core.answer(this.#session), Math.abs(length)).slice();
        if (length >= 0) return bytes;
        const { code, message, field } = JSON.parse(new TextDecoder().decode(bytes));
        throw new CoreError(code, message, field);
    }

    /**
     * A view of the memory. Made afresh each time: memory that grows leaves older views empty.
     *
     * @param {number} address @param {number} length
     */
    #view(address, length) {
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

/** @param {Point[]} points */
function numbersOf(points) {
    return Float64Array.from(points.flatMap(({ lat, lon }) => [lat, lon]));
}
