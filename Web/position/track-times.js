// Times of recorded tracks: how they are written, and the longest run of them that does not fall.

const TIME =
    /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,](\d+))?)?([Zz]|([+-])(\d\d)(?::?([0-5]\d))?)?$/;
const LONGEST_TIME = 40;

/**
 * Reads a time as receivers and exporters write them (ISO 8601); without a zone it is UTC, as GPX has it.
 *
 * @param {string} text
 */
export function millisecondsSince1970(text) {
    const trimmed = text.trim();
    const found = trimmed.length <= LONGEST_TIME ? TIME.exec(trimmed) : null;
    if (!found) return null;
    const [, date, hour, minute, second, fraction, , sign, zoneHour, zoneMinute] = found;
    const midnight = Date.parse(`${date}T00:00:00Z`);
    // A day that the month does not have becomes another one, or none.
    if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null;
    const zone = sign ? Number(`${sign}1`) * (Number(zoneHour) * 60 + Number(zoneMinute ?? 0)) : 0;
    if (Math.abs(zone) > 14 * 60) return null;
    const seconds = ((Number(hour) * 60 + Number(minute) - zone) * 60 + Number(second ?? 0)) * 1000;
    return midnight + seconds + Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
}

/**
 * The longest run of times that do not fall, by their indices (Schensted, Longest increasing and decreasing
 * subsequences, Canadian Journal of Mathematics 13, 1961): one clock that was wrong for a moment does not decide about
 * the rest.
 *
 * @param {number[]} times
 */
export function rising(times) {
    /** @type {number[][]} The indices that runs of each length end with, each earlier in time than the one before it. */
    const piles = [];
    /** @type {(number | undefined)[]} The predecessor of each index: of all possible ones, the nearest in time. */
    const previous = [];
    for (const [index, time] of times.entries()) {
        const length = firstOf(piles, (pile) => times[pile[pile.length - 1]] > time);
        const before = piles[length - 1] ?? [];
        previous.push(before[firstOf(before, (earlier) => times[earlier] <= time)]);
        if (length === piles.length) piles.push([index]);
        else piles[length].push(index);
    }
    const run = [];
    for (let index = piles[piles.length - 1]?.at(-1); index !== undefined; index = previous[index]) run.push(index);
    return run.reverse();
}

/**
 * The index of the first element that has a property, which all behind it have too; the count when none has.
 *
 * @template Element
 * @param {Element[]} list
 * @param {(element: Element) => boolean} isSo
 */
function firstOf(list, isSo) {
    let [low, high] = [0, list.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (isSo(list[middle])) high = middle;
        else low = middle + 1;
    }
    return low;
}
