// The server's stream of events. The browser comes back by itself after a break, and says how far it had got.
import { at, isEmbedded } from "../address/root.js";

/** After a refusal, as while the server starts, browsers do not come back by themselves. */
const AGAIN_MS = 30_000;
const NAMES = /** @type {const} */ ([
    "ready",
    "post",
    "removed",
    "guide",
    "imprint",
    "overlay",
    "account",
    "people",
    "queues",
    "mesh",
    "reload",
]);

/**
 * An event: its data is JSON, its id says how far the stream is.
 *
 * @typedef {{name: typeof NAMES[number], data: string, id: string}} Heard
 */

/** @type {() => Promise<typeof import("./bare-source.js").BareSource>} */
let loadBareSource = () => Promise.reject(new Error("nothing loads the source for other sites' pages"));

/**
 * Takes how to load the source for other sites' pages, which the page loads only where it needs it.
 *
 * @param {typeof loadBareSource} load
 */
export function loadBareSourceBy(load) {
    loadBareSource = load;
}

export class OwnStream {
    /** @type {EventSource | import("./bare-source.js").BareSource | null} */
    #source = null;
    /** How often the stream has begun: a source for an earlier beginning comes too late. */
    #begun = 0;
    #timer = 0;

    /**
     * @param {(heard: Heard) => void} notify
     * @param {string | null} [after] the id of the last event that is known.
     */
    constructor(notify, after = null) {
        this.notify = notify;
        this.after = after;
        this.restart();
    }

    restart() {
        this.close();
        const begun = this.#begun;
        const address = at(`/api/v1/events${this.after ? `?after=${encodeURIComponent(this.after)}` : ""}`);
        // The browser's own way always sends the cookie.
        if (isEmbedded())
            loadBareSource().then(
                (BareSource) => begun === this.#begun && this.#hear(new BareSource(address)),
                () => {},
            );
        else this.#hear(new EventSource(address));
    }

    /** @param {EventSource | import("./bare-source.js").BareSource} source */
    #hear(source) {
        for (const name of NAMES)
            source.addEventListener(name, (event) => {
                const { data, lastEventId: id } = /** @type {MessageEvent} */ (event);
                this.after = id || this.after;
                this.notify({ name, data: data || "{}", id });
            });
        source.addEventListener("error", () => {
            if (source.readyState === EventSource.CLOSED && source === this.#source)
                this.#timer = window.setTimeout(() => this.restart(), AGAIN_MS);
        });
        this.#source = source;
    }

    close() {
        this.#begun++;
        clearTimeout(this.#timer);
        this.#source?.close();
        this.#source = null;
    }
}
