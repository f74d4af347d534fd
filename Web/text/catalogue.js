// All words the page says, from one catalogue per language.
import { at, credentials } from "../address/root.js";

export const LANGUAGES = ["en", "fi", "de", "ar"];
const CHOICE = "hereabouts.language";

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @type {Catalogue} */
let messages = {};
let language = "en";
/** The language with the region that the browser has it for, so that dates look as the reader expects. */
let formats = "en";
let plurals = new Intl.PluralRules("en");

/** The language the page speaks, as a BCP 47 tag. */
export function currentLanguage() {
    return language;
}

/** The tag by which dates and numbers are written: the page's language, of the browser's region where that is known. */
export function formatsLanguage() {
    return formats;
}

/**
 * The language that names on the map are wanted in: the chosen one, else the browser's first, whether or not the page
 * speaks it too.
 */
export function namesLanguage() {
    return localStorage.getItem(CHOICE) ?? navigator.language.toLowerCase().split("-")[0];
}

/**
 * Picks the first preferred language there is a catalogue for.
 *
 * @param {readonly string[]} preferred BCP 47 tags, best first.
 */
export function pickLanguage(preferred) {
    const bases = preferred.map((tag) => tag.toLowerCase().split("-")[0]);
    return bases.find((base) => LANGUAGES.includes(base)) ?? "en";
}

/** Loads the catalogue of the chosen language, else of the browser's, and sets the language of the document. */
export async function loadText() {
    const chosen = localStorage.getItem(CHOICE);
    const picked = pickLanguage(chosen ? [chosen, ...navigator.languages] : navigator.languages);
    const response = await fetch(at(`/text/${picked}.json`), { credentials: credentials() });
    useCatalogue(picked, await response.json());
    document.documentElement.lang = picked;
    document.documentElement.dir = say("direction");
    for (const element of document.querySelectorAll("[data-say]")) {
        element.textContent = say(/** @type {HTMLElement} */ (element).dataset.say ?? "");
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        element.setAttribute("aria-label", say(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
    }
}

/**
 * Remembers a language for the next load.
 *
 * @param {string} tag
 */
export function chooseLanguage(tag) {
    localStorage.setItem(CHOICE, tag);
}

/**
 * Uses a catalogue that has been read.
 *
 * @param {string} tag
 * @param {Catalogue} catalogue
 */
export function useCatalogue(tag, catalogue) {
    language = tag;
    const isSame = (/** @type {string} */ each) => each.toLowerCase().split("-")[0] === tag;
    formats = globalThis.navigator?.languages?.find(isSame) ?? tag;
    messages = catalogue;
    plurals = new Intl.PluralRules(tag);
}

/**
 * Says a message. `{name}` in it is replaced by the value of that name; a message with plural forms goes by `count`.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string} the key itself when the catalogue lacks it, so that a gap is seen and nothing breaks.
 */
export function say(key, values = {}) {
    const message = messages[key] ?? key;
    const form =
        typeof message === "string" ? message : (message[plurals.select(Number(values.count))] ?? message.other);
    return form.replace(/\{(\w+)\}/g, (whole, name) => {
        const value = values[name];
        if (value === undefined) return whole;
        return typeof value === "number" ? new Intl.NumberFormat(formats).format(value) : value;
    });
}

/**
 * Says a message as a list of texts and of the nodes that stand for its values: the page does not look for placeholders
 * in them.
 *
 * @param {string} key
 * @param {Record<string, Node>} nodes
 * @returns {(string | Node)[]}
 */
export function sayAround(key, nodes) {
    const message = messages[key] ?? key;
    const parts = (typeof message === "string" ? message : message.other).split(/\{(\w+)\}/);
    return parts.map((part, index) => (index % 2 === 1 ? (nodes[part] ?? `{${part}}`) : part));
}

/**
 * Says a message if the catalogue has it.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function sayIfKnown(key, values) {
    return key in messages ? say(key, values) : undefined;
}
