// The bytes of a comparison between a phone and a node: a head, and a message of Negentropy.
import { hexOf } from "./bytes.js";

/** Answers of a node have at most so many bytes. */
const FRAME_LIMIT = 32_768;
/** The class (1), the frame limit (4) and the beginning (8) before a message of a comparison. */
export const HEAD = 13;

/**
 * @param {number} number of a class.
 * @param {number} since
 * @param {Uint8Array} message
 */
export function question(number, since, message) {
    const bytes = new Uint8Array(HEAD + message.length);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, number);
    view.setUint32(1, FRAME_LIMIT);
    view.setBigUint64(5, BigInt(since));
    bytes.set(message, HEAD);
    return bytes;
}

/** @param {Uint8Array} answer */
export function beginningOf(answer) {
    if (answer.length < HEAD) throw new Error(`a node's answer ends early: ${hexOf(answer)}`);
    return Number(new DataView(answer.buffer, answer.byteOffset).getBigUint64(5));
}
