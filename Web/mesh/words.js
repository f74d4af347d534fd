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
    return formatOf(formatsLanguage(), isToday).format(time);
}

/** Making one takes longer than all else about a line. */
const formats = new Map();

/**
 * @param {string} language
 * @param {boolean} isToday
 * @returns {Intl.DateTimeFormat}
 */
function formatOf(language, isToday) {
    const name = `${language} ${isToday}`;
    const day = isToday ? {} : /** @type {const} */ ({ day: "numeric", month: "short" });
    const format =
        formats.get(name) ?? new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", ...day });
    formats.set(name, format);
    return format;
}

/**
 * The name of a room: general and help have one in each language.
 *
 * @param {{kind: string, name: string}} room
 */
export const roomName = ({ kind, name }) => (kind === "venue" ? name : (sayIfKnown(`room.${kind}`) ?? name));

/** More names of nodes than this are too long for a line. */
const MOST_NAMES = 3;

/** @param {string[]} names */
const listText = (names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

/**
 * How far an own line got, and which nodes that are linked to this one keep it.
 *
 * @param {import("./room-lines.js").Line} line
 */
export function stateText({ state, count, keepers, reason }) {
    if (state === "refused") return sayIfKnown(`refused.${reason}`) ?? say("refused.other");
    if (state === "neighbours" || state === "nodes") {
        const names = keepers.flatMap(({ name }) => name || []).slice(0, MOST_NAMES);
        const kept = say(`state.${state}`, { count });
        return names.length > 0 ? `${kept} · ${say("state.keepers", { names: listText(names) })}` : kept;
    }
    return state ? say(`state.${state}`) : "";
}
