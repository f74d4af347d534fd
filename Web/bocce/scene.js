// Draws a frame of the game: the ground, what counts now, the balls, and the aim. Nothing is allocated in a frame.
import { drawAim } from "./aim-picture.js";
import { BallPictures } from "./balls.js";
import { BEYOND, paintGround } from "./ground.js";
import { drawMeasure, Measure } from "./measure.js";
import { readPalette } from "./palette.js";
import { BALLS, NUMBERS, OUT, RESTING, ROLLING } from "./table.js";

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./table.js').Table} Table */

const PER_TEAM = (BALLS - 1) / 2;
const FULL = 2 * Math.PI;
/** How long a ball that is out fades, and how long the waiting ball asks to be taken. */
const FADE_MS = 450;
const ASK_MS = 900;
/** How long the ghost of a finger pulls, and how far, in points. */
const PULL_MS = 1_600;
const PULL = 190;

export class Scene {
    #context;
    /** @type {HTMLCanvasElement | null} */
    #ground = null;
    /** @type {BallPictures | null} */
    #balls = null;
    #pixels = 1;
    /** When each ball was first seen out; 0 for never. */
    #out = new Float64Array(BALLS);
    #asked = -ASK_MS;
    #time = 0;
    measure = new Measure();
    /** The ball that waits at the line; -1 for none. */
    waiting = -1;
    isAnimating = false;
    /** Whether a ghost shows how to pull. */
    showsPull = false;

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {Table} table
     * @param {Camera} camera
     * @param {Aim} aim
     */
    constructor(canvas, table, camera, aim) {
        this.canvas = canvas;
        this.table = table;
        this.camera = camera;
        this.aim = aim;
        this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
        this.palette = readPalette(/** @type {HTMLElement} */ (canvas.parentElement));
    }

