// Levels in words: the word on the signs of a building, else the number.
import { formatsLanguage, say } from "./catalogue.js";

/**
 * Says the number of a level, with a true minus.
 *
 * @param {number} level
 */
export function levelNumber(level) {
    const format = new Intl.NumberFormat(formatsLanguage(), { maximumFractionDigits: 2 });
    return format.format(level).replace("-", "−");
}

/**
 * The short name of a level, such as `B`.
 *
 * @param {Level} level
 */
export function levelName({ level, name }) {
    return name || levelNumber(level);
}

/**
 * The full name of a level, such as "Level B (−1)".
 *
 * @param {Level} level
 */
export function levelLabel({ level, name }) {
    const number = levelNumber(level);
    return say("plan.level", { level: name && name !== number ? `${name} (${number})` : number });
}

/**
 * Where a room is, such as "Level 3 · EMS Building"; empty for a place that is not inside a building.
 *
 * @param {{building?: {name?: string}, levels?: Level[]}} place
 */
export function insideText({ building, levels = [] }) {
    if (levels.length === 0) return "";
    const names = levels.length > 2 ? [levels[0], levels[levels.length - 1]] : levels;
    const level = say("plan.level", { level: names.map(levelName).join(levels.length > 2 ? "–" : ", ") });
    return [level, building?.name].filter(Boolean).join(" · ");
}
