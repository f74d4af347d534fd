// Whether a place is open, from the common forms of the OSM tag `opening_hours`.
//
// Read: `24/7`; rules like `Mo-Fr 08:00-17:00; Sa 10:00-15:00,16:00-18:00; Su off`, a rule for every day without days,
// later rules overriding earlier ones for their days, times past midnight. `PH` and `SH` rules are passed over: which
// days are holidays is not in the map. Anything else (months, weeks, sunset, comments) is not understood, and then
// nothing is claimed. Grammar: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification

const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const DAY_MINUTES = 24 * 60;
const RULE = /^(?<days>(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?:[-,\s]+(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH))*)?\s*(?<times>.*)$/;
const SPAN = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/;

/**
 * Minutes from the start of the day; `to` is past 1440 when it closes on the next.
 *
 * @typedef {{from: number, to: number}} Span
 */

/**
 * Reads opening hours.
 *
 * @param {string} text
 * @returns {Span[][] | null} the spans of each day, Monday first; null when the text is not understood.
 */
export function readHours(text) {
    if (text.trim() === "24/7") return DAYS.map(() => [{ from: 0, to: DAY_MINUTES }]);
    if (text.trim() === "") return null;
    /** @type {Span[][]} */
    const week = DAYS.map(() => []);
    for (const part of text
        .split(";")
        .map((rule) => rule.trim())
        .filter(Boolean)) {
        const groups = RULE.exec(part)?.groups;
        if (!groups) return null;
        const days = readDays(groups.days);
        const spans = readSpans(groups.times.trim());
        if (!days || !spans) return null;
        for (const day of days) week[day] = spans;
    }
    return week;
}

/**
 * @param {string | undefined} text
 * @returns {number[] | null}
 */
function readDays(text) {
    if (!text) return [0, 1, 2, 3, 4, 5, 6];
    const days = [];
    for (const range of text.split(",").map((each) => each.trim())) {
        if (range === "PH" || range === "SH") continue;
        const ends = range.split("-").map((day) => DAYS.indexOf(day.trim()));
        const first = ends[0];
        const last = ends[ends.length - 1];
        if (first < 0 || last < 0) return null;
        for (let day = first; ; day = (day + 1) % 7) {
            days.push(day);
            if (day === last) break;
        }
    }
    return days;
}

/**
 * @param {string} text
 * @returns {Span[] | null}
 */
function readSpans(text) {
    if (text === "off" || text === "closed") return [];
    const spans = [];
    for (const part of text.split(",")) {
        const match = SPAN.exec(part.trim());
        if (!match) return null;
        const [fromHour, fromMinute, toHour, toMinute] = match.slice(1).map(Number);
        const from = fromHour * 60 + fromMinute;
        const to = toHour * 60 + toMinute;
        if (from >= DAY_MINUTES || to > 2 * DAY_MINUTES) return null;
        spans.push({ from, to: to > from ? to : to + DAY_MINUTES });
    }
    return spans.length > 0 ? spans : null;
}

/**
 * Says whether a place is open, and until or from when.
 *
 * @param {string} text
 * @param {Date} now in the place's own time.
 * @returns {{isOpen: boolean, change: string | null} | null} the time of the next change as `HH:MM`, null when there is
 *   none within a day; null as a whole when the text is not understood.
 */
export function openState(text, now) {
    const week = readHours(text);
    if (!week) return null;
    const today = (now.getDay() + 6) % 7;
    const minute = now.getHours() * 60 + now.getMinutes();
    // Seen from today: yesterday's hours that pass midnight, today's, tomorrow's.
    const spans = [-1, 0, 1].flatMap((offset) =>
        week[(today + offset + 7) % 7].map(({ from, to }) => ({
            from: from + offset * DAY_MINUTES,
            to: to + offset * DAY_MINUTES,
        })),
    );
    const current = spans.find(({ from, to }) => from <= minute && minute < to);
    if (current) {
        const follows = spans.find(({ from }) => from === current.to);
        return { isOpen: true, change: follows ? null : clock(current.to) };
    }
    const next = spans
        .filter(({ from }) => from > minute && from < minute + DAY_MINUTES)
        .sort((a, b) => a.from - b.from)[0];
    return { isOpen: false, change: next ? clock(next.from) : null };
}

/** @param {number} minute */
function clock(minute) {
    const inDay = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
    return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}
