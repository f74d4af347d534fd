// The mesh's messages, their order and comparisons with a node, as mesh.wasm has them: the code of the nodes. Times of
// messages are readings of a hybrid clock (48 bits of milliseconds, a counter of 16 bits), as `bigint`.
import { at } from "../address/root.js";
import { bytesOf, hexOf } from "./bytes.js";
import { answerOf, drafted, withBytes } from "./questions.js";

/** @typedef {import("./questions.js").Exports} Exports */

/**
 * What a message says. `author` and `signature` are missing in sealed ones. Texts and names are those of a line.
 *
 * @typedef {{id: string, kind: number, class: number, place: bigint, time: bigint, author: string | null,
 *   about: string | null, signature: Uint8Array | null, signed: Uint8Array, text: string | null, name: string | null,
 *   stampedAt: bigint | null, stampedBy: string | null}} Facts `signed` are the bytes that the signature is of;
 *   `stampedBy` the first eight bytes of the key of the member where it entered. Nobody has checked the stamp.
 *
 * @typedef {{next: "finished" | "send" | "spent", have: string[], need: string[], message: Uint8Array}} Step `have` are
 *   the ids that the node lacks.
 */

export const NODES = 0x12;
export const PREKEY = 0x20;
export const HELP_PIN = 0x31;
export const ROOM_LINE = 0x60;
/** Where the facts about a message stand in the answer of `read`. */
const FACTS = {
    id: 0,
    kind: 32,
    class: 33,
    place: 34,
    time: 42,
    author: 50,
    about: 82,
    parts: 98,
    stamp: 122,
    end: 138,
};
const MISSING = 0xff_ff_ff_ff;
const NEXT = /** @type {const} */ (["finished", "send", "spent"]);
const NONE = /^0+$/;

