// How busy places are and how long people wait there. Asks the server now and then, as long as the page is visible.
import { Latest } from "./latest.js";
import { listen } from "./live.js";
import { read } from "./http.js";
import { simulated } from "./simulated.js";

/** The server publishes busyness once an hour, and a queue at once after a report. */
const AGAIN_MS = 300_000;
/** The server publishes a queue for half an hour. */
const QUEUES_MS = 60_000;
const SPREAD_MS = 1_000;
const ON_MAP = "hereabouts.busy-on-map";

/**
 * Fires `change` when the busyness of a place or a queue changes, and `choice` when the user shows or hides busyness on
 * the map.
 */
class PlacesNow extends EventTarget {
    /** @type {Map<string, BusyPlace>} */
    #busy = new Map();
    /** @type {QueueAtPlace[]} */
    #queues = [];
    #latest = { busyness: new Latest(), queues: new Latest() };
    #known = new Set();
    /**
     * Why the newest answer is missing.
     *
     * @type {unknown}
     */
    failure = null;

    start() {
        const again = () => this.retry();
        // Everybody hears of a queue at once, and need not ask at once.
        const later = () => document.hidden || setTimeout(() => this.#ask("queues"), Math.random() * SPREAD_MS);
        listen({ queues: later, ready: again, reload: again });
        simulated.addEventListener("change", () => this.dispatchEvent(new Event("change")));
        document.addEventListener("visibilitychange", () => document.hidden || this.retry());
        setInterval(() => document.hidden || this.#ask("busyness"), AGAIN_MS);
        setInterval(() => document.hidden || this.#queues.length === 0 || this.#ask("queues"), QUEUES_MS);
    }

    async retry() {
        await Promise.all([this.#ask("busyness"), this.#ask("queues")]);
    }

    /** @param {"busyness" | "queues"} what */
    async #ask(what) {
        try {
            const found = await this.#latest[what].ask(what, (_, signal) => read(`/api/v1/${what}`, {}, signal));
            if (!found) return;
            const { answer } = found;
            if (what === "queues") this.#queues = answer.queues;
            else this.#busy = new Map(answer.places.map((/** @type {BusyPlace} */ one) => [one.id, one]));
            this.#known.add(what);
            this.failure = null;
        } catch (failure) {
            this.failure = failure;
        }
        this.dispatchEvent(new Event("change"));
    }

    /** Whether the server has answered both questions. */
    get isKnown() {
        return this.#known.size === 2;
    }

    /** @param {string} id */
    busy(id) {
        const place = this.#busy.get(id);
        return place && simulated.shows(place) ? place : null;
    }

    /** Whether how busy places are is drawn on the map: as it was chosen on this device, and not unasked. */
    get isOnMap() {
        return localStorage.getItem(ON_MAP) !== null;
    }

    set isOnMap(isWished) {
        if (isWished) localStorage.setItem(ON_MAP, "");
        else localStorage.removeItem(ON_MAP);
        this.dispatchEvent(new Event("choice"));
    }

    /** The longest first. */
    get queues() {
        return this.#queues.filter((one) => simulated.shows(one));
    }

    /** The busiest first. */
    get all() {
        const shown = [...this.#busy.values()].filter((one) => simulated.shows(one));
        return shown.sort((one, other) => other.now.level - one.now.level);
    }

    /** Whether any counted or waiting people are simulated, left out or not. */
    get hasSimulated() {
        return [...this.#queues, ...this.#busy.values()].some((one) => one.is_simulated);
    }
}

export const placesNow = new PlacesNow();

/**
 * How busy a place usually is, and now.
 *
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<PlaceBusyness>}
 */
export function readBusyness(id, signal) {
    return read(`/api/v1/places/${encodeURIComponent(id)}/busyness`, {}, signal);
}

/**
 * Returns how long people wait at a place, now and usually.
 *
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<PlaceQueue>}
 */
export function readQueue(id, signal) {
    return read(`/api/v1/places/${encodeURIComponent(id)}/queue`, {}, signal);
}
