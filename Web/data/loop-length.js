// The wanted length of a round walk: in minutes, or in steps of the 10,000 that some want to walk in a day.
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";

/** @typedef {{minutes: number} | {steps: number}} Length */

const MINUTES = [10, 15, 20, 30, 45, 60, 90];
const STEPS = [2_000, 4_000, 6_000, 10_000];
/** As long as the server takes. */
const MOST = { min: 160, steps: 20_000 };
const LEAST = { min: 5, steps: 500 };

/** @type {Length[]} */
export const LENGTHS = [...MINUTES.map((minutes) => ({ minutes })), ...STEPS.map((steps) => ({ steps }))];
/** There and back in a lunch break. */
export const USUAL = /** @type {Length} */ ({ minutes: 30 });

/** @param {Length} length */
export function writeLength(length) {
    return "minutes" in length ? `${length.minutes}min` : `${length.steps}steps`;
}

/**
 * @param {string | null} text
 * @returns {Length} the usual one for an unreadable value.
 */
export function readLength(text) {
    const [, digits, unit] = /^(\d{1,5})(min|steps)$/.exec(text ?? "") ?? [];
    const count = Number(digits);
    if (!(unit === "min" || unit === "steps") || count < LEAST[unit] || count > MOST[unit]) return USUAL;
    return unit === "min" ? { minutes: count } : { steps: count };
}

/** @param {Length} length */
export function lengthName(length) {
    return "minutes" in length ? durationText(length.minutes * 60) : say("loop.steps", { count: length.steps });
}
