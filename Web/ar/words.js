// The words of the camera view, in a catalogue of their own. This bundle has its own copy of the module that says them.
import { at, credentials } from "../address/root.js";
import { sayIfKnown, useCatalogue } from "../text/catalogue.js";
import { platform } from "./platform.js";

/** Loads the words in the page's language. */
export async function loadWords() {
    const language = document.documentElement.lang;
    const response = await fetch(at(`/text/ar-view/${language}.json`), { credentials: credentials() });
    if (!response.ok) throw new Error(`no words: ${response.status}`);
    useCatalogue(language, await response.json());
}

/**
 * Returns the words of a trouble and its remedy, on this platform if that matters; undefined for a trouble without
 * words here.
 *
 * @param {string} trouble
 */
export function remedyText(trouble) {
    const text = sayIfKnown(`trouble.${trouble}`);
    const remedy = sayIfKnown(`remedy.${trouble}.${platform()}`) ?? sayIfKnown(`remedy.${trouble}`);
    return text && remedy ? `${text} ${remedy}` : text;
}
