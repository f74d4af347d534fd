// Questions to mesh.wasm: bytes go into its memory, and the answer comes out of it.

/**
 * What `mesh.wasm` exports. A phone is an address, and so is every other pointer.
 *
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   allocate(count: number): number,
 *   deallocate(address: number): void,
 *   makePhone(): number,
 *   answer(phone: number): number,
 *   draft(phone: number, kind: number, place: bigint, time: bigint, head: number, first: number, firstCount: number,
 *     second: number, secondCount: number): number,
 *   read(phone: number, message: number, count: number): number,
 *   resolution(phone: number, place: bigint, time: bigint, head: number): number,
 *   helpPin(phone: number, message: number, count: number): number,
 *   gameDraft(phone: number, place: bigint, time: bigint, head: number, field: number, count: number): number,
 *   gameBody(phone: number, message: number, count: number): number,
 *   isWeak(key: number): number,
 *   placeCode(key: number): bigint,
 *   reading(phone: number, time: number): bigint,
 *   learn(phone: number, other: bigint, time: number): number,
 *   useItems(phone: number, records: number, count: number): number,
 *   open(phone: number, since: bigint, seed: bigint): number,
 *   openEvenly(phone: number, since: bigint): number,
 *   receive(phone: number, message: number, count: number): number,
 *   bundle(phone: number, place: bigint, records: number, count: number): number,
 *   unbundle(phone: number, place: bigint, bundle: number, count: number): number,
 *   prekey(phone: number, message: number, count: number): number,
 *   mailHead(phone: number, place: bigint, time: bigint, prekey: number, people: number, length: number): number,
 *   mail(phone: number, message: number, count: number): number,
 *   admits(hint: number, prekey: number): number,
 *   mailToSign(phone: number, given: number, count: number): number,
 *   mailContent(phone: number, given: number, count: number, length: number): number,
 *   openedMail(phone: number, content: number, count: number): number,
 * }} Exports
 */

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

/** The length of the bytes that an author signs: "hereabouts message 1", a zero byte and the id. */
const SIGNED_LENGTH = 53;

/**
 * A message before its signature, and the bytes that its author signs, out of an answer.
 *
 * @param {Uint8Array | null} answer
 */
export function drafted(answer) {
    if (!answer) throw new Error("this is no content of a message");
    const end = answer.length - SIGNED_LENGTH;
    return { bytes: answer.slice(0, end), signed: answer.slice(end) };
}
