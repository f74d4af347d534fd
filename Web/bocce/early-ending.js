// Why a shared game ended before its last throw, in words.
import { say } from "../text/catalogue.js";
import { teamName, teamNumber } from "./words.js";

/** @typedef {import('./match.js').Ending} Ending */

/**
 * @param {import('./shared-match.js').PlayedGame} game
 * @param {number | null} you the team of this device; null for one that watches.
 * @param {boolean} isDifferent whether this device got another result than the server.
 * @returns {Ending | null} null for a game that goes on or was played to its end.
 */
export function earlyEnding({ state, ending, ended_by: by, winner }, you, isDifferent) {
    const winning = winner ? teamNumber(winner) : null;
    if (state === "ended" && ending) {
        if (by) return endingBy(ending, teamNumber(by), you);
        return { text: say("end.different_result"), winner: winning };
    }
    if (!isDifferent) return null;
    // The server's result counts. This device cannot show it.
    if (state === "over") return { text: say("error.game_ended"), winner: winning };
    return you === null ? null : endingBy("different_result", you, you);
}

/**
 * @param {string} ending
 * @param {number} by the team that caused it, which loses.
 * @param {number | null} you
 * @returns {Ending}
 */
function endingBy(ending, by, you) {
    const who = you === null ? "team" : by === you ? "you" : "other";
    return { text: say(`end.${ending}.${who}`, { team: teamName(by) }), winner: 1 - by };
}
