// The colours of the court and of the balls, as the style sheet has them for the scheme of the page.
import { make } from "../shell/make.js";

const NAMES = /** @type {const} */ ([
    "court",
    "court-speck",
    "court-light",
    "chalk",
    "verge",
    "verge-speck",
    "blue",
    "blue-mark",
    "orange",
    "orange-mark",
    "jack",
    "jack-rim",
    "ink",
    "halo",
    "shadow",
]);

/** @typedef {Record<typeof NAMES[number], string>} Palette */

/**
 * Reads the colours where they hold: a style sheet gives them by scheme, which only a real property resolves.
 *
 * @param {HTMLElement} place
 * @returns {Palette}
 */
export function readPalette(place) {
    const probe = make("span", { hidden: true });
    place.append(probe);
    const colours = NAMES.map((name) => {
        probe.style.color = `var(--bocce-${name})`;
        return [name, getComputedStyle(probe).color];
    });
    probe.remove();
    return Object.fromEntries(colours);
}
