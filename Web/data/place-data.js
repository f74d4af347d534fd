// The source of all data about the place. It asks the server, and without an answer the copy on this device.
import { Unreachable } from "./failures.js";

/** How long the server is left alone after it did not answer, while a kept copy answers instead. */
const RETRY_MS = 15_000;

/**
 * @typedef {'online' | 'kept' | 'unreachable'} Connection `kept`: the server does not answer, the kept copy does;
 *   `unreachable`: neither answers.
 */

/**
 * Fires `connection` when the connection changes. Failed requests decide whether there is a network: the browser's own
 * state is wrong after an offline reload.
 *
 * @implements {PlaceSource}
 */
export class PlaceData extends EventTarget {
    /** @type {Connection} */
    connection = "online";
    #retryAt = 0;

    /**
     * @param {PlaceSource} remote
     * @param {PlaceSource} local
     * @param {() => Promise<boolean>} isKept whether this device keeps a copy.
     * @param {() => number} now milliseconds.
     */
    constructor(remote, local, isKept, now = Date.now) {
        super();
        this.remote = remote;
        this.local = local;
        this.isKept = isKept;
        this.now = now;
    }

    /** @param {AbortSignal} [signal] */
    about(signal) {
        return this.#ask((source) => source.about(signal), signal);
    }

    /**
     * @param {SearchQuestion} question
     * @param {AbortSignal} [signal]
     */
    suggest(question, signal) {
        return this.#ask((source) => source.suggest(question, signal), signal);
    }

    /**
     * @param {SearchQuestion} question
     * @param {AbortSignal} [signal]
     */
    search(question, signal) {
        return this.#ask((source) => source.search(question, signal), signal);
    }

    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     */
    place(id, signal) {
        return this.#ask((source) => source.place(id, signal), signal);
    }

    /**
     * @param {Position} position
     * @param {AbortSignal} [signal]
     */
    address(position, signal) {
        return this.#ask((source) => source.address(position, signal), signal);
    }

    /**
     * @param {RouteQuestion} question
     * @param {AbortSignal} [signal]
     */
    route(question, signal) {
        return this.#ask((source) => source.route(question, signal), signal);
    }

    /**
     * A route as a GPX file.
     *
     * @param {RouteQuestion} question
     * @param {AbortSignal} [signal]
     */
    routeGPX(question, signal) {
        return this.#ask((source) => source.routeGPX(question, signal), signal);
    }

    /**
     * @param {ReachQuestion} question
     * @param {AbortSignal} [signal]
     */
    reach(question, signal) {
        return this.#ask((source) => source.reach(question, signal), signal);
    }

    /**
     * @param {LoopQuestion} question
     * @param {AbortSignal} [signal]
     */
    loop(question, signal) {
        return this.#ask((source) => source.loop(question, signal), signal);
    }

    /**
     * @param {TimesQuestion} question
     * @param {AbortSignal} [signal]
     */
    travelTimes(question, signal) {
        return this.#ask((source) => source.travelTimes(question, signal), signal);
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @param {AbortSignal} [signal]
     */
    tile(tile, signal) {
        return this.#ask((source) => source.tile(tile, signal), signal);
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @param {AbortSignal} [signal]
     */
    indoorTile(tile, signal) {
        return this.#ask((source) => source.indoorTile(tile, signal), signal);
    }

    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     */
    building(id, signal) {
        return this.#ask((source) => source.building(id, signal), signal);
    }

    /**
     * Asks the server whether it answers. While the kept copy answers, other questions go on to the copy meanwhile.
     *
     * @returns {Promise<void>} fires `connection` when the server answers again, or no longer.
     */
    async probe() {
        if (this.connection !== "kept") {
            await this.about().catch(() => {});
            return;
        }
        try {
            await this.remote.about();
        } catch (failure) {
            if (failure instanceof Unreachable) return;
        }
        this.#become("online");
    }

    /** Makes the next request go to the server, even after a failure. */
    retry() {
        this.#retryAt = 0;
    }

    /**
     * @template Answer
     * @param {(source: PlaceSource) => Promise<Answer>} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<Answer>}
     */
    async #ask(question, signal) {
        if (this.connection === "kept" && this.now() < this.#retryAt) return question(this.local);
        try {
            const answer = await question(this.remote);
            this.#become("online");
            return answer;
        } catch (failure) {
            if (signal?.aborted) throw failure;
            if (!(failure instanceof Unreachable)) {
                this.#become("online");
                throw failure;
            }
            return this.#askKept(question, failure);
        }
    }

    /**
     * @template Answer
     * @param {(source: PlaceSource) => Promise<Answer>} question
     * @param {Unreachable} failure
     */
    async #askKept(question, failure) {
        if (!(await this.isKept())) {
            this.#become("unreachable");
            throw failure;
        }
        this.#retryAt = this.now() + RETRY_MS;
        this.#become("kept");
        return question(this.local);
    }

    /** @param {Connection} connection */
    #become(connection) {
        if (this.connection === connection) return;
        this.connection = connection;
        this.dispatchEvent(new Event("connection"));
    }
}
