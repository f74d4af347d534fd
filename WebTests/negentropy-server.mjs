// A plain server of Negentropy V1, for tests of the page.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { bytesOf, hexOf } from "../Web/mesh/bytes.js";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** A server of Negentropy V1 that divides nothing: it lists each range whose fingerprint differs. */
export function serve(message, items) {
    const sorted = items.toSorted((one, other) => one.seconds - other.seconds || (one.id < other.id ? -1 : 1));
    const reply = [0x61];
    let offset = 1;
    let [time, last] = [0, 0];
    let start = 0;
    const number = () => {
        let value = 0;
        for (;;) {
            const byte = message[offset++];
            assert.ok(byte !== undefined);
            value = value * 128 + (byte & 127);
            if (byte < 128) return value;
        }
    };
    const varint = (value) => {
        const digits = [value % 128];
        for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
            digits.unshift((rest % 128) + 128);
        return digits;
    };
    while (offset < message.length) {
        const begun = offset;
        const delta = number();
        time = delta === 0 ? Infinity : time + delta - 1;
        const prefix = hexOf(message.subarray(offset + 1, offset + 1 + message[offset]));
        offset += 1 + message[offset];
        const bound = message.slice(begun, offset);
        let end = start;
        const isBefore = ({ seconds, id }) => seconds < time || (seconds === time && id < prefix.padEnd(64, "0"));
        while (end < sorted.length && isBefore(sorted[end])) end += 1;
        const part = sorted.slice(start, end);
        const list = () =>
            reply.push(...bound, 2, ...varint(part.length), ...part.flatMap(({ id }) => [...bytesOf(id)]));
        const mode = number();
        if (mode === 0) reply.push(...bound, 0);
        else if (mode === 1) {
            const sum = part.reduce((total, { id }) => total + BigInt(`0x${hexOf(bytesOf(id).reverse())}`), 0n);
            const bytes = bytesOf((sum & ((1n << 256n) - 1n)).toString(16).padStart(64, "0")).reverse();
            const print = sha256(Uint8Array.from([...bytes, ...varint(part.length)])).subarray(0, 16);
            const isSame = hexOf(print) === hexOf(message.subarray(offset, offset + 16));
            offset += 16;
            if (isSame) reply.push(...bound, 0);
            else list();
        } else {
            const count = number();
            offset += 32 * count;
            list();
        }
        [start, last] = [end, time];
    }
    assert.ok(last === Infinity || start === sorted.length);
    return Uint8Array.from(reply);
}
