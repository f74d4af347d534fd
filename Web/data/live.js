// Live events from the server.
import { isEmbedded } from "../address/root.js";
import { OwnStream } from "./own-stream.js";
import { SharedStream, canShare } from "./shared-stream.js";

/** How long a stream stays open without listeners: the next screen may need it. */
const KEPT_MS = 5_000;

/**
 * The events of the server. `post`: a post is new or changed; `removed`: it is gone; both with the cursor of that
 * change. `guide`, `imprint` and `overlay`: they have changed. `people`: people have moved. `queues`: a queue was
 * reported. `mesh`: a room has a new line, links between nodes changed (`nodes`), the roster did (both), help pins, or
 * games. `account`: there is new activity of the account that listens. `reload`: the listener missed more than the server
 * can send. `ready`: the stream begins, with the cursors of the newest changes; a listener that has read older ones reads
 * again.
 *
 * @typedef {{post?: (post: Post, cursor: string) => void, removed?: (removed: {id: string}, cursor: string) => void,
 *   guide?: () => void, imprint?: () => void, overlay?: () => void,
 *   people?: (change: {people: SeenPerson[], gone: string[]}) => void, queues?: () => void,
 *   mesh?: (change: {room?: string, id?: string, nodes?: boolean, roster?: boolean, pins?: boolean,
 *     games?: boolean}) => void,
 *   account?: (event: AccountEvent) => void, reload?: () => void,
 *   ready?: (newest: {guide?: string, posts?: string}) => void}} Listener
 */

/** @type {OwnStream | SharedStream | null} */
let stream = null;
/** @type {Set<Listener>} */
const listeners = new Set();
let timer = 0;

/**
 * Compares the cursor of an answer with the cursor at which the stream begins, whichever comes first: a change between
 * the two is in neither. Cursors are numbers to the base of 36.
 */
export class Abreast {
    /** @type {string | undefined} */
    #read;
    /** @type {string | undefined} */
    #newest;
    #isBehind = false;

    /**
     * Notes one of them, and returns whether the answer misses a change: at most once for each start of the stream.
     *
     * @param {{read?: string, newest?: string}} cursors
     */
    misses({ read = this.#read, newest = this.#newest }) {
        const isBehind = read !== undefined && newest !== undefined && isLess(read, newest);
        this.#read = read;
        this.#newest = isBehind ? undefined : newest;
        this.#isBehind = isBehind;
        return isBehind;
    }

    /**
     * Notes a change from the stream. With it and all earlier changes, the answer is up to date, unless it already
     * missed one.
     *
     * @param {string} cursor
     */
    heard(cursor) {
        if (!this.#isBehind && this.#read !== undefined && isLess(this.#read, cursor)) this.#read = cursor;
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
 * Listens until the returned function is called. All listeners share one stream, in all tabs where the browser can.
 *
 * @param {Listener} heard
 */
export function listen(heard) {
    clearTimeout(timer);
    const listener = { ...heard };
    listeners.add(listener);
    // The stream of another tab may belong to the account that is logged in there.
    stream ??= canShare() && !isEmbedded() ? new SharedStream(notify) : new OwnStream(notify);
    return () => {
        listeners.delete(listener);
        clearTimeout(timer);
        if (listeners.size === 0) timer = window.setTimeout(close, KEPT_MS);
    };
}

/** Listens anew, after another account has logged in. */
export function listenAnew() {
    stream?.restart();
}

/** @param {import("./own-stream.js").Heard} heard */
function notify({ name, data, id }) {
    for (const listener of [...listeners]) listener[name]?.(JSON.parse(data), id);
}

function close() {
    stream?.close();
    stream = null;
}
