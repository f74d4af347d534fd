// Distances, durations, directions, sizes and ages in the words a walker uses.
import { placeClock } from "../core/place-clock.js";
import { formatsLanguage, say } from "./catalogue.js";

/**
 * @param {number} value
 * @param {string} unit
 * @param {number} [digits]
 */
function withUnit(value, unit, digits = 0) {
    const format = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits };
    return new Intl.NumberFormat(formatsLanguage(), /** @type {Intl.NumberFormatOptions} */ (format)).format(value);
}

/**
 * Returns a number with a fixed count of decimals.
 *
 * @param {number} value
 */
export function decimalText(value, digits = 1) {
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(formatsLanguage(), format).format(value);
}

/**
 * Rounds a distance as the page shows it, so that parts add up to their sum.
 *
 * @param {number} metres
 */
export function shownMetres(metres) {
    const step = metres < 20 ? 1 : metres < 995 ? 10 : metres < 9950 ? 100 : 1000;
    return Math.round(metres / step) * step;
}

/**
 * Rounds a duration as the page shows it, in whole minutes and never less than one minute.
 *
 * @param {number} seconds
 */
export function shownMinutes(seconds) {
    return Math.max(1, Math.round(seconds / 60));
}

/**
 * Says a distance: to the metre under 20 m, to ten metres under a kilometre, then in kilometres.
 *
 * @param {number} metres
 */
export function distanceText(metres) {
    if (metres < 20) return withUnit(Math.round(metres), "meter");
    const rounded = Math.round(metres / 10) * 10;
    if (rounded < 1000) return withUnit(rounded, "meter");
    return withUnit(metres / 1000, "kilometer", metres < 9950 ? 1 : 0);
}

/**
 * Returns a measured length, without rounding.
 *
 * @param {number} value
 * @param {"cm" | "in"} unit
 */
export function lengthText(value, unit) {
    return withUnit(value, unit === "in" ? "inch" : "centimeter", 2);
}

/**
 * Says a duration in minutes, or hours and minutes; never less than a minute.
 *
 * @param {number} seconds
 */
export function durationText(seconds) {
    const minutes = shownMinutes(seconds);
    if (minutes < 60) return withUnit(minutes, "minute");
    const rest = minutes % 60;
    const hours = withUnit(Math.floor(minutes / 60), "hour");
    // In one piece: a line does not break between the hours and the minutes.
    return rest === 0 ? hours : `${hours} ${withUnit(rest, "minute")}`.replaceAll(" ", "\u00a0");
}

/**
 * Says an amount of data.
 *
 * @param {number} bytes
 */
export function sizeText(bytes) {
    return bytes < 1e6
        ? withUnit(Math.max(1, Math.round(bytes / 1e3)), "kilobyte")
        : withUnit(bytes / 1e6, "megabyte", bytes < 1e7 ? 1 : 0);
}

const POINTS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/**
 * Names the eighth of the compass that a bearing points into.
 *
 * @param {number} bearing degrees clockwise from true north.
 */
export function directionText(bearing) {
    return say(`direction.${POINTS[Math.round((((bearing % 360) + 360) % 360) / 45) % 8]}`);
}

/**
 * Says how long ago something was.
 *
 * @param {number} then milliseconds since the epoch.
 * @param {number} now
 */
export function agoText(then, now) {
    const seconds = Math.max(0, (now - then) / 1000);
    const format = new Intl.RelativeTimeFormat(formatsLanguage(), { numeric: "auto" });
    if (seconds < 90) return say("ago.now");
    if (seconds < 5400) return format.format(-Math.round(seconds / 60), "minute");
    if (seconds < 129600) return format.format(-Math.round(seconds / 3600), "hour");
    return format.format(-Math.round(seconds / 86400), "day");
}

/**
 * Says the day of a time, on the place's clock.
 *
 * @param {string} time as ISO 8601.
 */
export function dateText(time) {
    const there = new Date(time);
    const { timeZone } = placeClock(there);
    return new Intl.DateTimeFormat(formatsLanguage(), { dateStyle: "medium", timeZone }).format(there);
}

/**
 * Says a time of day on the place's clock, with the zone where the device's clock shows another time, and the day with
 * it when that is not today.
 *
 * @param {string} time as ISO 8601.
 */
export function clockText(time) {
    const there = new Date(time);
    const { timeZone, isElsewhere } = placeClock(there);
    const isToday = dateText(time) === dateText(new Date().toISOString());
    if (!isElsewhere) {
        const day = isToday ? undefined : /** @type {const} */ ("medium");
        const style = { dateStyle: day, timeStyle: /** @type {const} */ ("short"), timeZone };
        return new Intl.DateTimeFormat(formatsLanguage(), style).format(there);
    }
    const parts = /** @type {const} */ ({ hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone });
    const clock = new Intl.DateTimeFormat(formatsLanguage(), parts).format(there);
    return isToday ? clock : `${dateText(time)}, ${clock}`;
}

/**
 * Says a time to the second.
 *
 * @param {string} time as ISO 8601.
 */
export function timeText(time) {
    return new Intl.DateTimeFormat(formatsLanguage(), { dateStyle: "full", timeStyle: "medium" }).format(
        new Date(time),
    );
}

/**
 * Returns a position in the form that `geo:` links and the search field accept.
 *
 * @param {Position} position
 */
export function positionText(position) {
    return `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`;
}
