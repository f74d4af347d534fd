// The stand-ins for the device while a developer simulates a location.
import { SIMULATED_ACCURACY } from "./gpx.js";

/** Timers cannot wait longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** @typedef {import('./device.js').Report} Report */

/**
 * I am at one point and stay there.
 *
 * @implements {PositionSource}
 */
export class FixedPoint {
    /** @param {Position} position */
    constructor(position) {
        this.position = position;
    }

    /** @param {(report: Report) => void} notify */
    start(notify) {
        notify({
            fix: { position: this.position, accuracy: SIMULATED_ACCURACY, speed: 0, course: null, at: Date.now() },
        });
    }

    stop() {}
}

/**
 * I walk a recorded track now. Fixes come when the track had them, `factor` times as fast; their values are those of
 * the track. At its end I stay there. Time goes on without readers.
 *
 * @implements {PositionSource}
 */
export class Replay {
    /** @type {number | null} */
    #begun = null;
    /** The next fix to report. */
    #next = 0;
    #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

    /**
     * @param {import('./position.js').Fix[]} fixes in the order of their times; at least one.
     * @param {number} factor more than 0.
     */
    constructor(fixes, factor) {
        this.fixes = fixes;
        this.factor = factor;
    }

    /** @param {(report: Report) => void} notify */
    start(notify) {
        this.#begun ??= Date.now();
        // A new reader gets at once where the walk has got to.
        this.#next = Math.max(0, this.#next - 1);
        this.#goOn(notify);
    }

    stop() {
        clearTimeout(this.#timer);
    }

    /** @param {(report: Report) => void} notify */
    #goOn(notify) {
        const walked = (Date.now() - (this.#begun ?? 0)) * this.factor;
        const due = (/** @type {number} */ index) => this.fixes[index].at - this.fixes[0].at;
        let newest = null;
        while (this.#next < this.fixes.length && due(this.#next) <= walked) {
            newest = this.fixes[this.#next];
            this.#next += 1;
        }
        if (newest) notify({ fix: newest });
        if (this.#next === this.fixes.length) return;
        const wait = Math.ceil((due(this.#next) - walked) / this.factor);
        this.#timer = setTimeout(() => this.#goOn(notify), Math.min(wait, LONGEST_WAIT_MS));
    }
}

/** @typedef {import('./device.js').PositionSource} PositionSource */
