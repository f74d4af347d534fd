// What is said of where somebody is.
import { say } from "../text/catalogue.js";
import { clockText, dateText, durationText } from "../text/quantities.js";

const DAY = 86_400_000;

/**
 * Whether somebody was heard of in the last day: the map shows no others.
 *
 * @param {SeenPerson} person
 * @param {number} now in milliseconds.
 */
export function isRecent({ last }, now) {
    return now - Date.parse(last) < DAY;
}

/**
 * When somebody was last heard of, and how long they had been there.
 *
 * @param {SeenPerson} person
 * @param {string} [time] how the time is said.
 */
export function whenText({ since, last, is_at_home: isAtHome }, time = clockText(last)) {
    if (isAtHome) return say("person.home", { time });
    const seconds = (Date.parse(last) - Date.parse(since)) / 1000;
    return seconds < 60 ? say("person.at", { time }) : say("person.there", { time, duration: durationText(seconds) });
}

/**
 * Who somebody is to the reader, and how exactly they are told.
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
 * The same with the day, also when that is today.
 *
 * @param {SeenPerson} person
 */
export function dayText(person) {
    const time = clockText(person.last);
    const day = dateText(person.last);
    return whenText(person, time.includes(day) ? time : `${day}, ${time}`);
}
