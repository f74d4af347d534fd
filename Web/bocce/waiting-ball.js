// The ball that waits to be thrown. It asks to be taken: by a ring around it, and by a ghost of the finger that pulls.
import { BALLS } from "./table.js";

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./balls.js').BallPictures} BallPictures */
/** @typedef {import('./brush.js').Brush} Brush */
/** @typedef {import('./table.js').Table} Table */

const PER_TEAM = (BALLS - 1) / 2;
const FULL = 2 * Math.PI;
/** How long the ring grows, and how far, in points. */
const ASK_MS = 900;
const ASK = 26;
/** How long the ghost pulls, and how far, in points; and its radius. */
const PULL_MS = 1_600;
const PULL = 190;
const FINGER = 15;

export class WaitingBall {
    /** What waits: 0 for the jack, -1 for nothing. */
    index = -1;
    /** Whether the ghost shows how to pull. */
    showsPull = false;
    #asked = -ASK_MS;
    /** A ball that has not rolled yet. */
    #seen = { x: 0, y: 0, radius: 0, markX: 0, markY: -0.36, markZ: 0.93 };

    /** Draws the attention to it. */
    ask() {
        this.#asked = performance.now();
    }

    /**
     * Draws it. Returns whether something about it moves.
     *
     * @param {Brush} brush
     * @param {BallPictures} balls
     * @param {Table} table
     * @param {Aim} aim
     * @param {number} time
     */
    draw(brush, balls, table, aim, time) {
        if (this.index < 0) return false;
        const seen = this.#seen;
        seen.x = brush.x(aim.start);
        seen.y = brush.y(table.startLine);
        seen.radius = (this.index === 0 ? table.jackRadius : table.ballRadius) * brush.scale;
        const asks = time - this.#asked < ASK_MS;
        const pulls = this.showsPull && aim.look === "none";
        if (asks) this.#drawRing(brush, Math.max(0, (time - this.#asked) / ASK_MS));
        if (pulls) this.#drawFinger(brush, (time % PULL_MS) / PULL_MS);
        balls.drawShadow(brush.context, seen);
        if (this.index === 0) balls.drawJack(brush.context, seen);
        else balls.draw(brush.context, this.index > PER_TEAM ? 1 : 0, seen);
        return asks || pulls;
    }

    /**
     * @param {Brush} brush
     * @param {number} share of the time.
     */
    #drawRing({ context, palette, scale }, share) {
        const { x, y, radius } = this.#seen;
        context.globalAlpha = 1 - share;
        context.beginPath();
        context.arc(x, y, radius + ASK * scale * share, 0, FULL);
        context.lineWidth = 3 * scale;
        context.strokeStyle = palette.ink;
        context.stroke();
        context.globalAlpha = 1;
    }

    /**
     * @param {Brush} brush
     * @param {number} share of the time.
     */
    #drawFinger({ context, palette, scale }, share) {
        const way = 1 - (1 - share) ** 3;
        context.globalAlpha = 0.5 * Math.min(1, 4 * (1 - share), 8 * share);
        context.beginPath();
        context.arc(this.#seen.x, this.#seen.y - way * PULL * scale, FINGER * scale, 0, FULL);
        context.fillStyle = palette.ink;
        context.fill();
        context.globalAlpha = 1;
    }
}
