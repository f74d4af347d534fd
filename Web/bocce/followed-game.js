// A shared game as the server has it: this device follows its events, and asks for it where none come.
import { GameStream } from "./game-stream.js";
import { refusalOf } from "./refusal.js";
import { changeSeat, readSeat } from "./seats.js";

/** The order in which the states of a game follow each other. */
const ORDER = { waiting: 0, playing: 1, over: 2, ended: 2 };

/**
 * @typedef {{
 *   changed: (game: SharedBocceGame) => void,
 *   connected: (isConnected: boolean) => void,
 *   refused: (failure: unknown) => void,
 * }} Listener `changed` for a game that is as new as the last one, or newer; `refused` when the server does not show
 *   the game.
 */

export class FollowedGame {
    /** @type {SharedBocceGame | null} */
    last = null;
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

    /** Listens to its events, until it is over. */
    follow() {
        if (this.#stream || this.#hasLeft || this.isOver) return;
        this.#stream = new GameStream(this.code, {
            game: this.receive,
            connected: this.listener.connected,
            closed: this.ask,
        });
    }

    get isOver() {
        return this.last !== null && ORDER[this.last.state] === ORDER.over;
    }

    /** Asks for the game: it changes without an event when a player is late, and the events may be refused. */
    ask = async () => {
        try {
            const game = await this.games.read(this.code);
            if (this.#hasLeft) return;
            this.listener.connected(true);
            this.receive(game);
        } catch (failure) {
            if (this.#hasLeft) return;
            if (refusalOf(failure)) this.listener.refused(failure);
            else this.listener.connected(false);
        }
    };

    /** @param {SharedBocceGame} game an answer or an event. */
    receive = (game) => {
        // The event overtakes the answer that says which team this device has.
        const isTaking = readSeat(this.code)?.team === null;
        if (this.#hasLeft || game.id !== this.code || isTaking || this.#isOlder(game)) return;
        this.last = game;
        if (this.isOver) {
            changeSeat(this.code, { isOver: true });
            this.#stream?.leave();
            this.#stream = null;
        }
        this.listener.changed(game);
    };

    /**
     * Answers and events overtake each other.
     *
     * @param {SharedBocceGame} game
     */
    #isOlder({ state, game: { throws } }) {
        const { last } = this;
        return last !== null && (ORDER[state] < ORDER[last.state] || throws.length < last.game.throws.length);
    }

    leave() {
        this.#hasLeft = true;
        this.#stream?.leave();
    }
}
