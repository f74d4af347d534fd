// Why a shared game ended before its last throw, in words.
import { say } from "../text/catalogue.js";
import { teamName, teamNumber } from "./words.js";

/** @typedef {import('./match.js').Ending} Ending */

/** @returns {Ending} */
export function differentResult() {
    return { text: say("end.different_result"), winner: null };
}

/**
 * @param {SharedBocceGame} game
 * @param {number | null} you the team of this device; null for one that watches.
 * @returns {Ending | null} null for a game that goes on or was played to its end.
 */
export function endingOf({ state, ending, ended_by: by, winner }, you) {
    if (state !== "ended" || !ending) return null;
    if (ending === "different_result" || !by) return differentResult();
    const team = teamNumber(by);
    const who = you === null ? "team" : team === you ? "you" : "other";
    return { text: say(`end.${ending}.${who}`, { team: teamName(team) }), winner: winner ? teamNumber(winner) : null };
}
