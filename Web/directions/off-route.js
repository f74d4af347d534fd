// Whether I have left the route: far enough beside it, sure enough of that, and for long enough.

/** Nearer than this is on the route. In metres. */
const OFF_METRES = 30;
/** A fix less accurate than this says nothing. In metres. */
const VAGUE_METRES = 100;
/** A position may jump for a moment. */
const HOLD_MS = 6_000;

export class OffRoute {
    #timer = 0;

    /** @param {() => void} left is called once I have left it, and again after as long while I do not come back. */
    constructor(left) {
        this.left = left;
    }

    /**
     * @param {number} off metres beside the line.
     * @param {number} accuracy of the fix, in metres.
     */
    hear(off, accuracy) {
        if (off < OFF_METRES) this.drop();
        else if (accuracy <= VAGUE_METRES && off > accuracy && this.#timer === 0) this.#wait();
    }

    /** Forgets that I was off. */
    drop() {
        clearTimeout(this.#timer);
        this.#timer = 0;
    }

    #wait() {
        this.#timer = /** @type {any} */ (
            setTimeout(() => {
                this.#wait();
                this.left();
            }, HOLD_MS)
        );
    }
}

/**
 * Whether a place on a route is where I am, not somewhere beside it.
 *
 * @param {number} off
 * @param {number} accuracy
 */
export function isOnRoute(off, accuracy) {
    return off < Math.max(OFF_METRES, Math.min(accuracy, VAGUE_METRES));
}
