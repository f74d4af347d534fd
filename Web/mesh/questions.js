// Questions to mesh.wasm: bytes go into its memory, and the answer comes out of it.

/** @typedef {import("./program.js").Exports} Exports */

/**
 * Copies bytes into the program's memory for one question.
 *
 * @template Result
 * @param {Exports} exports
 * @param {Uint8Array[]} given
 * @param {(addresses: number[]) => Result} question
 * @returns {Result}
 */
export function withBytes(exports, given, question) {
    const addresses = given.map(({ length }) => exports.allocate(Math.max(1, length)) >>> 0);
    // The memory is another one after it grew.
    for (const [index, bytes] of given.entries())
        new Uint8Array(exports.memory.buffer, addresses[index], bytes.length).set(bytes);
    try {
        return question(addresses);
    } finally {
        for (const address of addresses) exports.deallocate(address);
    }
}

/**
 * The answer of a phone; null where its length says that the question was bad.
 *
 * @param {Exports} exports
 * @param {number} phone
 * @param {number} length
 */
export function answerOf(exports, phone, length) {
    if (length < 0) return null;
    return new Uint8Array(exports.memory.buffer, exports.answer(phone) >>> 0, length).slice();
}
