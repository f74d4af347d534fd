// The words about where a person is.
import { say } from "../text/catalogue.js";
import { agoText, clockText, dateText, distanceText, durationText } from "../text/quantities.js";

const DAY = 86_400_000;

/**
 * Whether the last position of a person is less than a day old: the map shows no others.
 *
 * @param {SeenPerson} person
 * @param {number} now in milliseconds.
 */
export function isRecent({ last }, now) {
    return now - Date.parse(last) < DAY;
}

/**
 * Returns the time of the last position of a person, and how long the person had been there.
 *
 * @param {SeenPerson} person
 * @param {string} [time] the time as text.
 */
export function whenText({ since, last, is_at_home: isAtHome }, time = clockText(last)) {
    if (isAtHome) return say("person.home", { time });
    const seconds = (Date.parse(last) - Date.parse(since)) / 1000;
    return seconds < 60 ? say("person.at", { time }) : say("person.there", { time, duration: durationText(seconds) });
}

/**
 * Returns how a person is connected to the reader, and how exact the position is.
 *
 * @param {SeenPerson} person
 */
export function whoText({
    is_friend: isFriend,
    is_exact: isExact,
    is_at_home: isAtHome,
    group,
    is_simulated: isSimulated,
}) {
    if (isSimulated) return say("person.simulated");
    const who = group ? say("person.group", { name: group }) : say(isFriend ? "person.friend" : "person.public");
    return isExact || isAtHome ? who : `${who} · ${say("person.around")}`;
}

/**
 * Returns the age of a position, and its time with the day, also today. For a person at home only the hour is known.
 *
 * @param {SeenPerson} person
 * @param {number} now in milliseconds.
 */
export function ageText(person, now) {
    const time = clockText(person.last);
    const day = dateText(person.last);
    const when = whenText(person, time.includes(day) ? time : `${day}, ${time}`);
    return person.is_at_home ? when : `${agoText(Date.parse(person.last), now)} · ${when}`;
}

/**
 * Returns the area to draw for a person: nothing for an exact position, which has a mark.
 *
 * @param {SeenPerson | undefined} person
 * @returns {(Area | Circle)[]}
 */
export function areasOf(person) {
    if (person?.area) return [person.area];
    const { lat, lon, radius } = person ?? {};
    return lat !== undefined && lon !== undefined && radius !== undefined ? [{ lat, lon, radius }] : [];
}

/**
 * Returns the exact position of a person, for directions; null for a home area or an approximate location.
 *
 * @param {SeenPerson | undefined} person
 * @returns {Position | null}
 */
export function exactPlace(person) {
    const { lat, lon, is_exact: isExact } = person ?? {};
    return isExact && lat !== undefined && lon !== undefined ? { lat, lon } : null;
}

/**
 * Returns the words about the area in which a person is shown.
 *
 * @param {SeenPerson} person
 */
export function areaText({ is_at_home: isAtHome, area, radius }) {
    if (isAtHome) return say(area ? "person.homeText" : "person.homeNowhere");
    return radius === undefined ? null : say("person.aroundText", { distance: distanceText(radius) });
}

/**
 * Returns the sentence for a member about the view of others now.
 *
 * @param {Shown} shown
 * @param {number} now in milliseconds.
 */
export function shownText({ person, due }, now) {
    if (!person) return due ? say("shown.due", { time: clockText(due) }) : say("shown.nothing");
    if (person.is_at_home) return say(person.area ? "shown.home" : "shown.homeNowhere");
    const ago = agoText(Date.parse(person.last), now);
    return say(person.is_exact ? "shown.exact" : "shown.area", { ago });
}

/**
 * Returns how much others see, as a number to compare.
 *
 * @param {Shown} shown
 */
function extent({ person, due }) {
    if (!person) return due ? 1 : 0;
    if (person.is_at_home) return person.area ? 3 : 2;
    return person.is_exact ? 5 : 4;
}

/**
 * Returns the sentence for a member about the view of all viewers together: the most that any of them sees.
 *
 * @param {Shown[]} shown of at least one.
 * @param {number} now in milliseconds.
 */
export function shownToAllText(shown, now) {
    const most = shown.reduce((one, other) => (extent(other) > extent(one) ? other : one));
    return shownText(most, now);
}
