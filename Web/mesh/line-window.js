// The part of a room's lines that is on screen: a page cannot hold thousands of them and stay fast.
import { placeOf } from "./kept-messages.js";

/** So many lines are shown at first. */
export const FIRST = 100;
/** So many come when a reader scrolls to an end of them. */
export const STEP = 50;
/** Beyond so many, those at the other end go. */
export const MOST = 250;
/** So many lines before the first new one are shown with it. */
const BEFORE_NEW = 20;

/** @typedef {{time: bigint | number, id: string}} Place a line, or where it stood. */

/** Which of the sorted lines are shown. Its ends are lines and not numbers, because lines come and go anywhere. */
export class LineWindow {
    /**
     * The first line that is shown; null for the newest ones.
     *
     * @type {Place | null}
     */
    #first = null;
    /**
     * The last line that is shown; null for the newest one, whichever it is.
     *
     * @type {Place | null}
     */
    #last = null;

    /** Whether the newest line is shown, and a newer one will be. */
    get follows() {
        return this.#last === null;
    }

    /**
     * The number of the first line that is shown, and the number behind the last one.
     *
     * @param {Place[]} lines
     * @returns {[number, number]}
     */
    range(lines) {
        const end = this.#last ? placeOf(lines, this.#last, true) : lines.length;
        const newest = Math.max(0, end - FIRST);
        return [this.#first ? Math.min(placeOf(lines, this.#first), newest) : newest, end];
    }

    /** Shows the newest lines. */
    toNewest() {
        [this.#first, this.#last] = [null, null];
    }

    /**
     * Keeps the lines that are shown while newer ones come, as far as there is space.
     *
     * @param {Place[]} lines
     */
    hold(lines) {
        this.#set(lines, ...this.range(lines), MOST);
    }

    /**
     * Shows what is around a line.
     *
     * @param {Place[]} lines
     * @param {number} index
     */
    toLine(lines, index) {
        const start = Math.max(0, index - BEFORE_NEW);
        const end = Math.min(lines.length, start + FIRST);
        if (end === lines.length) this.toNewest();
        else this.#set(lines, start, end, MOST);
    }

    /** @param {Place[]} lines */
    older(lines) {
        const [start, end] = this.range(lines);
        this.#set(lines, Math.max(0, start - STEP), end, MOST);
    }

    /** @param {Place[]} lines */
    newer(lines) {
        const [start, end] = this.range(lines);
        const longer = Math.min(lines.length, end + STEP);
        this.#set(lines, Math.max(start, longer - MOST), longer, MOST);
    }

    /**
     * @param {Place[]} lines
     * @param {number} start
     * @param {number} end
     * @param {number} most
     */
    #set(lines, start, end, most) {
        const last = Math.min(end, start + most);
        this.#first = lines[start] ?? null;
        this.#last = last < lines.length ? lines[last - 1] : null;
    }
}
