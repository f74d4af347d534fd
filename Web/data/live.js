// What changes here, as it happens. The browser comes back by itself after a break, and says how far it had got.

/** A stream that nobody listens to is kept so long: the next screen may want it again. */
const KEPT_MS = 5_000;

/** @type {EventSource | null} */
let source = null;
let listeners = 0;
let timer = 0;

/**
 * What can be heard: a post that is new or another; one that is gone; that the guide has changed; that more was missed than can
 * be told; and that the stream begins, with the newest changes there were then: who has read older ones reads again.
 *
 * @typedef {{post?: (post: Post) => void, removed?: (removed: {id: string}) => void, guide?: () => void, reload?: () => void,
 *   ready?: (newest: {guide?: string, posts?: string}) => void}} Heard
 */

/**
 * Compares what was read with where the stream begins, whichever comes first: a change between the two is in neither. Both are
 * cursors, numbers to the base of 36.
 */
export class Abreast {
    /** @type {string | undefined} */
    #read;
    /** @type {string | undefined} */
    #newest;

    /**
     * Notes one of them, and says whether what was read misses a change; so much once for each beginning of the stream.
     *
     * @param {{read?: string, newest?: string}} told
     */
    misses({ read = this.#read, newest = this.#newest }) {
        const isBehind = read !== undefined && newest !== undefined && isLess(read, newest);
        this.#read = read;
        this.#newest = isBehind ? undefined : newest;
        return isBehind;
    }
}

/**
 * @param {string} one
 * @param {string} other
 */
function isLess(one, other) {
    return one.length === other.length ? one < other : one.length < other.length;
}

/**
 * Listens until the returned function is called. All who listen share one stream.
 *
 * @param {Heard} heard
 */
export function listen(heard) {
    clearTimeout(timer);
    source ??= new EventSource("/api/v1/events");
    const stream = source;
    listeners += 1;
    const told = Object.entries(heard).map(([name, act]) => {
        const tell = (/** @type {Event} */ event) => act(JSON.parse(/** @type {MessageEvent} */ (event).data || "{}"));
        stream.addEventListener(name, tell);
        return { name, tell };
    });
    return () => {
        for (const { name, tell } of told.splice(0)) stream.removeEventListener(name, tell);
        listeners -= 1;
        clearTimeout(timer);
        if (listeners === 0) timer = window.setTimeout(close, KEPT_MS);
    };
}

function close() {
    source?.close();
    source = null;
}
