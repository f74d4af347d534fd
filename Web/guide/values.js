// What curators type, read as what is sent: texts, numbers, positions and times; NaN and null where it makes no sense.
import { webAddress } from "./facts.js";

/**
 * Reads a number with a point or a comma.
 *
 * @param {string} text
 * @returns {number | undefined} undefined when there is none, NaN when it is no number.
 */
export function readNumber(text) {
    const plain = text.trim().replace(",", ".").replace("−", "-");
    if (plain === "") return undefined;
    return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/**
 * Reads a length, which is above nothing.
 *
 * @param {string} text
 */
export function readLength(text) {
    const value = readNumber(text);
    return value === undefined || value > 0 ? value : Number.NaN;
}

/**
 * Reads a year, before the common era as a negative number.
 *
 * @param {string} text
 */
export function readYear(text) {
    const value = readNumber(text);
    return value === undefined || (Number.isInteger(value) && Math.abs(value) <= 9999) ? value : Number.NaN;
}

/**
 * Reads degrees.
 *
 * @param {string} text
 * @param {90 | 180} most
 */
export function readDegrees(text, most) {
    const value = readNumber(text);
    return value === undefined || Math.abs(value) <= most ? value : Number.NaN;
}

/** @param {string} text */
export function isLink(text) {
    return text.trim() === "" || webAddress(text.trim()) !== null;
}

/**
 * A time as the browser's field for times has it, in the time of the place where one is.
 *
 * @param {string | undefined} time as ISO 8601.
 */
export function localTime(time) {
    if (!time) return "";
    const then = new Date(time);
    return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * The time that a field has, as it is sent.
 *
 * @param {string} text
 * @returns {string | undefined}
 */
export function sentTime(text) {
    const then = new Date(text);
    return text && !Number.isNaN(then.getTime()) ? then.toISOString() : undefined;
}
