// Keys and ids as hexadecimal digits, and the milliseconds of a reading of the hybrid clock.

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** The values of digits by their codes. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [..."0123456789abcdef"].entries()) VALUES[digit.charCodeAt(0)] = value;
for (const [value, digit] of [..."ABCDEF"].entries()) VALUES[digit.charCodeAt(0)] = 10 + value;

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
    let hex = "";
    for (const byte of bytes) hex += DIGITS[byte];
    return hex;
}

/** @param {string} hex */
export function bytesOf(hex) {
    const bytes = new Uint8Array(hex.length >> 1);
    for (let index = 0; index < bytes.length; index += 1)
        bytes[index] = (VALUES[hex.charCodeAt(2 * index)] << 4) | VALUES[hex.charCodeAt(2 * index + 1)];
    return bytes;
}

/**
 * The milliseconds since 1970 of a reading.
 *
 * @param {bigint} time
 */
export const millisecondsOf = (time) => Number(time >> 16n);

/**
 * Bytes one after the other.
 *
 * @param {...Uint8Array} parts
 */
export function joined(...parts) {
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let start = 0;
    for (const part of parts) {
        whole.set(part, start);
        start += part.length;
    }
    return whole;
}
