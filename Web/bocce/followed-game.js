// A shared game as the server has it: this device follows its events, and asks for it where none come.
import { GameStream } from "./game-stream.js";
import { endGame } from "./leaving.js";
import { outboxes } from "./outbox.js";
import { isFinal, refusalOf } from "./refusal.js";
import { changeSeat, readSeat } from "./seats.js";

/** The order in which the states of a game follow each other. */
const ORDER = { waiting: 0, playing: 1, over: 2, ended: 2 };

/**
 * @typedef {{
 *   changed: (game: SharedBocceGame) => void,
 *   connection: () => void,
 * }} Listener `changed` for a game that is as new as the last one, or newer; `connection` when `isConnected` or
 *   `refusal` may have changed.
 */

export class FollowedGame {
    /** @type {SharedBocceGame | null} */
    last = null;
    isConnected = true;
    /** Why the server does not show the game; null while it does. */
    refusal = /** @type {unknown} */ (null);
    /** Whether a player loses whose device gets another result, and whether the same players can go on. */
    isJudged = true;
    /**
     * What stands above the court.
     *
     * @type {HTMLElement | null}
     */
    remark = null;
    /** @type {GameStream | null} */
    #stream = null;
    #hasLeft = false;

    /**
     * @param {import('../data/bocce-games.js').BocceGames} games
     * @param {string} code
     * @param {Listener} listener
     */
    constructor(games, code, listener) {
        this.games = games;
        this.code = code;
        this.listener = listener;
    }

    /** The throws of this device that the server does not have yet. */
    get outbox() {
        return outboxes.of(this.games, this.code);
    }

    /** Listens to its events, until another game follows it. */
    follow() {
        if (this.#stream || this.#hasLeft || this.last?.next) return;
        this.#stream = new GameStream(this.code, {
            game: this.receive,
            connected: this.#connected,
            closed: this.ask,
        });
    }

    /** This device got another result than the server. */
    disagree() {
        endGame(this.games, this.code, "different_result");
    }

    get isOver() {
        return this.last !== null && ORDER[this.last.state] === ORDER.over;
    }

    /** Asks for the game: it changes without an event when a player is late, and the events may be refused. */
    ask = async () => {
        try {
            const game = await this.games.read(this.code);
            if (this.#hasLeft) return;
            this.#connected(true);
            this.receive(game);
        } catch (failure) {
            if (this.#hasLeft) return;
            if (refusalOf(failure) === null) this.#connected(false);
            else this.#refused(failure);
        }
    };

    /** @param {boolean} isConnected */
    #connected = (isConnected) => {
        this.isConnected = isConnected;
        this.refusal = null;
        this.listener.connection();
    };

    /** @param {unknown} failure */
    #refused(failure) {
        if (this.isOver) {
            // The result stays on the screen. A server forgets games that are over.
            if (isFinal(failure)) this.#stop();
            return;
        }
        this.isConnected = true;
        this.refusal = failure;
        this.listener.connection();
    }

    /** @param {SharedBocceGame} game an answer or an event. */
    receive = (game) => {
        // The event overtakes the answer that says which team this device has.
        const isTaking = readSeat(this.code)?.team === null;
        if (this.#hasLeft || game.id !== this.code || isTaking || this.#isOlder(game)) return;
        this.last = game;
        if (this.isOver) changeSeat(this.code, { isOver: true });
        if (game.next) this.#stop();
        this.listener.changed(game);
    };

    /**
     * Answers and events overtake each other.
     *
     * @param {SharedBocceGame} game
     */
    #isOlder({ state, next, game: { throws } }) {
        const { last } = this;
        if (last === null) return false;
        const isBefore = ORDER[state] < ORDER[last.state] || throws.length < last.game.throws.length;
        return isBefore || (last.next !== undefined && next === undefined);
    }

    #stop() {
        this.#stream?.leave();
        this.#stream = null;
    }

    leave() {
        this.#hasLeft = true;
        this.#stop();
    }
}