    /** Fits everything to the canvas's size on the page, and to the colours of its scheme. */
    resize() {
        const { clientWidth, clientHeight } = this.canvas;
        if (clientWidth === 0 || clientHeight === 0) return;
        this.#pixels = devicePixelRatio;
        this.canvas.width = Math.round(clientWidth * this.#pixels);
        this.canvas.height = Math.round(clientHeight * this.#pixels);
        this.camera.resize(clientWidth, clientHeight);
        this.palette = readPalette(/** @type {HTMLElement} */ (this.canvas.parentElement));
        const scale = this.camera.usualScale * this.#pixels;
        this.#ground = paintGround(this.table, this.palette, scale);
        this.#balls = new BallPictures(this.palette, this.table.ballRadius * scale, this.table.jackRadius * scale);
    }

    /** Draws the attention to the ball that waits. */
    ask() {
        this.#asked = performance.now();
    }

    /**
     * @param {number} time of the frame.
     * @param {boolean} isRolling
     */
    draw(time, isRolling) {
        if (!this.#ground) return;
        this.#time = time;
        this.isAnimating = false;
        const context = this.#context;
        // All that follows is in device pixels.
        const scale = this.camera.scale * this.#pixels;
        const left = this.camera.originX * this.#pixels;
        const bottom = this.camera.originY * this.#pixels;
        this.#drawGround(context, left, bottom, scale);
        if (!isRolling) {
            this.#drawRings(context, left, bottom, scale);
            if (this.aim.look === "none")
                drawMeasure(context, this.measure, this.palette, left, bottom, scale, this.#pixels);
        }
        this.#drawBalls(context, left, bottom, scale);
        this.#drawWaiting(context, left, bottom, scale);
        if (this.aim.look !== "none")
            drawAim(context, this.aim, this.table, this.palette, left, bottom, scale, this.#pixels);
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {number} left
     * @param {number} bottom
     * @param {number} scale
     */
    #drawGround(context, left, bottom, scale) {
        const ground = /** @type {HTMLCanvasElement} */ (this.#ground);
        const { width, length } = this.table;
        context.fillStyle = this.palette.verge;
        context.fillRect(0, 0, this.canvas.width, this.canvas.height);
        const isUsual = Math.abs(scale - this.camera.usualScale * this.#pixels) < 1e-6;
        const x = Math.round(left - BEYOND * scale);
        const y = Math.round(bottom - (length + BEYOND) * scale);
        // Pixel on pixel, unless the camera is farther away.
        if (isUsual) context.drawImage(ground, x, y);
        else context.drawImage(ground, x, y, (width + 2 * BEYOND) * scale, (length + 2 * BEYOND) * scale);
    }

    /**
     * Draws a ring around each ball that counts now.
     *
     * @param {CanvasRenderingContext2D} context
     * @param {number} left
     * @param {number} bottom
     * @param {number} scale
     */
    #drawRings(context, left, bottom, scale) {
        const { numbers, ballRadius } = this.table;
        const bits = this.measure.nearer;
        for (let index = 1; index < BALLS; index += 1) {
            if ((bits & (1 << index)) === 0) continue;
            context.beginPath();
            context.arc(
                left + numbers[index * NUMBERS + 1] * scale,
                bottom - numbers[index * NUMBERS + 2] * scale,
                (ballRadius + 5.5) * scale,
                0,
                FULL,
            );
            context.lineWidth = 5 * scale;
            context.strokeStyle = this.palette.halo;
            context.stroke();
            context.lineWidth = 2 * scale;
            context.strokeStyle = this.palette.ink;
            context.stroke();
        }
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {number} left
     * @param {number} bottom
     * @param {number} scale
     */
    #drawBalls(context, left, bottom, scale) {
        const balls = /** @type {BallPictures} */ (this.#balls);
        const { numbers, ballRadius, jackRadius } = this.table;
        for (let index = 0; index < BALLS; index += 1) {
            const at = index * NUMBERS;
            if (numbers[at] !== ROLLING && numbers[at] !== RESTING) continue;
            const radius = (index === 0 ? jackRadius : ballRadius) * scale;
            balls.drawShadow(context, left + numbers[at + 1] * scale, bottom - numbers[at + 2] * scale, radius);
        }
        for (let index = 1; index < BALLS; index += 1) {
            const at = index * NUMBERS;
            const alpha = this.#visibility(index, numbers[at]);
            if (alpha === 0) continue;
            context.globalAlpha = alpha;
            balls.draw(
                context,
                index > PER_TEAM ? 1 : 0,
                left + numbers[at + 1] * scale,
                bottom - numbers[at + 2] * scale,
                ballRadius * scale,
                numbers[at + 3],
                -numbers[at + 4],
                numbers[at + 5],
            );
        }
        context.globalAlpha = 1;
        // A ball may lie on the jack; the jack is always in sight.
        if (numbers[0] === ROLLING || numbers[0] === RESTING)
            balls.drawJack(context, left + numbers[1] * scale, bottom - numbers[2] * scale, jackRadius * scale);
    }

    /**
     * How much of a ball is to be seen: one that went out fades.
     *
     * @param {number} index
     * @param {number} state
     */
    #visibility(index, state) {
        if (state === ROLLING || state === RESTING) return 1;
        if (state !== OUT) return 0;
        if (this.#out[index] === 0) this.#out[index] = this.#time;
        const share = (this.#time - this.#out[index]) / FADE_MS;
        if (share >= 1) return 0;
        this.isAnimating = true;
        return 1 - share;
    }

    /** Balls that are out already when a game is continued do not fade. */
    forgetOut() {
        this.#out.fill(-FADE_MS);
    }

    /**
     * Draws the ball that waits to be thrown, with a ring around it if it asks to be taken.
     *
     * @param {CanvasRenderingContext2D} context
     * @param {number} left
     * @param {number} bottom
     * @param {number} scale
     */
    #drawWaiting(context, left, bottom, scale) {
        if (this.waiting < 0) return;
        const balls = /** @type {BallPictures} */ (this.#balls);
        const { ballRadius, jackRadius, startLine } = this.table;
        const x = left + this.aim.start * scale;
        const y = bottom - startLine * scale;
        const radius = (this.waiting === 0 ? jackRadius : ballRadius) * scale;
        const share = (this.#time - this.#asked) / ASK_MS;
        if (share < 1) {
            this.isAnimating = true;
            context.globalAlpha = Math.max(0, Math.min(1, 1 - share));
            context.beginPath();
            context.arc(x, y, radius + 26 * scale * Math.max(0, share), 0, FULL);
            context.lineWidth = 3 * scale;
            context.strokeStyle = this.palette.ink;
            context.stroke();
            context.globalAlpha = 1;
        }
        if (this.showsPull && this.aim.look === "none") this.#drawPull(context, x, y, scale);
        balls.drawShadow(context, x, y, radius);
        if (this.waiting === 0) balls.drawJack(context, x, y, radius);
        else balls.draw(context, this.waiting > PER_TEAM ? 1 : 0, x, y, radius, 0, -0.36, 0.93);
    }

    /**
     * Draws the way of a finger that pulls, again and again.
     *
     * @param {CanvasRenderingContext2D} context
     * @param {number} x of the waiting ball.
     * @param {number} y
     * @param {number} scale
     */
    #drawPull(context, x, y, scale) {
        this.isAnimating = true;
        const share = (this.#time % PULL_MS) / PULL_MS;
        const way = 1 - (1 - share) ** 3;
        context.globalAlpha = 0.5 * Math.min(1, 4 * (1 - share), 8 * share);
        context.beginPath();
        context.arc(x, y - way * PULL * scale, 15 * scale, 0, FULL);
        context.fillStyle = this.palette.ink;
        context.fill();
        context.globalAlpha = 1;
    }
}
