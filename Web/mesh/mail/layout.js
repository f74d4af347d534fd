// The bytes of private messages, as mesh.wasm has them: the code of the nodes' readers.
import { bytesOf, hexOf, joined } from "../bytes.js";
import { answerOf, withBytes } from "../questions.js";

export const TEXT = 1;
export const RECEIPT = 2;
/** The lengths of a mail's head, of its key, and of what the seal adds. */
const HEAD = 75;
const KEY = 32;
const OVERHEAD = 51;
/** A good key. */
const BASE_POINT = Uint8Array.of(9, ...new Uint8Array(31));

/** The text does not fit into the longest mail. */
export class TooLong extends Error {
    name = "TooLong";
}

/**
 * @typedef {{author: string, key: Uint8Array, time: bigint}} Prekey
 * @typedef {{head: Uint8Array, hint: number, enc: Uint8Array, sealed: Uint8Array}} SealedMail
 * @typedef {{what: number, author: string, signature: Uint8Array, text: Uint8Array}} Content
 */

export class MailLayout {
    #phone;

    /** @param {import("../program.js").Exports} exports */
    constructor(exports) {
        this.exports = exports;
        this.#phone = exports.makePhone();
    }

    /**
     * The key of the day that a message spreads; null for a message without one, and for a weak key.
     *
     * @param {Uint8Array} message
     * @returns {Prekey | null}
     */
    prekey(message) {
        const answer = this.#ask(message, (address, count) => this.exports.prekey(this.#phone, address, count));
        if (!answer) return null;
        const time = new DataView(answer.buffer).getBigUint64(2 * KEY);
        return { author: hexOf(answer.subarray(0, KEY)), key: answer.slice(KEY, 2 * KEY), time };
    }

    /**
     * Everything of a mail before its key. Fails with `TooLong`, and for a weak prekey.
     *
     * @param {{place: bigint, time: bigint, prekey: Uint8Array, people: number, length: number}} facts `length` of the
     *   text in bytes; among how many people the receiver is.
     */
    head({ place, time, prekey, people, length }) {
        const answer = withBytes(this.exports, [prekey], ([address]) =>
            this.exports.mailHead(this.#phone, place, time, address, people, length),
        );
        if (answer === -2) throw new TooLong("the text does not fit into a mail");
        const head = answerOf(this.exports, this.#phone, answer);
        if (!head) throw new Error("nothing may be sealed to this key");
        return head;
    }

    /**
     * Fails with `TooLong` for a text that does not fit into a mail.
     *
     * @param {string} text
     */
    checkLength(text) {
        const { length } = new TextEncoder().encode(text);
        this.head({ place: 0n, time: 0n, prekey: BASE_POINT, people: 0, length });
    }

    /**
     * The parts of a mail; null for bytes that are none.
     *
     * @param {Uint8Array} message
     * @returns {SealedMail | null}
     */
    mail(message) {
        const answer = this.#ask(message, (address, count) => this.exports.mail(this.#phone, address, count));
        if (!answer) return null;
        return {
            head: answer.slice(0, HEAD),
            hint: new DataView(answer.buffer).getUint16(HEAD - 2),
            enc: answer.slice(HEAD, HEAD + KEY),
            sealed: answer.slice(HEAD + KEY),
        };
    }

    /**
     * Whether a mail with this hint can be for a prekey.
     *
     * @param {number} hint
     * @param {Uint8Array} prekey
     */
    admits(hint, prekey) {
        return withBytes(this.exports, [prekey], ([address]) => this.exports.admits(hint, address)) !== 0;
    }

    /**
     * The bytes that the author signs.
     *
     * @param {{head: Uint8Array, receiver: string, prekey: Uint8Array, enc: Uint8Array, what: number,
     *   text: Uint8Array}} parts
     */
    toSign({ head, receiver, prekey, enc, what, text }) {
        const given = joined(head, bytesOf(receiver), prekey, enc, Uint8Array.of(what), text);
        const answer = this.#ask(given, (address, count) => this.exports.mailToSign(this.#phone, address, count));
        if (!answer) throw new Error("these are no parts of a mail");
        return answer;
    }

    /**
     * The bytes to seal, with the padding that the head says.
     *
     * @param {Content} content
     * @param {Uint8Array} head
     */
    content({ what, author, signature, text }, head) {
        const length = new DataView(head.buffer, head.byteOffset).getUint32(68) - OVERHEAD;
        const given = joined(Uint8Array.of(what), bytesOf(author), signature, text);
        const answer = this.#ask(given, (address, count) =>
            this.exports.mailContent(this.#phone, address, count, length),
        );
        if (!answer) throw new Error("this is no content of a mail");
        return answer;
    }

    /**
     * What opened bytes say; null where they say nothing. The signature is not checked here.
     *
     * @param {Uint8Array} bytes
     * @returns {Content | null}
     */
    opened(bytes) {
        const answer = this.#ask(bytes, (address, count) => this.exports.openedMail(this.#phone, address, count));
        if (!answer) return null;
        const [author, signature, text] = [answer.slice(1, 33), answer.slice(33, 97), answer.slice(97)];
        return { what: answer[0], author: hexOf(author), signature, text };
    }

    /** @param {Uint8Array} bytes @param {(address: number, count: number) => number} question */
    #ask(bytes, question) {
        const length = withBytes(this.exports, [bytes], ([address]) => question(address, bytes.length));
        return answerOf(this.exports, this.#phone, length);
    }
}

/**
 * The text that bytes say; null for bytes that are no UTF-8.
 *
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
        return null;
    }
}
