// The throws of a shared game as this device knows them, each with the hash of its result. It is ahead of the screen,
// where balls still roll.
import { Table } from "./table.js";
import { teamNumber } from "./words.js";

/** @typedef {import('./table.js').Throw} Throw */
/**
 * How the server's throws compare with these: the same up to throws that the server does not have yet, other ones, or
 * the same ones with another result.
 *
 * @typedef {'same' | 'other' | 'different'} Comparison
 */

/** Fires `added` for each throw. */
export class Ledger extends EventTarget {
    /** @type {Throw[]} */
    throws = [];
    /** @type {string[]} */
    hashes = [];

    /**
     * @param {import('./table.js').Program} program
     * @param {BocceGame} game
     */
    constructor(program, { court, first }) {
        super();
        this.table = new Table(program, teamNumber(first), court);
    }

    free() {
        this.table.free();
    }

    /**
     * Plays a throw of the team whose turn it is.
     *
     * @param {Throw} thrown
     * @returns {string | null} the hash of its result; null if the rules forbid it.
     */
    add(thrown) {
        if (!this.table.begin(thrown)) return null;
        while (this.table.step(1_000));
        const hash = this.table.hash(this.throws.length);
        this.throws.push(thrown);
        this.hashes.push(hash);
        this.dispatchEvent(new Event("added"));
        return hash;
    }

    /**
     * Adds the server's throws that are new, and compares the others.
     *
     * @param {BocceGame} game
     * @param {number} unsent how many throws the server does not have yet.
     * @returns {Comparison}
     */
    follow({ throws, hashes = [] }, unsent) {
        let isDifferent = false;
        for (const [number, thrown] of throws.entries()) {
            const known = this.throws[number];
            if (known && !isSame(known, thrown)) return "other";
            if (!known && this.add(thrown) === null) return "different";
            // One who only watches goes on with what this device shows.
            isDifferent ||= this.hashes[number] !== hashes[number];
        }
        if (isDifferent) return "different";
        return this.throws.length > throws.length + unsent ? "other" : "same";
    }

    /**
     * Waits for a throw.
     *
     * @param {number} number
     * @param {AbortSignal} signal
     * @returns {Promise<Throw | null>} null when the signal ends it.
     */
    next(number, signal) {
        return new Promise((resolve) => {
            const done = new AbortController();
            const look = () => {
                const thrown = this.throws[number];
                if (!thrown && !signal.aborted) return;
                done.abort();
                resolve(signal.aborted ? null : thrown);
            };
            this.addEventListener("added", look, { signal: done.signal });
            signal.addEventListener("abort", look, { signal: done.signal });
            look();
        });
    }
}

/**
 * @param {Throw} one
 * @param {Throw} other
 */
function isSame(one, other) {
    return one.start === other.start && one.across === other.across && one.along === other.along;
}
