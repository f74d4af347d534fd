// The local time of the place: in the time zone of the server, or of this device until the server names one.

/** Opening hours look a week ahead, to the end of its last day. */
const DAYS_AHEAD = 9;

/** @type {string | undefined} */
let placeZone;
/** @type {Intl.DateTimeFormat | null} Formats the local time of the place; `null` stands for this device's time zone. */
let format = null;

/**
 * Names the place's time zone from now on.
 *
 * @param {string | null | undefined} zone such as `Europe/Helsinki`; with none, or one that the browser does not know,
 *   the device's counts.
 */
export function setTimeZone(zone) {
    format = null;
    placeZone = undefined;
    if (!zone) return;
    try {
        format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
            timeZone: zone,
            hourCycle: "h23",
            year: "numeric",
            month: "numeric",
            day: "numeric",
            hour: "numeric",
            minute: "numeric",
        });
        placeZone = zone;
    } catch (failure) {
        console.info("the place's time zone is not known here:", failure);
    }
}

/**
 * How times are formatted as the place's clock shows them: its zone, `undefined` for the device's, and whether the
 * device's clock shows another time then.
 *
 * @param {Date} then
 */
export function placeClock(then) {
    const isElsewhere = ahead(Math.floor(then.getTime() / 60_000)) !== -then.getTimezoneOffset();
    return { timeZone: placeZone, isElsewhere };
}

/** @param {number} minutes since 1970. @returns {number} how many minutes the clock is ahead of UTC then. */
function ahead(minutes) {
    const then = new Date(minutes * 60_000);
    if (!format) return -then.getTimezoneOffset();
    const part = Object.fromEntries(format.formatToParts(then).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute) / 60_000 - minutes;
}

/**
 * Returns the local time, in minutes since 1970 as if there were no time zones; how many minutes it is ahead of UTC;
 * when, within some days, it is put forward or back (-1 where it is not); and how many minutes it is ahead then.
 *
 * @param {Date} now
 * @returns {readonly number[]}
 */
export function localClock(now = new Date()) {
    let low = Math.floor(now.getTime() / 60_000);
    let high = low + DAYS_AHEAD * 1440;
    const [minutes, first, last] = [low, ahead(low), ahead(high)];
    if (first === last) return [minutes + first, first, -1, 0];
    while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (ahead(middle) === first) low = middle;
        else high = middle;
    }
    return [minutes + first, first, high + first, last];
}

/**
 * Returns a date that the device's own calendar shows as the clock of the place does.
 *
 * @param {number} now in milliseconds since 1970.
 */
export function placeDate(now) {
    const wall = new Date(localClock(new Date(now))[0] * 60_000);
    const day = /** @type {const} */ ([wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]);
    return new Date(...day, wall.getUTCHours(), wall.getUTCMinutes());
}
