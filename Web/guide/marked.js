// The favourites and visited venues of a reader: kept on this device, and never sent.
import { ownName } from "../address/root.js";

/** @typedef {"favourites" | "visited"} Mark */

/**
 * @param {Mark} mark
 * @returns {Set<string>} ids of venues.
 */
export function marked(mark) {
    try {
        const kept = JSON.parse(localStorage.getItem(ownName(`hereabouts.${mark}`)) ?? "[]");
        return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : []);
    } catch {
        return new Set();
    }
}

/**
 * Marks a venue, or takes the mark away.
 *
 * @param {Mark} mark
 * @param {string} id
 * @returns {boolean} whether it is marked now.
 */
export function toggleMark(mark, id) {
    const all = marked(mark);
    if (!all.delete(id)) all.add(id);
    try {
        localStorage.setItem(ownName(`hereabouts.${mark}`), JSON.stringify([...all]));
    } catch {
        // A full or forbidden store keeps nothing; the button then says so by not staying pressed.
    }
    return marked(mark).has(id);
}
