// Draws frame after frame as long as something moves, and rests otherwise.

/** The physics makes so many steps in a millisecond. */
const STEPS_PER_MS = 0.24;
/** After a pause, the game goes on where it was: a frame never catches up with more steps than these. */
const MOST_STEPS = 12;

export class Frames {
    #last = 0;
    #owed = 0;
    #request = 0;

    /**
     * @param {(steps: number, elapsed: number, time: number) => boolean} draw gets the steps that are due, and the
     *   milliseconds since the last frame; returns whether something moves still.
     */
    constructor(draw) {
        this.draw = draw;
    }

    /** Makes sure that another frame is drawn. */
    wake() {
        if (this.#request) return;
        this.#last = 0;
        this.#request = requestAnimationFrame(this.#frame);
    }

    stop() {
        cancelAnimationFrame(this.#request);
        this.#request = 0;
    }

    #frame = (/** @type {number} */ time) => {
        const elapsed = this.#last === 0 ? 0 : Math.min(100, time - this.#last);
        this.#last = time;
        this.#owed += elapsed * STEPS_PER_MS;
        const steps = Math.min(MOST_STEPS, Math.floor(this.#owed));
        this.#owed = Math.min(1, this.#owed - steps);
        this.#request = requestAnimationFrame(this.#frame);
        if (this.draw(steps, elapsed, time)) return;
        this.stop();
    };
}
