// This device's seats in shared games, each with the secret that proves who plays, and with the throws that the server
// does not have yet. Tabs share them.
import { ownPrefix } from "../address/root.js";

/** @typedef {{number: number, throw: BocceThrow, hash: string}} Unsent a throw that the server does not have yet. */
/**
 * A seat in a game.
 *
 * @typedef {{secret: string, team: number | null, since: number, isOver: boolean, unsent: Unsent[],
 *   isNext?: boolean}} Seat `team` is null until the server has given the seat. `since` is when it was made, in ms.
 *   `isNext` if the game follows another one of the same players.
 */

const PREFIX = ownPrefix("hereabouts.bocce-seat");
/** The server keeps a game for a day after its last change. */
const LIFETIME_MS = 2 * 86_400_000;
const SECRET_BYTES = 32;

/** Makes a secret: base64url without padding. */
export function makeSecret() {
    const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
}

/**
 * @param {string} code
 * @returns {Seat | null}
 */
export function readSeat(code) {
    try {
        const seat = JSON.parse(localStorage.getItem(PREFIX + code) ?? "null");
        return seat && typeof seat.secret === "string" && Array.isArray(seat.unsent) ? seat : null;
    } catch {
        // Somebody else has written there.
        return null;
    }
}

/**
 * Keeps a new seat, and removes those of games that are long over.
 *
 * @param {string} code
 * @param {string} secret
 * @param {number | null} team
 */
export function keepSeat(code, secret, team) {
    for (const other of codes()) if (Date.now() - (readSeat(other)?.since ?? 0) > LIFETIME_MS) dropSeat(other);
    write(code, { secret, team, since: Date.now(), isOver: false, unsent: [] });
}

/**
 * Changes parts of a seat, if this device has one.
 *
 * @param {string} code
 * @param {Partial<Seat>} parts
 */
export function changeSeat(code, parts) {
    const seat = readSeat(code);
    if (seat) write(code, { ...seat, ...parts });
}

/** @param {string} code */
export function dropSeat(code) {
    localStorage.removeItem(PREFIX + code);
}

/** The code of the newest game that is not known to be over; null for none. */
export function runningGame() {
    const running = codes().filter((code) => readSeat(code)?.isOver === false);
    return running.sort((one, other) => (readSeat(other)?.since ?? 0) - (readSeat(one)?.since ?? 0))[0] ?? null;
}

/** The codes of the games that are known to be over, the newest first. */
export function endedGames() {
    const ended = codes().filter((code) => readSeat(code)?.isOver);
    return ended.sort((one, other) => (readSeat(other)?.since ?? 0) - (readSeat(one)?.since ?? 0));
}

/** The codes of the games whose throws the server does not have yet. */
export function unsentGames() {
    return codes().filter((code) => readSeat(code)?.unsent.length);
}

/**
 * @param {string} code
 * @param {Seat} seat
 */
function write(code, seat) {
    localStorage.setItem(PREFIX + code, JSON.stringify(seat));
}

function codes() {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
}
