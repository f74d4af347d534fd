// The body of a message: fields with a tag and a value each (docs/mesh.md, The body).

const HEAD = 72;

/**
 * Where the body of a message ends.
 *
 * @param {Uint8Array} bytes of a message whose layout was checked.
 */
export const bodyEnd = (bytes) => HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEAD - 4);

/**
 * The values of the fields of a message's body, by their tags.
 *
 * @param {Uint8Array} bytes of a message whose layout was checked.
 */
export function fieldsOf(bytes) {
    const end = bodyEnd(bytes);
    /** @type {Map<number, Uint8Array>} */
    const fields = new Map();
    for (let start = HEAD; start + 3 <= end; ) {
        const next = start + 3 + bytes[start + 1] * 256 + bytes[start + 2];
        fields.set(bytes[start], bytes.subarray(start + 3, next));
        start = next;
    }
    return fields;
}
