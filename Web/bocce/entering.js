// The ways into a shared game: this device makes it, comes back to it, takes its free seat, or watches.
import { refusalOf } from "./refusal.js";
import { changeSeat, dropSeat, endedGames, keepSeat, makeSecret, readSeat } from "./seats.js";
import { teamNumber } from "./words.js";

/** @typedef {import('../data/bocce-games.js').BocceGames} BocceGames */
/**
 * @typedef {{game: SharedBocceGame, refusal?: unknown, before?: string | null}} Entered `refusal` says why this device
 *   has no seat. `before` is the code of the game of this device after which the game keeps a seat for it.
 */

/** So many games of this device may be the one before a game. */
const MOST_BEFORE = 3;

/**
 * Makes a game. The maker plays blue.
 *
 * @param {BocceGames} games
 * @param {string} secret the same one makes the same game, also when an answer got lost.
 * @returns {Promise<Entered>}
 */
export async function makeGame(games, secret) {
    const game = await games.add(secret);
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
    const game = await games.read(code);
    const isKept = game.state === "waiting" && game.is_open === false && !readSeat(code);
    return { game, before: isKept ? await gameBefore(games, code) : null };
}

/**
 * Returns the code of the game of this device that a game follows; null if there is none.
 *
 * @param {BocceGames} games
 * @param {string} code
 */
async function gameBefore(games, code) {
    for (const before of endedGames().slice(0, MOST_BEFORE)) {
        // The server forgets old games.
        const game = await games.read(before).catch(() => null);
        if (game?.next === code) return before;
    }
    return null;
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
 * Plays once more with the other player of a game: the first of them who asks makes the next game, and the other one
 * gets the same.
 *
 * @param {BocceGames} games
 * @param {string} code of the game that is over.
 * @returns {Promise<Entered>}
 */
export async function againGame(games, code) {
    const { seat: secret, game } = await games.again(code, readSeat(code)?.secret ?? "");
    if (!readSeat(game.id)) keepSeat(game.id, secret, game.team ? teamNumber(game.team) : null);
    changeSeat(game.id, { isNext: true });
    return { game };
}
