// The words of the camera view, in a catalogue of their own. This bundle has its own copy of the module that says them.
import { at, credentials } from "../address/root.js";
import { say, sayIfKnown, useCatalogue } from "../text/catalogue.js";

/** Loads the words in the page's language. */
export async function loadWords() {
    const language = document.documentElement.lang;
    const response = await fetch(at(`/text/ar-view/${language}.json`), { credentials: credentials() });
    if (!response.ok) throw new Error(`no words: ${response.status}`);
    useCatalogue(language, await response.json());
}

/** @returns {"ios" | "android" | "desk"} whose settings a remedy names. */
export function platform(agent = navigator.userAgent, touches = navigator.maxTouchPoints) {
    if (/android/i.test(agent)) return "android";
    // An iPad says that it is a Mac.
    if (/iphone|ipad|ipod/i.test(agent) || (/macintosh/i.test(agent) && touches > 1)) return "ios";
    return "desk";
}

/**
 * What is wrong and what to do about it, on this platform if that matters.
 *
 * @param {string} trouble
 */
export function remedyText(trouble) {
    const remedy = sayIfKnown(`remedy.${trouble}.${platform()}`) ?? sayIfKnown(`remedy.${trouble}`);
    return remedy ? `${say(`trouble.${trouble}`)} ${remedy}` : say(`trouble.${trouble}`);
}
