// What changes here, as it happens.
import { OwnStream } from "./own-stream.js";
import { SharedStream, canShare } from "./shared-stream.js";

/** A stream that nobody listens to is kept so long: the next screen may want it again. */
const KEPT_MS = 5_000;

/**
 * What can be heard: a post that is new or another; one that is gone; that the guide has changed; that more was missed than can
 * be told.
 *
 * @typedef {{post?: (post: Post) => void, removed?: (removed: {id: string}) => void, guide?: () => void, reload?: () => void}} Listener
 */

/** @type {OwnStream | SharedStream | null} */
let stream = null;
/** @type {Set<Listener>} */
const listeners = new Set();
let timer = 0;

/**
 * Listens until the returned function is called. All who listen share one stream, in all tabs where the browser can.
 *
 * @param {Listener} heard
 */
export function listen(heard) {
    clearTimeout(timer);
    const listener = { ...heard };
    listeners.add(listener);
    stream ??= canShare() ? new SharedStream(tell) : new OwnStream(tell);
    return () => {
        listeners.delete(listener);
        clearTimeout(timer);
        if (listeners.size === 0) timer = window.setTimeout(close, KEPT_MS);
    };
}

/** Listens anew: somebody else asks now, who may hear something else. */
export function listenAnew() {
    stream?.restart();
}

/** @param {import("./own-stream.js").Heard} heard */
function tell({ name, data }) {
    if (name === "ready") return;
    for (const listener of [...listeners]) listener[name]?.(JSON.parse(data));
}

function close() {
    stream?.close();
    stream = null;
}
