// Makes forged atlases: one or two elements changed, all checksums right. A reader must refuse them, or answer without
// stopping. The container's layout is in Sources/Atlas/AtlasFormat.swift.

const HEADER = 64;
const ENTRY = 48;
const BITS = 0xffffffffffffffffn;
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

/** @param {bigint} value @param {bigint} bits */
const rotate = (value, bits) => ((value << bits) | (value >> (64n - bits))) & BITS;
/** @param {bigint} sum @param {bigint} word */
const round = (sum, word) => (rotate((sum + word * P2) & BITS, 31n) * P1) & BITS;

/**
 * XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
 *
 * @param {Uint8Array} bytes
 */
export function hash(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    let sum = P5;
    if (bytes.length >= 32) {
        const lanes = [(P1 + P2) & BITS, P2, 0n, -P1 & BITS];
        for (; at + 32 <= bytes.length; at += 32) {
            for (let lane = 0; lane < 4; lane++)
                lanes[lane] = round(lanes[lane], view.getBigUint64(at + 8 * lane, true));
        }
        sum = (rotate(lanes[0], 1n) + rotate(lanes[1], 7n) + rotate(lanes[2], 12n) + rotate(lanes[3], 18n)) & BITS;
        for (const lane of lanes) sum = ((sum ^ round(0n, lane)) * P1 + P4) & BITS;
    }
    sum = (sum + BigInt(bytes.length)) & BITS;
    for (; at + 8 <= bytes.length; at += 8) {
        sum = (rotate(sum ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4) & BITS;
    }
    if (at + 4 <= bytes.length) {
        sum = (rotate(sum ^ ((BigInt(view.getUint32(at, true)) * P1) & BITS), 23n) * P2 + P3) & BITS;
        at += 4;
    }
    for (; at < bytes.length; at++) sum = (rotate(sum ^ ((BigInt(bytes[at]) * P5) & BITS), 11n) * P1) & BITS;
    sum = ((sum ^ (sum >> 33n)) * P2) & BITS;
    sum = ((sum ^ (sum >> 29n)) * P3) & BITS;
    return sum ^ (sum >> 32n);
}

/**
 * Numbers that are the same in every run (Marsaglia, Xorshift RNGs, 2003).
 *
 * @param {number} seed
 */
function randomNumbers(seed) {
    let state = (seed * 2654435761 + 1) >>> 0;
    return (/** @type {number} */ below) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % below;
    };
}

/**
 * Returns a copy of an atlas with one or two numbers changed: to an edge of their range, by one, or to anything.
 *
 * @param {Uint8Array} atlas @param {number} seed
 */
export function forge(atlas, seed) {
    const random = randomNumbers(seed);
    const copy = atlas.slice();
    const view = new DataView(copy.buffer);
    const entries = Array.from({ length: view.getUint32(16, true) }, (_, index) => HEADER + ENTRY * index);
    const filled = entries.filter((entry) => view.getBigUint64(entry + 24, true) > 0n);
    /** @type {string[]} */
    const changes = [];
    for (let left = 1 + random(2); left > 0; left--) {
        const entry = filled[random(filled.length)];
        const [offset, length] = [16, 24].map((field) => Number(view.getBigUint64(entry + field, true)));
        const width = view.getUint32(entry + 40, true);
        const sizes = [1, 2, 4, 8].filter((size) => size <= width);
        const size = sizes[random(sizes.length)];
        const at = offset + random(length / width) * width + random(Math.floor(width / size)) * size;
        const whole = new Uint8Array(8);
        whole.set(copy.subarray(at, at + size));
        const before = new DataView(whole.buffer).getBigUint64(0, true);
        const top = 1n << BigInt(8 * size - 1);
        const anything = (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32));
        const after = [0n, BITS, top, top - 1n, before + 1n, before - 1n, anything][random(7)];
        new DataView(whole.buffer).setBigUint64(0, after & BITS, true);
        copy.set(whole.subarray(0, size), at);
        view.setBigUint64(entry + 32, hash(copy.subarray(offset, offset + length)), true);
        changes.push(`${nameOf(copy, entry)} at ${at - offset}`);
    }
    sign(copy);
    return { copy, what: changes.join(" and ") };
}

/**
 * Returns an atlas of some of the sections, as a device that keeps a part has it.
 *
 * @param {Uint8Array} atlas @param {(name: string) => boolean} isKept
 */
export function part(atlas, isKept) {
    const view = new DataView(atlas.buffer, atlas.byteOffset, atlas.length);
    const all = Array.from({ length: view.getUint32(16, true) }, (_, index) => HEADER + ENTRY * index);
    const kept = all.filter((entry) => isKept(nameOf(atlas, entry)));
    const aligned = (/** @type {number} */ offset) => Math.ceil(offset / 64) * 64;
    let end = HEADER + ENTRY * kept.length;
    const sections = kept.map((entry) => {
        const [offset, length] = [16, 24].map((field) => Number(view.getBigUint64(entry + field, true)));
        const to = aligned(end);
        end = to + length;
        return { entry, to, content: atlas.subarray(offset, offset + length) };
    });
    const copy = new Uint8Array(aligned(end));
    const written = new DataView(copy.buffer);
    copy.set(atlas.subarray(0, HEADER));
    for (const [index, { entry, to, content }] of sections.entries()) {
        copy.set(atlas.subarray(entry, entry + ENTRY), HEADER + ENTRY * index);
        written.setBigUint64(HEADER + ENTRY * index + 16, BigInt(to), true);
        copy.set(content, to);
    }
    written.setUint32(16, kept.length, true);
    written.setBigUint64(24, BigInt(copy.length), true);
    sign(copy);
    return copy;
}

/** @param {Uint8Array} atlas @param {number} entry */
function nameOf(atlas, entry) {
    return new TextDecoder("latin1").decode(atlas.subarray(entry, entry + 16)).replace(/\0+$/, "");
}

/**
 * Sets the checksums of the directory and of the sections' checksums.
 *
 * @param {Uint8Array} atlas
 */
function sign(atlas) {
    const view = new DataView(atlas.buffer);
    const entries = Array.from({ length: view.getUint32(16, true) }, (_, index) => HEADER + ENTRY * index);
    view.setBigUint64(32, hash(atlas.subarray(HEADER, HEADER + ENTRY * entries.length)), true);
    const sums = new Uint8Array(entries.flatMap((entry) => [...atlas.subarray(entry + 32, entry + 40)]));
    view.setBigUint64(40, hash(sums), true);
}
