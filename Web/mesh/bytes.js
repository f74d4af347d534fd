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
