// What this device keeps of the game: the game that is being played, whether it sounds, whether it
// has buttons, and whether it was explained.
import { ownName } from "../address/root.js";

/** @typedef {import('./table.js').Throw} Throw */
/** @typedef {{computer: number | null}} Settings the computer's strength, or null for two people here. */
/** @typedef {Settings & {first: number, throws: Throw[]}} KeptGame all that is needed to play it again. */

const GAME = ownName("hereabouts.bocce");
const SOUND = ownName("hereabouts.bocce-sound");
const BUTTONS = ownName("hereabouts.bocce-buttons");
const EXPLAINED = ownName("hereabouts.bocce-explained");

/** @returns {KeptGame | null} */
export function readGame() {
    try {
        const kept = JSON.parse(localStorage.getItem(GAME) ?? "null");
        return kept && isGame(kept) ? kept : null;
    } catch {
        // Somebody else has written there.
        return null;
    }
}

/** @param {any} kept */
function isGame({ computer, first, throws }) {
    return (
        [null, 0, 1, 2].includes(computer) &&
        [0, 1].includes(first) &&
        Array.isArray(throws) &&
        throws.every((each) => each && [each.start, each.across, each.along].every(Number.isInteger))
    );
}

/** @param {KeptGame} game */
export function keepGame(game) {
    localStorage.setItem(GAME, JSON.stringify(game));
}

export const isSoundOn = () => localStorage.getItem(SOUND) === "on";

/** @param {boolean} isOn */
export function keepSound(isOn) {
    localStorage.setItem(SOUND, isOn ? "on" : "off");
}

export const areButtonsShown = () => localStorage.getItem(BUTTONS) === "on";

/** @param {boolean} areShown */
export function keepButtons(areShown) {
    localStorage.setItem(BUTTONS, areShown ? "on" : "off");
}

export const isExplained = () => localStorage.getItem(EXPLAINED) !== null;

export function keepExplained() {
    localStorage.setItem(EXPLAINED, "yes");
}
