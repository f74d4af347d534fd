// The typed values of forms, read as the values to send: texts, numbers, positions and times; NaN and null where it
// makes no sense.
import { webAddress } from "../address/web-address.js";

/**
 * The most characters of names, of one-line texts and of descriptions; a test compares all limits with the server's.
 */
export const LENGTHS = { name: 200, line: 2_000, description: 20_000 };
/** The first and the last year that a work may be made in. */
export const YEARS = [-100_000, 3_000];
/** The greatest width or height of a work. */
export const LONGEST = 1_000_000;

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
 * Writes a number with all its digits, such as `readNumber` reads.
 *
 * @param {number | undefined} value
 */
export function numberText(value) {
    if (value === undefined) return "";
    return new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}

/**
 * Reads a length, which is above nothing.
 *
 * @param {string} text
 */
export function readLength(text) {
    const value = readNumber(text);
    return value === undefined || (value > 0 && value <= LONGEST) ? value : Number.NaN;
}

/**
 * Reads a year, before the common era as a negative number.
 *
 * @param {string} text
 */
export function readYear(text) {
    const value = readNumber(text);
    const isYear = value === undefined || (Number.isInteger(value) && value >= YEARS[0] && value <= YEARS[1]);
    return isYear ? value : Number.NaN;
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
    const link = text.trim();
    return link === "" || (/^https?:\/\/\S+$/i.test(link) && webAddress(link) !== null);
}

/**
 * An address as people write it, with what addresses of the web begin with; anything else as it is.
 *
 * @param {string} text
 */
export function completeLink(text) {
    const link = text.trim();
    return /^[^\s/:@]+\.[^\s/:@.?#]{2,}(:\d+)?([/?#]\S*)?$/.test(link) ? `https://${link}` : text;
}

/**
 * A time as the browser's field for times has it, in the time zone of the device; with seconds where it has some.
 *
 * @param {string | undefined} time as ISO 8601.
 */
export function localTime(time) {
    if (!time) return "";
    const then = new Date(time);
    const local = new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString();
    return local.slice(0, -1).replace(/(:00)?\.000$/, "");
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

/** The fields whose value is sent under another name. */
const SAID_BY = /** @type {Record<string, string[]>} */ ({ location: ["lat", "lon"], publish_at: ["from"] });

/**
 * Returns the values to send of an entry. An unchanged value is sent as it was, however its field shows it.
 *
 * @template {Record<string, any>} Fields
 * @param {Fields} typed
 * @param {Record<string, any>} was
 * @param {(field: string) => boolean} isChanged
 * @returns {Fields}
 */
export function withUnchanged(typed, was, isChanged) {
    const kept = Object.keys(typed).filter(
        (name) => !/^(pictures?|detail)$/.test(name) && !(SAID_BY[name] ?? [name]).some(isChanged),
    );
    return { ...typed, ...Object.fromEntries(kept.map((name) => [name, was[name]])) };
}
