// The classes of messages that a phone carries: how long they live, and how many bytes of each it keeps. docs/mesh.md has
// all classes; plans and pictures are too large to carry.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const ROSTER = 1;
export const KEYS = 2;
export const NOW = 3;
export const MAIL = 5;
export const TALK = 6;

/**
 * Talk comes first: it is what its reader waits for.
 *
 * @type {{number: number, life: number | null, bytes: number}[]} `life` in milliseconds, null until replaced; together
 *   5 MB.
 */
export const CARRIED = [
    { number: TALK, life: 3 * DAY, bytes: 3_000_000 },
    { number: ROSTER, life: null, bytes: 300_000 },
    { number: KEYS, life: 8 * DAY, bytes: 200_000 },
    { number: NOW, life: 6 * HOUR, bytes: 200_000 },
    { number: MAIL, life: 7 * DAY, bytes: 600_000 },
    { number: 7, life: 30 * DAY, bytes: 700_000 },
];

/** How far back a phone looks, step by step, so that the newest messages come first. In milliseconds. */
const STEPS = [HOUR, 6 * HOUR, DAY];

/**
 * @param {number} number
 */
export const classOf = (number) => CARRIED.find((each) => each.number === number);

/**
 * The spans to compare one after the other; null for all that there is.
 *
 * @param {number | null} life
 * @returns {(number | null)[]}
 */
export const spansOf = (life) => (life === null ? [null] : [...STEPS.filter((step) => step < life), life]);

/**
 * The second at which a comparison of the last `span` milliseconds begins, a whole minute as nodes have it.
 *
 * @param {number | null} span
 * @param {number} now in milliseconds.
 */
export const beginning = (span, now) => (span === null ? 0 : Math.ceil(Math.max(0, now - span) / 60_000) * 60);
