// Which level of which building is shown.
import { metresBetween } from "../core/geodesy.js";

/**
 * The levels of a building as its switch lists them: the highest first.
 *
 * @param {Level[]} levels
 */
export function fromAbove(levels) {
    return [...levels].sort((a, b) => b.level - a.level);
}

/**
 * The level that is nearest to the ground; of two as near, the higher.
 *
 * @param {Iterable<number>} levels
 * @returns {number | undefined} undefined for none.
 */
export function nearestToGround(levels) {
    return [...levels].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)[0];
}

/**
 * The level of each building that the map draws: the chosen one, else the one to begin with. A number means another
 * height in each building, so a choice holds for one building only, and the others stay at the level of their entrance.
 *
 * @param {Map<string, Set<number>>} seen the levels in the loaded tiles, by building.
 * @param {(building: string) => number | undefined} chosen
 * @param {(building: string) => number | undefined} start the level that the server names, as far as it was asked.
 * @returns {Map<string, number>}
 */
export function shownLevels(seen, chosen, start) {
    const shown = new Map();
    for (const [building, levels] of seen)
        shown.set(building, chosen(building) ?? start(building) ?? nearestToGround(levels) ?? 0);
    return shown;
}

/**
 * The level of a room to show: the one that is shown already if the room is there too, else its lowest.
 *
 * @param {number[]} levels of the room.
 * @param {number | undefined} shown
 */
export function levelOfRoom(levels, shown) {
    return shown !== undefined && levels.includes(shown) ? shown : Math.min(...levels);
}

/**
 * The space that a tap means: the drawn room has no id, but a level and a number.
 *
 * @param {IndoorSpace[]} spaces of the building.
 * @param {{level: number, ref?: string, position: Position}} drawn
 * @returns {IndoorSpace | undefined}
 */
export function spaceAt(spaces, { level, ref, position }) {
    const off = (/** @type {Position} */ there) => metresBetween(there, position);
    return spaces.filter((each) => each.levels.includes(level) && each.ref === ref).sort((a, b) => off(a) - off(b))[0];
}

/**
 * The spaces that have a text in their number or name, in the order of their numbers.
 *
 * @param {IndoorSpace[]} spaces
 * @param {string} text
 */
export function spacesNamed(spaces, text) {
    const wanted = plain(text);
    const order = new Intl.Collator("en", { numeric: true }).compare;
    return spaces
        .filter(({ ref, name }) => ref || name)
        .filter(({ ref = "", name = "" }) => plain(`${ref} ${name}`).includes(wanted))
        .sort((a, b) => order(titleOf(a), titleOf(b)));
}

/**
 * The number of a space and its name.
 *
 * @param {IndoorSpace} space
 */
export function titleOf({ ref, name }) {
    return [ref, name].filter(Boolean).join(" · ");
}

/**
 * Without accents and case.
 *
 * @param {string} text
 */
function plain(text) {
    return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}
