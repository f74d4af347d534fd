// The words of the game, in a catalogue of their own. This bundle has its own copy of the module that says them.
import { at, credentials } from "../address/root.js";
import { say, useCatalogue } from "../text/catalogue.js";

/** The names of the teams, by their numbers. */
const NAMES = ["blue", "orange"];

/** Loads the words in the page's language. */
export async function loadWords() {
    const language = document.documentElement.lang;
    const response = await fetch(at(`/text/bocce/${language}.json`), { credentials: credentials() });
    if (!response.ok) throw new Error(`no words: ${response.status}`);
    useCatalogue(language, await response.json());
}

/** @param {number} team */
export function teamName(team) {
    return say(`team.${NAMES[team]}`);
}

/** @param {number} team */
export function teamClass(team) {
    return NAMES[team];
}

/** @param {BocceTeam} name */
export function teamNumber(name) {
    return NAMES.indexOf(name);
}

/**
 * Says what a throw did, and who is next.
 *
 * @param {import('./match.js').Match} match
 */
export function throwText({ table, lastTeam, lastIndex, ending }) {
    const result = resultText(table, lastTeam, lastIndex);
    return ending ? result : `${result} ${turnText(table)}`.trim();
}

/**
 * @param {import('./table.js').Table} table
 * @param {number} team
 * @param {number} index
 */
function resultText(table, team, index) {
    if (index === 0) return say("said.jack", { distance: Math.round(table.heightOf(0)) });
    if (!table.isInPlay(index)) return say("said.out", { team: teamName(team) });
    return say("said.rolls", { team: teamName(team), distance: Math.round(table.distance(index)) });
}

/** @param {import('./table.js').Table} table */
export function turnText(table) {
    if (table.isOver) return overText(table);
    return say(table.nextIndex === 0 ? "said.jackNext" : "said.next", { team: teamName(table.turn) });
}

/** @param {import('./table.js').Table} table */
export function overText(table) {
    if (table.points === 0) return say("over.none");
    return say("over.wins", { team: teamName(table.leader), count: table.points });
}
