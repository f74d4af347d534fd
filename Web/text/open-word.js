// Whether a place is open, in one word.
import { say } from "./catalogue.js";

/**
 * Returns the word, or an empty text if it is not known.
 *
 * @param {boolean | undefined} isOpen
 */
export function openWord(isOpen) {
    return isOpen === undefined ? "" : say(isOpen ? "open.open" : "open.shut");
}
