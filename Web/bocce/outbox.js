// Sends the throws of this device in their order. Each stays on the device until the server has it: no throw is lost,
// and none counts twice.
import { refusalOf } from "./refusal.js";
import { changeSeat, readSeat } from "./seats.js";

/** @typedef {import('../data/bocce-games.js').BocceGames} BocceGames */
/** @typedef {import('./seats.js').Unsent} Unsent */

/** How long to wait after a failure: twice as long each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** The refusals after which the same throw would be refused again. */
const FINAL = [
    "different_result",
    "game_ended",
    "invalid_body",
    "not_found",
    "not_playing",
    "throw_refused",
    "wrong_throw",
];

/**
 * @typedef {{
 *   sent: (game: SharedBocceGame) => void,
 *   refused: (failure: unknown) => void,
 *   stuck: () => void,
 * }} Listener `sent` when the server has a throw, `refused` when it never will, `stuck` after any other failure.
 */

export class Outbox {
    /** The last failure, while throws wait. */
    failure = /** @type {unknown} */ (null);
    #isSending = false;
    #hasLeft = false;
    #timer = 0;
    #wait = FIRST_WAIT_MS;

    /**
     * @param {BocceGames} games
     * @param {string} code
     * @param {Listener} listener
     */
    constructor(games, code, listener) {
        this.games = games;
        this.code = code;
        this.listener = listener;
    }

    /** The throws that the server does not have yet. */
    get unsent() {
        return readSeat(this.code)?.unsent ?? [];
    }

    /** @param {Unsent} thrown */
    add(thrown) {
        changeSeat(this.code, { unsent: [...this.unsent, thrown] });
        this.flush();
    }

    clear() {
        changeSeat(this.code, { unsent: [] });
    }

    /** Sends now what waits. */
    flush = async () => {
        const seat = readSeat(this.code);
        const [first] = seat?.unsent ?? [];
        if (this.#isSending || this.#hasLeft || !seat || !first) return;
        clearTimeout(this.#timer);
        this.#isSending = true;
        try {
            const game = await this.games.play(this.code, { seat: seat.seat, ...first });
            changeSeat(this.code, { unsent: this.unsent.filter(({ number }) => number !== first.number) });
            this.#wait = FIRST_WAIT_MS;
            this.failure = null;
            if (!this.#hasLeft) this.listener.sent(game);
        } catch (failure) {
            this.#failed(failure);
        }
        this.#isSending = false;
        if (!this.failure) this.flush();
    };

    /** @param {unknown} failure */
    #failed(failure) {
        if (this.#hasLeft) return;
        if (FINAL.includes(refusalOf(failure) ?? "")) {
            this.clear();
            this.failure = null;
            this.listener.refused(failure);
            return;
        }
        this.failure = failure;
        this.#timer = window.setTimeout(this.flush, this.#wait);
        this.#wait = Math.min(LONGEST_WAIT_MS, 2 * this.#wait);
        this.listener.stuck();
    }

    leave() {
        this.#hasLeft = true;
        clearTimeout(this.#timer);
    }
}
