// The ways into a shared game: this device makes it, comes back to it, takes its free seat, or watches.
import { refusalOf } from "./refusal.js";
import { changeSeat, dropSeat, keepSeat, makeSecret, readSeat } from "./seats.js";
import { teamNumber } from "./words.js";

/** @typedef {import('../data/bocce-games.js').BocceGames} BocceGames */
/** @typedef {{game: SharedBocceGame, refusal?: unknown}} Entered `refusal` says why this device has no seat. */

/**
 * Makes a game. The maker plays blue.
 *
 * @param {BocceGames} games
 * @param {string} secret the same one makes the same game, also when an answer got lost.
 * @param {BocceTeam} first
 * @returns {Promise<Entered>}
 */
export async function makeGame(games, secret, first) {
    const game = await games.add(secret, first);
    if (!readSeat(game.id)) keepSeat(game.id, secret, 0);
    return { game };
}

/**
 * Comes back to a game, or looks at it.
 *
 * @param {BocceGames} games
 * @param {string} code
 * @returns {Promise<Entered>}
 */
export async function enterGame(games, code) {
    // The answer that gave this seat got lost.
    if (readSeat(code)?.team === null) return joinGame(games, code);
    return { game: await games.read(code) };
}

/**
 * Takes the free seat; looks at the game if the server refuses.
 *
 * @param {BocceGames} games
 * @param {string} code
 * @returns {Promise<Entered>}
 */
export async function joinGame(games, code) {
    if (!readSeat(code)) keepSeat(code, makeSecret(), null);
    try {
        const game = await games.join(code, readSeat(code)?.secret ?? "");
        changeSeat(code, { team: game.team ? teamNumber(game.team) : null });
        return { game };
    } catch (refusal) {
        // Without an answer, the server may have given the seat.
        if (refusalOf(refusal) === null) throw refusal;
        dropSeat(code);
        return { game: await games.read(code), refusal };
    }
}

/**
 * Returns who throws first in the next game of this device, which plays blue there. The winner does; nobody's win
 * passes it on.
 *
 * @param {SharedBocceGame} last
 * @returns {BocceTeam}
 */
export function firstOfNext({ id, winner, game }) {
    const you = readSeat(id)?.team ?? 0;
    const isFirst = winner ? teamNumber(winner) === you : teamNumber(game.first) !== you;
    return isFirst ? "blue" : "orange";
}
