// What changes here, as it happens. The browser comes back by itself after a break, and says how far it had got.

/** A stream that nobody listens to is kept so long: the next screen may want it again. */
const KEPT_MS = 5_000;

/** @type {EventSource | null} */
let source = null;
let listeners = 0;
let timer = 0;

/**
 * What can be heard: a post that is new or another; one that is gone; that the guide or the imprint has changed; that more was missed than can
 * be told.
 *
 * @typedef {{post?: (post: Post) => void, removed?: (removed: {id: string}) => void, guide?: () => void, imprint?: () => void, reload?: () => void}} Heard
 */

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
