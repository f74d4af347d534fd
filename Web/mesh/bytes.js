// Keys and ids as hexadecimal digits, and the milliseconds of a reading of the hybrid clock.

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

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
