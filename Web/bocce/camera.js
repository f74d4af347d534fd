// What of the court is in sight. The whole court usually; when a ball lies beside it, a little more.
import { BALLS, NUMBERS, RESTING, ROLLING } from "./table.js";

/** @typedef {import('./table.js').Table} Table */

/** What is in sight around the court, and around a ball beside it, in points. */
const AROUND_COURT = 9;
const AROUND_BALL = 6;
/** The rate at which the camera approaches its target, in 1/s. */
const RATE = 7;
/** What is missing when it stops, in points. */
const CLOSE = 0.2;

export class Camera {
    /** The canvas in pixels of the page. */
    width = 1;
    height = 1;
    /** The part of the ground that is in sight at least, in points. */
    #left = 0;
    #right = 0;
    #bottom = 0;
    #top = 0;
    isMoving = false;
    /** Pixels of the page in a point, and where the court's origin is. */
    scale = 1;
    originX = 0;
    originY = 0;

    /**
     * @param {Table} table
     * @param {boolean} isStill whether it jumps instead of moving.
     */
    constructor(table, isStill) {
        this.table = table;
        this.isStill = isStill;
        this.#left = -AROUND_COURT;
        this.#bottom = -AROUND_COURT;
        this.#right = table.width + AROUND_COURT;
        this.#top = table.length + AROUND_COURT;
    }

    /**
     * @param {number} width
     * @param {number} height
     */
    resize(width, height) {
        this.width = width;
        this.height = height;
        this.#place();
    }

    /** The scale at which the whole court fits. */
    get usualScale() {
        const { width, length } = this.table;
        return Math.min(this.width / (width + 2 * AROUND_COURT), this.height / (length + 2 * AROUND_COURT));
    }

    /**
     * Follows the balls in play.
     *
     * @param {number} elapsed milliseconds since the last frame.
     */
    follow(elapsed) {
        const { width, length, ballRadius, numbers } = this.table;
        let left = -AROUND_COURT;
        let right = width + AROUND_COURT;
        let bottom = -AROUND_COURT;
        let top = length + AROUND_COURT;
        const around = ballRadius + AROUND_BALL;
        for (let index = 0; index < BALLS; index += 1) {
            const state = numbers[index * NUMBERS];
            if (state !== ROLLING && state !== RESTING) continue;
            const x = numbers[index * NUMBERS + 1];
            const y = numbers[index * NUMBERS + 2];
            left = Math.min(left, x - around);
            right = Math.max(right, x + around);
            bottom = Math.min(bottom, y - around);
            top = Math.max(top, y + around);
        }
        const missing =
            Math.abs(left - this.#left) +
            Math.abs(right - this.#right) +
            Math.abs(bottom - this.#bottom) +
            Math.abs(top - this.#top);
        this.isMoving = missing > CLOSE && !this.isStill;
        const share = this.isMoving ? 1 - Math.exp((-RATE * elapsed) / 1_000) : 1;
        this.#left += share * (left - this.#left);
        this.#right += share * (right - this.#right);
        this.#bottom += share * (bottom - this.#bottom);
        this.#top += share * (top - this.#top);
        this.#place();
    }

    #place() {
        const width = this.#right - this.#left;
        const height = this.#top - this.#bottom;
        this.scale = Math.min(this.width / width, this.height / height);
        this.originX = this.width / 2 - (this.scale * (this.#left + this.#right)) / 2;
        this.originY = this.height / 2 + (this.scale * (this.#bottom + this.#top)) / 2;
    }

    /**
     * The place on the court of a point of the canvas.
     *
     * @param {number} pixelX
     * @param {number} pixelY
     * @returns {[number, number]}
     */
    placeAt(pixelX, pixelY) {
        return [(pixelX - this.originX) / this.scale, (this.originY - pixelY) / this.scale];
    }
}
