// Decodes an object of a pack; Sources/Server/Packs/PiecePacker.swift says what it consists of.

const HEADER = 8;
const [PLAIN, PLANES, DIFFERENCES] = [0, 1, 2];

/** An object whose content is not what its name says. */
export class DamagedObject extends Error {
    name = "DamagedObject";
}

/** Whether this browser can decode objects. */
export function canDecode() {
    try {
        return Boolean(new DecompressionStream("deflate-raw"));
    } catch {
        return false;
    }
}

/**
 * Returns the content of an object. Throws `DamagedObject` when it is another than its list says.
 *
 * @param {Uint8Array} packed
 * @param {{hash: string, bytes: number}} expected
 * @returns {Promise<Uint8Array>}
 */
export async function contentOf(packed, { hash, bytes }) {
    const header = new DataView(packed.buffer, packed.byteOffset, packed.length);
    if (packed.length < HEADER || header.getUint32(4, true) !== bytes) throw new DamagedObject(`${hash} is cut`);
    const [form, width] = packed;
    if (form > DIFFERENCES || width === 0 || bytes % width !== 0) throw new DamagedObject(`${hash} has no known form`);
    const content = arranged(await inflated(packed.subarray(HEADER), bytes, hash), form, width);
    if ((await hashOf(content)) !== hash) throw new DamagedObject(`${hash} has another content`);
    return content;
}

/**
 * SHA-256 in hexadecimal digits.
 *
 * @param {BufferSource} content
 */
export async function hashOf(content) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Uint8Array} deflated
 * @param {number} length
 * @param {string} hash
 */
async function inflated(deflated, length, hash) {
    const plain = new Uint8Array(length);
    let end = 0;
    try {
        const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
        const reader = stream.getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
            plain.set(piece.value, end);
            end += piece.value.length;
        }
    } catch (failure) {
        throw new DamagedObject(`${hash} does not unpack: ${failure}`);
    }
    if (end !== length) throw new DamagedObject(`${hash} unpacks to ${end} bytes instead of ${length}`);
    return plain;
}

/**
 * Puts the bytes back in their order.
 *
 * @param {Uint8Array} bytes @param {number} form @param {number} width of an element, in bytes
 */
function arranged(bytes, form, width) {
    if (form === PLAIN) return bytes;
    const content = new Uint8Array(bytes.length);
    let from = 0;
    for (let plane = 0; plane < width; plane++) {
        let last = 0;
        for (let at = plane; at < content.length; at += width) {
            const byte = bytes[from++];
            last = form === PLANES ? byte : last + byte;
            // The array keeps the lowest eight bits.
            content[at] = last;
        }
    }
    return content;
}
