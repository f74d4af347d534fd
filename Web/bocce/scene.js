// Draws a frame of the game: the ground, what counts now, the balls, and the aim. Nothing is allocated in a frame.
import { drawAim } from "./aim-picture.js";
import { BallPictures } from "./balls.js";
import { Brush } from "./brush.js";
import { BEYOND, paintGround } from "./ground.js";
import { drawMeasure, Measure } from "./measure.js";
import { readPalette } from "./palette.js";
import { BALLS, NUMBERS, OUT, RESTING, ROLLING } from "./table.js";
import { WaitingBall } from "./waiting-ball.js";

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./table.js').Table} Table */

const PER_TEAM = (BALLS - 1) / 2;
const FULL = 2 * Math.PI;
/** How long a ball that is out fades. */
const FADE_MS = 450;
/** The ring around a ball that counts: its distance from the ball and its width, in points. */
const RING_GAP = 5.5;
const RING_WIDTH = 2;

export class Scene {
    #brush;
    /** @type {HTMLCanvasElement | null} */
    #ground = null;
    /** @type {BallPictures | null} */
    #balls = null;
    /** The ball that is being drawn. */
    #seen = { x: 0, y: 0, radius: 0, markX: 0, markY: 0, markZ: 1 };
    /** When each ball was first seen out; 0 for never. */
    #out = new Float64Array(BALLS);
    #time = 0;
    measure = new Measure();
    waiting = new WaitingBall();
    isAnimating = false;

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
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
        this.#brush = new Brush(context, readPalette(/** @type {HTMLElement} */ (canvas.parentElement)));
    }

    /** Fits everything to the canvas's size on the page, and to the colours of its scheme. */
    resize() {
        const { canvas, camera, table } = this;
        const { clientWidth, clientHeight } = canvas;
        if (clientWidth === 0 || clientHeight === 0) return;
        const palette = readPalette(/** @type {HTMLElement} */ (canvas.parentElement));
        this.#brush.pixels = devicePixelRatio;
        this.#brush.palette = palette;
        canvas.width = Math.round(clientWidth * devicePixelRatio);
        canvas.height = Math.round(clientHeight * devicePixelRatio);
        camera.resize(clientWidth, clientHeight);
        const scale = camera.usualScale * devicePixelRatio;
        this.#ground = paintGround(table, palette, scale);
        this.#balls = new BallPictures(palette, table.ballRadius * scale, table.jackRadius * scale);
    }

    /** Balls that are out already when a game is continued do not fade. */
    forgetOut() {
        this.#out.fill(-FADE_MS);
    }

    /**
     * @param {number} time of the frame.
     * @param {boolean} isRolling
     */
    draw(time, isRolling) {
        if (!this.#ground || !this.#balls) return;
        const brush = this.#brush;
        this.#time = time;
        this.isAnimating = false;
        brush.scale = this.camera.scale * brush.pixels;
        brush.left = this.camera.originX * brush.pixels;
        brush.bottom = this.camera.originY * brush.pixels;
        this.#drawGround(this.#ground);
        const isAiming = this.aim.look !== "none";
        if (!isRolling) this.#drawRings();
        if (!isRolling && !isAiming) drawMeasure(brush, this.measure);
        this.#drawShadows(this.#balls);
        this.#drawBalls(this.#balls);
        if (this.waiting.draw(brush, this.#balls, this.table, this.aim, time)) this.isAnimating = true;
        if (isAiming) drawAim(brush, this.aim, this.table);
    }

    /** @param {HTMLCanvasElement} ground */
    #drawGround(ground) {
        const { context, palette, scale, pixels } = this.#brush;
        const { width, length } = this.table;
        const x = Math.round(this.#brush.x(-BEYOND));
        const y = Math.round(this.#brush.y(length + BEYOND));
        context.fillStyle = palette.verge;
        context.fillRect(0, 0, this.canvas.width, this.canvas.height);
        // Pixel on pixel, unless the camera is farther away.
        if (Math.abs(scale - this.camera.usualScale * pixels) < 1e-6) context.drawImage(ground, x, y);
        else context.drawImage(ground, x, y, (width + 2 * BEYOND) * scale, (length + 2 * BEYOND) * scale);
    }

    /** Draws a ring around each ball that counts now. */
    #drawRings() {
        const { context, scale } = this.#brush;
        const { numbers, ballRadius } = this.table;
        for (let index = 1; index < BALLS; index += 1) {
            if ((this.measure.nearer & (1 << index)) === 0) continue;
            const at = index * NUMBERS;
            context.beginPath();
            context.arc(
                this.#brush.x(numbers[at + 1]),
                this.#brush.y(numbers[at + 2]),
                (ballRadius + RING_GAP) * scale,
                0,
                FULL,
            );
            this.#brush.stroke(RING_WIDTH * scale);
        }
    }

    /** @param {BallPictures} balls */
    #drawShadows(balls) {
        for (let index = 0; index < BALLS; index += 1)
            if (this.#isInPlay(index)) balls.drawShadow(this.#brush.context, this.#look(index));
    }

    /** @param {BallPictures} balls */
    #drawBalls(balls) {
        const { context } = this.#brush;
        for (let index = 1; index < BALLS; index += 1) {
            const alpha = this.#isInPlay(index) ? 1 : this.#fading(index);
            if (alpha === 0) continue;
            context.globalAlpha = alpha;
            balls.draw(context, index > PER_TEAM ? 1 : 0, this.#look(index));
        }
        context.globalAlpha = 1;
        // A ball may lie on the jack; the jack is always in sight.
        if (this.#isInPlay(0)) balls.drawJack(context, this.#look(0));
    }

    /** @param {number} index */
    #isInPlay(index) {
        const state = this.table.numbers[index * NUMBERS];
        return state === ROLLING || state === RESTING;
    }

    /**
     * Looks at a ball, until the next one.
     *
     * @param {number} index
     */
    #look(index) {
        const { numbers, ballRadius, jackRadius } = this.table;
        const at = index * NUMBERS;
        const seen = this.#seen;
        seen.x = this.#brush.x(numbers[at + 1]);
        seen.y = this.#brush.y(numbers[at + 2]);
        seen.radius = (index === 0 ? jackRadius : ballRadius) * this.#brush.scale;
        seen.markX = numbers[at + 3];
        seen.markY = -numbers[at + 4];
        seen.markZ = numbers[at + 5];
        return seen;
    }

    /**
     * How much of a ball is to be seen that is not in play: one that went out fades.
     *
     * @param {number} index
     */
    #fading(index) {
        if (this.table.numbers[index * NUMBERS] !== OUT) return 0;
        if (this.#out[index] === 0) this.#out[index] = this.#time;
        const share = (this.#time - this.#out[index]) / FADE_MS;
        if (share >= 1) return 0;
        this.isAnimating = true;
        return 1 - share;
    }
}
