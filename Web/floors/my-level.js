// The level that I said I am on. It is known in this session of the browser only, and to this device only.
import { ownName } from "../address/root.js";
import { metresBetween } from "../core/geodesy.js";

const MINE = ownName("hereabouts.level");
/** Farther than this from all rooms of the level, I have left it: positions inside are this inexact. In metres. */
const LEFT_METRES = 100;

/**
 * The level in a browser that stores nothing; undefined while the browser's storage has it.
 *
 * @type {LevelOf | null | undefined}
 */
let unstored;

/** @returns {LevelOf | null} */
export function rememberedLevel() {
    if (unstored !== undefined) return unstored;
    try {
        return JSON.parse(sessionStorage.getItem(MINE) ?? "null");
    } catch {
        return null;
    }
}

/** @param {LevelOf | null} level */
export function rememberLevel(level) {
    unstored = undefined;
    try {
        if (level) sessionStorage.setItem(MINE, JSON.stringify(level));
        else sessionStorage.removeItem(MINE);
    } catch {
        unstored = level;
    }
}

/**
 * Whether a position may be on a level of a building.
 *
 * @param {IndoorSpace[]} spaces of the building.
 * @param {number} level
 * @param {Position} position
 */
export function mayBeOn(spaces, level, position) {
    return spaces.some(({ levels, lat, lon }) => {
        return levels.includes(level) && metresBetween({ lat, lon }, position) <= LEFT_METRES;
    });
}
