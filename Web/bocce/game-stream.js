// The changes of a shared game as they happen. The browser comes back by itself after most breaks.
import { at } from "../address/root.js";

/** After a refusal, as while the server starts, browsers do not come back by themselves. Twice as long each time. */
const FIRST_WAIT_MS = 4_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * @typedef {{
 *   game: (game: SharedBocceGame) => void,
 *   connected: (isConnected: boolean) => void,
 *   closed: () => void,
 * }} Listener `closed` when the server refused: an answer to a request says why.
 */

export class GameStream {
    /** @type {EventSource | null} */
    #source = null;
    #timer = 0;
    #wait = FIRST_WAIT_MS;
    #listening = new AbortController();

    /**
     * @param {string} code
     * @param {Listener} listener
     */
    constructor(code, listener) {
        this.code = code;
        this.listener = listener;
        const { signal } = this.#listening;
        window.addEventListener("online", () => this.#open(), { signal });
        window.addEventListener("offline", () => listener.connected(false), { signal });
        // A phone that slept may hold a stream that is dead.
        document.addEventListener("visibilitychange", () => document.hidden || this.#open(), { signal });
        this.#open();
    }

    #open() {
        this.#close();
        const source = new EventSource(at(`/api/v1/bocce/games/${encodeURIComponent(this.code)}/events`));
        this.#source = source;
        source.addEventListener("open", () => {
            this.#wait = FIRST_WAIT_MS;
            this.listener.connected(true);
        });
        source.addEventListener("game", ({ data }) => this.listener.game(JSON.parse(data)));
        source.addEventListener("error", () => {
            if (source !== this.#source) return;
            if (source.readyState !== EventSource.CLOSED) {
                this.listener.connected(false);
                return;
            }
            this.#timer = window.setTimeout(() => this.#open(), this.#wait);
            this.#wait = Math.min(LONGEST_WAIT_MS, 2 * this.#wait);
            this.listener.closed();
        });
    }

    #close() {
        clearTimeout(this.#timer);
        this.#source?.close();
        this.#source = null;
    }

    leave() {
        this.#listening.abort();
        this.#close();
    }
}
