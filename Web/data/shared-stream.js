// One stream of events for all tabs of a browser: browsers open six connections to a server, and a stream holds one of
// them.
//
// The tab that holds a lock has the stream and passes its events on. When this tab closes, another gets the lock and
// asks for the events after the last one passed on. A visible tab takes the lock from a hidden one or from one that
// does not answer: a frozen tab in the background still holds the lock.
import { ownName } from "../address/root.js";
import { OwnStream } from "./own-stream.js";

const NAME = ownName("hereabouts-events");
/** How long to wait for the tab that holds the stream before it counts as frozen. */
const PATIENCE_MS = 10_000;
/** How many events to remember, so that none is passed on twice: more than the server sends at once. */
const REMEMBERED = 1_000;

/** Whether the browser supports this; insecure pages have no locks. */
export const canShare = () => "locks" in navigator && "BroadcastChannel" in globalThis;

/** @typedef {import("./own-stream.js").Heard} Heard */

export class SharedStream {
    #channel = new BroadcastChannel(NAME);
    #id = crypto.randomUUID();
    /** @type {OwnStream | null} */
    #own = null;
    /** Gives the lock back. */
    #release = () => {};
    /** Ends waiting for the lock. */
    #waiting = new AbortController();
    #isAway = false;
    #hasWaited = false;
    #doubt = 0;
    /**
     * The id of the last event.
     *
     * @type {string | null}
     */
    #last = null;
    /** @type {Set<string>} */
    #passedOn = new Set();
    #listening = new AbortController();

    /** @param {(heard: Heard) => void} notify */
    constructor(notify) {
        this.notify = notify;
        this.#channel.addEventListener("message", ({ data }) => this.#hear(data));
        const { signal } = this.#listening;
        const leave = () => this.#leave();
        const join = () => this.#isAway && this.#join();
        document.addEventListener("freeze", leave, { signal });
        document.addEventListener("resume", join, { signal });
        window.addEventListener("pagehide", leave, { signal });
        window.addEventListener("pageshow", join, { signal });
        document.addEventListener("visibilitychange", () => this.#greet(), { signal });
        this.#join();
    }

    close() {
        this.#leave();
        this.#listening.abort();
        this.#channel.close();
    }

    /** Connects again, as another account. */
    restart() {
        if (this.#own) this.#open();
    }

    async #join() {
        this.#isAway = false;
        this.#waiting = new AbortController();
        const { signal } = this.#waiting;
        const taken = await this.#request({ ifAvailable: true });
        // Meanwhile it may have been taken from another, or all of this begun anew.
        if (!taken || signal.aborted) return;
        this.#hasWaited = true;
        this.#greet();
        this.#request({ signal });
    }

    #leave() {
        this.#isAway = true;
        clearTimeout(this.#doubt);
        this.#waiting.abort();
        this.#own?.close();
        this.#own = null;
        this.#release();
    }

    /**
     * Has the stream as long as the lock is ours.
     *
     * @param {LockOptions} options
     * @returns {Promise<boolean>} whether another has it.
     */
    async #request(options) {
        let leads = false;
        try {
            return await navigator.locks.request(NAME, options, async (lock) => {
                if (!lock) return true;
                leads = !this.#isAway && !this.#own;
                if (leads) await this.#lead();
                return false;
            });
        } catch {
            // Taken from us, unless we went ourselves or only waited.
            if (leads && this.#own) {
                this.#own.close();
                this.#own = null;
                this.#join();
            }
            return false;
        }
    }

    /** @returns {Promise<void>} */
    #lead() {
        clearTimeout(this.#doubt);
        this.#waiting.abort();
        this.#open();
        // This tab does not know which events were passed on before.
        if (this.#hasWaited && !this.#last) this.#notifyOnce({ name: "reload", data: "{}", id: "" });
        return new Promise((resolve) => {
            this.#release = resolve;
        });
    }

    #open() {
        this.#own?.close();
        this.#own = new OwnStream(
            (heard) => this.#notifyOnce(heard) && this.#channel.postMessage({ heard }),
            this.#last,
        );
    }

    /**
     * Passes on an event, unless it was passed on before.
     *
     * @param {Heard} heard
     */
    #notifyOnce(heard) {
        const { name, id } = heard;
        if (name === "post" || name === "removed") {
            if (this.#passedOn.has(id)) return false;
            this.#passedOn.add(id);
            if (this.#passedOn.size > REMEMBERED)
                this.#passedOn.delete(/** @type {string} */ (this.#passedOn.values().next().value));
        }
        this.#last = id || this.#last;
        this.notify(heard);
        return true;
    }

    /**
     * Asks the tab with the stream how far it is and whether it is visible. Takes the stream from a tab that does not
     * answer.
     */
    #greet() {
        clearTimeout(this.#doubt);
        if (this.#isAway || this.#own || document.hidden) return;
        this.#channel.postMessage({ from: this.#id });
        this.#doubt = window.setTimeout(() => this.#take(), PATIENCE_MS);
    }

    #take() {
        // A tab that no longer waits is taking the stream already.
        if (this.#isAway || this.#own || document.hidden || this.#waiting.signal.aborted) return;
        this.#waiting.abort();
        this.#request({ steal: true });
    }

    /** @param {{heard?: Heard, from?: string, to?: string, last?: string | null, isHidden?: boolean}} said */
    #hear({ heard, from, to, last, isHidden }) {
        if (heard) this.#notifyOnce(heard);
        else if (from && this.#own)
            this.#channel.postMessage({ to: from, last: this.#last, isHidden: document.hidden });
        else if (to === this.#id) {
            clearTimeout(this.#doubt);
            this.#last ??= last ?? null;
            if (isHidden) this.#take();
        }
    }
}
