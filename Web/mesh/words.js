// The words of the chat, in a catalogue of their own. This bundle has its own copy of the module that says them.
import { at, credentials } from "../address/root.js";
import { formatsLanguage, say, sayIfKnown, useCatalogue } from "../text/catalogue.js";

/** Loads the words in the page's language, once. */
export async function loadWords() {
    const language = document.documentElement.lang;
    const response = await fetch(at(`/text/mesh/${language}.json`), { credentials: credentials() });
    if (!response.ok) throw new Error(`no words: ${response.status}`);
    useCatalogue(language, await response.json());
}

/**
 * Says a time: of today by the clock, else with its day.
 *
 * @param {number} time in milliseconds.
 * @param {number} now
 */
export function timeText(time, now) {
    const isToday = new Date(time).toDateString() === new Date(now).toDateString();
    const day = isToday ? {} : /** @type {const} */ ({ day: "numeric", month: "short" });
    const format = new Intl.DateTimeFormat(formatsLanguage(), { hour: "numeric", minute: "2-digit", ...day });
    return format.format(time);
}

/**
 * The name of a room: general and help have one in each language.
 *
 * @param {{kind: string, name: string}} room
 */
export const roomName = ({ kind, name }) => (kind === "venue" ? name : (sayIfKnown(`room.${kind}`) ?? name));

/**
 * How far an own line got.
 *
 * @param {import("./room-lines.js").Line} line
 */
export function stateText({ state, count, reason }) {
    if (state === "refused") return sayIfKnown(`refused.${reason}`) ?? say("refused.other");
    if (state === "neighbours" || state === "nodes") return say(`state.${state}`, { count });
    return state ? say(`state.${state}`) : "";
}
