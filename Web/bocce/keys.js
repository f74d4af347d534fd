// The keys on the court: arrows aim, Enter throws, Escape takes the aim back.

/** @typedef {import('./aim.js').Aim} Aim */

export const DEGREES = 1;
export const POINTS = 10;
const SIDE = 8;

/**
 * Listens to the keys of a focused court.
 *
 * @param {HTMLElement} court
 * @param {Aim} aim
 * @param {() => void} adjusted
 */
export function listenToCourt(court, aim, adjusted) {
    court.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !press(event, aim)) return;
        event.preventDefault();
        // The page has uses of its own for some of these.
        event.stopPropagation();
        if (event.key.startsWith("Arrow")) adjusted();
    });
}

/**
 * Returns whether a key had something to do.
 *
 * @param {KeyboardEvent} event
 * @param {Aim} aim
 */
function press({ key, shiftKey, repeat }, aim) {
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const onward = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (sideways) aim.adjust(shiftKey ? { shift: sideways * SIDE } : { turn: sideways * DEGREES });
    else if (onward) aim.adjust({ strengthen: onward * POINTS });
    else if (key === "Enter") throwOrShow(aim, repeat);
    else if (key === "Escape" && aim.isOpen && aim.look !== "none") aim.giveUp();
    else return false;
    return true;
}

/**
 * Nobody throws without having seen the aim, nor with a key that is held.
 *
 * @param {Aim} aim
 * @param {boolean} isHeld
 */
export function throwOrShow(aim, isHeld) {
    if (isHeld || !aim.isOpen) return;
    if (aim.look === "good") aim.release();
    else aim.adjust({});
}
