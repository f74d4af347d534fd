// A finger or a mouse on the court: it moves the ball sideways, pulls the aim forward, and throws by letting go.

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./camera.js').Camera} Camera */

/** The roll for a pull of one: a thumb at the near edge reaches the far end. */
const GAIN = 1.6;
/** As long as the finger is nearer to the line of the ball than that, in points, it moves the ball sideways. */
const SIDEWAYS = 40;
/** A press up to here above the line that balls must pass, in points, takes the ball. */
const REACH = 44;
/** A gesture that is shorter and faster than that, in milliseconds and points a second, is a flick. */
const FLICK_MS = 300;
const FLICK_SPEED = 520;
/** The roll of a flick for a speed of one point a second: its resistance of 8/s makes 0.125, and a hand is short. */
const FLICK_GAIN = 0.3;
/** A flick's speed is that of its last moments, in milliseconds. */
const LAST_MS = 70;
/** The greatest turn of a flick to the side. */
const FLICK_WIDEST = 1.2;
const SAMPLES = 8;

export class Gestures {
    /** The finger that aims; -1 for none. */
    #pointer = -1;
    #begun = 0;
    #isPulled = false;
    /** The last places of the finger: time, x and y of each, the newest first. */
    #samples = new Float64Array(3 * SAMPLES);
    #count = 0;
    #listening = new AbortController();

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {Camera} camera
     * @param {Aim} aim
     * @param {() => void} missed tells of a press that takes no ball.
     */
    constructor(canvas, camera, aim, missed) {
        this.canvas = canvas;
        this.camera = camera;
        this.aim = aim;
        this.missed = missed;
        const { signal } = this.#listening;
        canvas.addEventListener("pointerdown", (event) => this.#press(event), { signal });
        canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
        canvas.addEventListener("pointerup", (event) => this.#release(event), { signal });
        canvas.addEventListener("pointercancel", () => this.cancel(), { signal });
        canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    }

    leave() {
        this.#listening.abort();
    }

    /** Ends the gesture and takes the throw back. */
    cancel() {
        if (this.#pointer === -1) return;
        this.#pointer = -1;
        this.aim.giveUp();
    }

    /** @param {PointerEvent} event */
    #press(event) {
        if (!this.aim.isOpen || event.button !== 0) return;
        // A second finger takes the throw back.
        if (this.#pointer !== -1) return this.cancel();
        const [x, y] = this.#place(event);
        const { line, startLine } = this.camera.table;
        const nearBall = Math.hypot(x - this.aim.start, y - startLine) < REACH;
        if (y > line + REACH / 2 && !nearBall) return this.missed();
        this.#pointer = event.pointerId;
        this.canvas.setPointerCapture(event.pointerId);
        this.#begun = event.timeStamp;
        this.#isPulled = false;
        this.#count = 0;
        this.aim.giveUp();
        this.#note(event.timeStamp, x, y);
        this.aim.startAt(x);
        return undefined;
    }

    /** @param {PointerEvent} event */
    #move(event) {
        if (event.pointerId !== this.#pointer || !this.aim.isOpen) return;
        const [x, y] = this.#place(event);
        this.#note(event.timeStamp, x, y);
        const forward = y - this.camera.table.startLine;
        if (!this.#isPulled && forward < SIDEWAYS) return this.aim.startAt(x);
        this.#isPulled = true;
        this.aim.rollTo(GAIN * (x - this.aim.start), GAIN * forward);
    }

    /** @param {PointerEvent} event */
    #release(event) {
        if (event.pointerId !== this.#pointer) return;
        this.#pointer = -1;
        const [x, y] = this.#place(event);
        this.#note(event.timeStamp, x, y);
        if (event.timeStamp - this.#begun < FLICK_MS && this.#flick()) return;
        this.aim.release();
    }

    /** Throws with the speed of the finger, if it was fast and forward. Returns whether it did. */
    #flick() {
        const samples = this.#samples;
        let oldest = 0;
        for (let index = 1; index < this.#count; index += 1)
            if (samples[0] - samples[3 * index] <= LAST_MS) oldest = index;
        const seconds = (samples[0] - samples[3 * oldest]) / 1_000;
        if (seconds <= 0) return false;
        const across = (samples[1] - samples[3 * oldest + 1]) / seconds;
        const along = (samples[2] - samples[3 * oldest + 2]) / seconds;
        if (along < FLICK_SPEED || Math.abs(across) > FLICK_WIDEST * along) return false;
        this.aim.rollTo(FLICK_GAIN * across, FLICK_GAIN * along);
        return this.aim.release();
    }

    /**
     * @param {number} time
     * @param {number} x
     * @param {number} y
     */
    #note(time, x, y) {
        this.#samples.copyWithin(3, 0);
        this.#samples[0] = time;
        this.#samples[1] = x;
        this.#samples[2] = y;
        this.#count = Math.min(SAMPLES, this.#count + 1);
    }

    /**
     * The place of a pointer on the court, in points.
     *
     * @param {PointerEvent} event
     * @returns {[number, number]}
     */
    #place({ clientX, clientY }) {
        const { left, top } = this.canvas.getBoundingClientRect();
        return this.camera.placeAt(clientX - left, clientY - top);
    }
}
