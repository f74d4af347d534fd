// The ways out of a shared game before its last throw.
import { say } from "../text/catalogue.js";
import { insist } from "./refusal.js";
import { readSeat } from "./seats.js";

/**
 * Asks a player once whether they give up.
 *
 * @param {import('../shell/notices.js').Notices} notices
 */
export function confirmLeaving(notices) {
    const [title, text, yes, no] = ["title", "text", "yes", "no"].map((part) => say(`leave.${part}`));
    return notices.ask({ title, text, yes, no });
}

/**
 * Ends a game for both players. Goes on trying while the page is open.
 *
 * @param {import('../data/bocce-games.js').BocceGames} games
 * @param {string} code
 * @param {"left" | "different_result"} reason
 */
export function endGame(games, code, reason) {
    const secret = readSeat(code)?.secret;
    if (secret) insist(() => games.end(code, secret, reason));
}