/** @returns {Promise<Gossip>} */
export async function loadProgram() {
    const response = await fetch(at("/mesh.wasm"), { credentials: "omit" });
    if (!response.ok) throw new Error(`no program: ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
    return new Gossip(/** @type {any} */ (instance.exports));
}

/** The program, with one clock and one comparison at a time. */
export class Gossip {
    #phone;

    /** @param {Exports} exports */
    constructor(exports) {
        this.exports = exports;
        this.#phone = exports.makePhone();
    }

    /**
     * Makes a message before its signature, and the bytes that its author signs.
     *
     * @param {{kind: number, place: bigint, time: bigint, author: string, about?: string | null,
     *   first?: string | Uint8Array, second?: string}} content the author's key, and the id that the message is about, in
     *   hexadecimal; the texts or bytes of its fields 1 and 2.
     * @returns {{bytes: Uint8Array, signed: Uint8Array}}
     */
    draft({ kind, place, time, author, about, first, second }) {
        const head = new Uint8Array(48);
        head.set(bytesOf(author));
        head.set(bytesOf(about ?? ""), 32);
        const values = [first, second].map((text) =>
            text === undefined ? null : typeof text === "string" ? new TextEncoder().encode(text) : text,
        );
        const whole = [head, ...values.map((value) => value ?? new Uint8Array())];
        const answer = this.#with(whole, (given) =>
            this.exports.draft(
                this.#phone,
                kind,
                place,
                time,
                given[0],
                given[1],
                values[0]?.length ?? -1,
                given[2],
                values[1]?.length ?? -1,
            ),
        );
        return drafted(answer);
    }

    /**
     * Makes the message that resolves a help pin, as `draft` does.
     *
     * @param {{place: bigint, time: bigint, author: string, about: string}} content `about` is the pin's id.
     */
    resolution({ place, time, author, about }) {
        const head = bytesOf(author + about);
        return drafted(this.#with([head], ([given]) => this.exports.resolution(this.#phone, place, time, given)));
    }

    /**
     * What a message says of a help pin; null for a message that says nothing of one. Without a point, the pin is resolved.
     *
     * @param {Uint8Array} bytes
     * @returns {{pin: string, position: Position | null, text: string} | null} `pin` is its id.
     */
    helpPin(bytes) {
        const answer = this.#ask(bytes, (address, count) => this.exports.helpPin(this.#phone, address, count));
        if (!answer) return null;
        const pin = hexOf(answer.subarray(0, 16));
        if (answer.length < 24) return { pin, position: null, text: "" };
        const view = new DataView(answer.buffer, answer.byteOffset);
        const position = { lat: view.getInt32(16) / 1e7, lon: view.getInt32(20) / 1e7 };
        return { pin, position, text: new TextDecoder().decode(answer.subarray(24)) };
    }

    /**
     * Makes a message in a game, as `draft` does.
     *
     * @param {{place: bigint, time: bigint, author: string, about: string | null, field: Uint8Array}} content `about` is
     *   the game's id, null for an offer; `field` a tag and its value.
     */
    gameDraft({ place, time, author, about, field }) {
        const head = bytesOf(author + (about ?? "0".repeat(32)));
        return drafted(
            this.#with([head, field], ([given, value]) =>
                this.exports.gameDraft(this.#phone, place, time, given, value, field.length),
            ),
        );
    }

    /**
     * What a message says in a game; null for a message that says nothing in one.
     *
     * @param {Uint8Array} bytes
     * @returns {{game: string, tag: number, value: Uint8Array} | null}
     */
    gameBody(bytes) {
        const answer = this.#ask(bytes, (address, count) => this.exports.gameBody(this.#phone, address, count));
        return answer && { game: hexOf(answer.subarray(0, 16)), tag: answer[16], value: answer.slice(17) };
    }

    /**
     * Reads a message; null for bytes that are none. Its signature is not checked here.
     *
     * @param {Uint8Array} bytes
     * @returns {Facts | null}
     */
    read(bytes) {
        const answer = this.#ask(bytes, (address, count) => this.exports.read(this.#phone, address, count));
        if (!answer) return null;
        const view = new DataView(answer.buffer);
        const part = (/** @type {number} */ index) => {
            const start = view.getUint32(FACTS.parts + 8 * index);
            return start === MISSING ? null : bytes.slice(start, view.getUint32(FACTS.parts + 8 * index + 4));
        };
        const hex = (/** @type {number} */ start, /** @type {number} */ count) =>
            hexOf(answer.subarray(start, start + count));
        const [author, about] = [hex(FACTS.author, 32), hex(FACTS.about, 16)];
        const kind = view.getUint8(FACTS.kind);
        const text = (/** @type {number} */ index) => (kind === ROOM_LINE ? textOf(part(index)) : null);
        const stampedAt = view.getBigUint64(FACTS.stamp + 8);
        return {
            id: hex(FACTS.id, 32),
            kind,
            class: view.getUint8(FACTS.class),
            place: view.getBigUint64(FACTS.place),
            time: view.getBigUint64(FACTS.time),
            author: NONE.test(author) ? null : author,
            about: NONE.test(about) ? null : about,
            signature: part(0),
            signed: answer.slice(FACTS.end),
            text: text(1),
            name: text(2),
            stampedAt: stampedAt === 0n ? null : stampedAt,
            stampedBy: stampedAt === 0n ? null : hex(FACTS.stamp, 8),
        };
    }

    /**
     * Whether a key is a point of small order, under which a signature proves nothing.
     *
     * @param {string} key
     */
    isWeak(key) {
        return this.#given([bytesOf(key)], ([address]) => this.exports.isWeak(address)) !== 0;
    }

    /**
     * The code of the place with this key.
     *
     * @param {string} key
     */
    placeCode(key) {
        return this.#given([bytesOf(key)], ([address]) => BigInt.asUintN(64, this.exports.placeCode(address)));
    }

    /**
     * The time of a new message, at a millisecond or as little later as possible.
     *
     * @param {number} milliseconds
     */
    reading(milliseconds) {
        return BigInt.asUintN(64, this.exports.reading(this.#phone, milliseconds));
    }

    /**
     * Takes the time of a message into account: the next one here is later. A time far ahead of `now` is passed over.
     *
     * @param {bigint} time
     * @param {number} now in milliseconds.
     */
    learn(time, now) {
        return this.exports.learn(this.#phone, time, now) !== 0;
    }

    /**
     * Begins to compare a set with a node's, and returns the message to the node.
     *
     * @param {{id: string, time: bigint}[]} items
     * @param {number} since the second at which both sets begin.
     * @param {bigint} seed a new random number.
     */
    open(items, since, seed) {
        const records = new Uint8Array(40 * items.length);
        const view = new DataView(records.buffer);
        for (const [index, { id, time }] of items.entries()) {
            view.setBigUint64(40 * index, time);
            records.set(bytesOf(id), 40 * index + 8);
        }
        this.#given([records], ([address]) => this.exports.useItems(this.#phone, address, records.length));
        return this.#answer(this.exports.open(this.#phone, BigInt(since), seed)) ?? new Uint8Array();
    }

    /**
     * Reads a node's answer; null for bytes that are none.
     *
     * @param {Uint8Array} bytes
     * @returns {Step | null}
     */
    receive(bytes) {
        const answer = this.#ask(bytes, (address, count) => this.exports.receive(this.#phone, address, count));
        if (!answer) return null;
        const view = new DataView(answer.buffer);
        const [have, need] = [view.getUint32(1), view.getUint32(5)];
        const ids = Array.from({ length: have + need }, (_, index) =>
            hexOf(answer.subarray(9 + 32 * index, 41 + 32 * index)),
        );
        return {
            next: NEXT[answer[0]],
            have: ids.slice(0, have),
            need: ids.slice(have),
            message: answer.slice(9 + 32 * ids.length),
        };
    }

    /**
     * Puts messages into one bundle.
     *
     * @param {bigint} place
     * @param {Uint8Array[]} messages
     */
    bundle(place, messages) {
        const records = new Uint8Array(messages.reduce((sum, { length }) => sum + 4 + length, 0));
        let start = 0;
        for (const message of messages) {
            new DataView(records.buffer).setUint32(start, message.length);
            records.set(message, start + 4);
            start += 4 + message.length;
        }
        const ask = (/** @type {number} */ address, /** @type {number} */ count) =>
            this.exports.bundle(this.#phone, place, address, count);
        return this.#ask(records, ask) ?? new Uint8Array();
    }

    /**
     * Takes the messages out of a bundle; null for a damaged one, and for one of another place.
     *
     * @param {bigint} place
     * @param {Uint8Array} bytes
     * @returns {Uint8Array[] | null}
     */
    unbundle(place, bytes) {
        const records = this.#ask(bytes, (address, count) => this.exports.unbundle(this.#phone, place, address, count));
        if (!records) return null;
        const messages = [];
        for (let start = 0; start < records.length; ) {
            const end = start + 4 + new DataView(records.buffer).getUint32(start);
            messages.push(records.slice(start + 4, end));
            start = end;
        }
        return messages;
    }

    /** @param {Uint8Array} bytes @param {(address: number, count: number) => number} question */
    #ask(bytes, question) {
        return this.#with([bytes], ([address]) => question(address, bytes.length));
    }

    /** @param {Uint8Array[]} given @param {(addresses: number[]) => number} question */
    #with(given, question) {
        return this.#answer(this.#given(given, question));
    }

    /**
     * @template Result
     * @param {Uint8Array[]} given
     * @param {(addresses: number[]) => Result} question
     * @returns {Result}
     */
    #given(given, question) {
        return withBytes(this.exports, given, question);
    }

    /** @param {number} length */
    #answer(length) {
        return answerOf(this.exports, this.#phone, length);
    }
}

/** @param {Uint8Array | null} bytes */
function textOf(bytes) {
    return bytes && new TextDecoder().decode(bytes);
}
