// Whether a place is open, and until or from when, in words.
import { placeDate } from "../core/place-clock.js";
import { make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";
import { openWord } from "../text/open-word.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * @param {boolean} isOpen
 * @param {{day?: string, time: string} | null} [change] when that ends.
 */
export function openText(isOpen, change = null) {
    const when = change && `${isOpen ? "Until" : "From"}${change.day ? "Day" : ""}`;
    const text = when ? say(`open.${isOpen ? "open" : "shut"}${when}`, { ...change }) : openWord(isOpen);
    return make("span", { class: isOpen ? "is-open" : "is-shut" }, text);
}

/**
 * Whether a place is open, as it was answered; null where that is not known.
 *
 * @param {Place} place
 * @param {number} now milliseconds.
 */
export function placeOpenText({ open, open_until: until, opens_at: from }, now) {
    if (open === undefined) return null;
    const change = open ? until : from;
    return openText(open, change ? whenText(change, now) : null);
}

/**
 * The time of a change, with its day of the week where a whole day or more lies between.
 *
 * @param {string} change ISO 8601 without a zone.
 * @param {number} now milliseconds.
 */
export function whenText(change, now) {
    const there = new Date(change);
    const written = (/** @type {Intl.DateTimeFormatOptions} */ parts) =>
        new Intl.DateTimeFormat(formatsLanguage(), parts).format(there);
    const time = written({ timeStyle: "short" });
    // Both on the place's clock: the device may be in another time zone.
    return there.getTime() - placeDate(now).getTime() < DAY_MS
        ? { time }
        : { day: written({ weekday: "short" }), time };
}
