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
export function throwText(match) {
    const { table, lastTeam, lastIndex, ending } = match;
    const result = resultText(table, lastTeam, lastIndex);
    return ending ? result : `${result} ${turnText(match, lastIndex === 0)}`;
}

/**
 * @param {import('./table.js').Table} table
 * @param {number} team
 * @param {number} index
 */
function resultText(table, team, index) {
    if (index === 0) return jackText(table);
    if (!table.isInPlay(index)) return say("said.out", { team: teamName(team) });
    return say("said.rolls", { team: teamName(team), distance: Math.round(table.distance(index)) });
}

/**
 * Says who leads and who is next, and where the jack lies if that is a person at this screen.
 *
 * @param {import('./match.js').Match} match
 * @param {boolean} [isJackSaid]
 */
export function turnText({ table, isHere }, isJackSaid = false) {
    if (table.isOver) return overText(table);
    if (table.nextIndex === 0) return say("said.jackNext", { team: teamName(table.turn) });
    const leads = table.points > 0 && say("said.leads", { team: teamName(table.leader), count: table.points });
    const jack = isHere && !isJackSaid && jackText(table);
    return [leads, say("said.next", { team: teamName(table.turn) }), jack].filter(Boolean).join(" ");
}

/**
 * Says where the jack lies, as seen from a ball that waits in the middle.
 *
 * @param {import('./table.js').Table} table
 */
function jackText(table) {
    const across = table.numbers[1] - table.width / 2;
    const along = table.heightOf(0) - table.startLine;
    const degrees = Math.round((Math.atan2(across, along) * 180) / Math.PI);
    const values = { distance: Math.round(Math.hypot(across, along)), degrees: Math.abs(degrees) };
    if (degrees === 0) return say("said.jack", values);
    return say(degrees < 0 ? "said.jackLeft" : "said.jackRight", values);
}

/** @param {import('./table.js').Table} table */
export function overText(table) {
    if (table.points === 0) return say("over.none");
    return say("over.wins", { team: teamName(table.leader), count: table.points });
}
