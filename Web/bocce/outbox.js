// Sends the throws of this device in their order. Each stays on the device until the server has it: no throw is lost,
// and none counts twice. The sending goes on when the screen of the game is left.
import { isFinal } from "./refusal.js";
import { changeSeat, readSeat } from "./seats.js";

/** @typedef {import('../data/bocce-games.js').BocceGames} BocceGames */
/** @typedef {import('./seats.js').Unsent} Unsent */

/** How long to wait after a failure: twice as long each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/**
 * @typedef {{
 *   sent: (game: SharedBocceGame) => void,
 *   refused: (failure: unknown) => void,
 *   stuck: () => void,
 * }} Listener `sent` when the server has a throw, `refused` when it never will, `stuck` after any other failure.
 */

/**
 * The outboxes by their codes: each game has one, however often its screen is opened.
 *
 * @type {Map<string, Outbox>}
 */
const all = new Map();

/**
 * Returns the outbox of a game.
 *
 * @param {BocceGames} games
 * @param {string} code
 * @param {Listener} listener which hears of it until another one does.
 */
export function outboxOf(games, code, listener) {
    const outbox = all.get(code) ?? new Outbox(games, code);
    all.set(code, outbox);
    outbox.listener = listener;
    return outbox;
}

class Outbox {
    /** @type {Listener | null} */
    listener = null;
    /** The last failure, while throws wait. */
    failure = /** @type {unknown} */ (null);
    #isSending = false;
    #timer = 0;
    #wait = FIRST_WAIT_MS;

    /**
     * @param {BocceGames} games
     * @param {string} code
     */
    constructor(games, code) {
        this.games = games;
        this.code = code;
        window.addEventListener("online", this.flush);
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
        if (this.#isSending || !seat || !first) return;
        clearTimeout(this.#timer);
        this.#isSending = true;
        try {
            const game = await this.games.play(this.code, seat.secret, first);
            changeSeat(this.code, { unsent: this.unsent.filter(({ number }) => number !== first.number) });
            this.#wait = FIRST_WAIT_MS;
            this.failure = null;
            this.listener?.sent(game);
        } catch (failure) {
            this.#failed(failure);
        }
        this.#isSending = false;
        if (!this.failure) this.flush();
    };

    /** @param {unknown} failure */
    #failed(failure) {
        if (isFinal(failure)) {
            this.clear();
            this.failure = null;
            this.listener?.refused(failure);
            return;
        }
        this.failure = failure;
        this.#timer = window.setTimeout(this.flush, this.#wait);
        this.#wait = Math.min(LONGEST_WAIT_MS, 2 * this.#wait);
        this.listener?.stuck();
    }

    /**
     * The screen of the game is left. What waits is still sent.
     *
     * @param {Listener} listener
     */
    leave(listener) {
        if (this.listener === listener) this.listener = null;
    }
}
