// Sends the throws of this device in their order. Each stays on the device until the server has it: no throw is lost,
// and none counts twice. The sending goes on when the screen of the game is left, and after a reload of the page.
import { say } from "../text/catalogue.js";
import { isFinal, refusalOf } from "./refusal.js";
import { changeSeat, readSeat, unsentGames } from "./seats.js";

/** @typedef {import('../data/bocce-games.js').BocceGames} BocceGames */
/** @typedef {import('./seats.js').Unsent} Unsent */

/** How long to wait after a failure: twice as long each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** The outboxes by the codes of their games. Fires all that they fire. */
class Outboxes extends EventTarget {
    /** @type {Map<string, Outbox>} */
    #all = new Map();

    /**
     * Returns the outbox of a game. Each game has one, however often its screen is opened.
     *
     * @param {BocceGames} games
     * @param {string} code
     */
    of(games, code) {
        const outbox = this.#all.get(code) ?? new Outbox(games, code, this);
        this.#all.set(code, outbox);
        return outbox;
    }

    /**
     * Returns the outboxes in which throws wait.
     *
     * @param {BocceGames} games
     */
    waiting(games) {
        return unsentGames().map((code) => this.of(games, code));
    }
}

export const outboxes = new Outboxes();

/**
 * Fires `sent` with the game when the server has a throw, `refused` with the failure when it never will, and `stuck`
 * after any other failure.
 */
class Outbox extends EventTarget {
    /** The last failure, while throws wait. */
    failure = /** @type {unknown} */ (null);
    #isSending = false;
    #timer = 0;
    #wait = FIRST_WAIT_MS;

    /**
     * @param {BocceGames} games
     * @param {string} code
     * @param {EventTarget} all which fires each event once more.
     */
    constructor(games, code, all) {
        super();
        this.games = games;
        this.code = code;
        this.all = all;
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
        this.#wait = FIRST_WAIT_MS;
        this.failure = null;
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
            this.#fire("sent", game);
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
            this.#fire("refused", failure);
            return;
        }
        this.failure = failure;
        this.#timer = window.setTimeout(this.flush, this.#wait);
        this.#wait = Math.min(LONGEST_WAIT_MS, 2 * this.#wait);
        this.#fire("stuck");
    }

    /**
     * @param {string} what
     * @param {unknown} [detail]
     */
    #fire(what, detail) {
        for (const target of [this, this.all]) target.dispatchEvent(new CustomEvent(what, { detail }));
    }

    /**
     * What people read while throws wait; empty if none does.
     *
     * @param {import('./play.js').Surroundings} surroundings
     */
    text({ failureText }) {
        if (this.unsent.length === 0) return "";
        if (this.failure === null) return say("net.sending");
        return refusalOf(this.failure) ? failureText(this.failure) : say("net.unsent");
    }
}
