// The time that is left for a throw, by this device's clock.

/** The server rounds the seconds up; shortly after the last one it knows who was late. */
const GRACE_MS = 300;

export class Countdown {
    #end = 0;
    #timer = 0;
    /** The seconds that are left; null while nobody has to throw. */
    seconds = /** @type {number | null} */ (null);

    /**
     * @param {() => void} ticked called each second.
     * @param {() => void} over called when the time is up.
     */
    constructor(ticked, over) {
        this.ticked = ticked;
        this.over = over;
    }

    /** @param {number | undefined} seconds */
    start(seconds) {
        this.stop();
        if (seconds === undefined) return;
        this.#end = performance.now() + 1000 * seconds;
        this.#tick();
    }

    stop() {
        clearTimeout(this.#timer);
        this.seconds = null;
    }

    #tick = () => {
        const left = this.#end - performance.now();
        this.seconds = Math.max(0, Math.ceil(left / 1000));
        this.ticked();
        if (this.seconds === 0) this.#timer = window.setTimeout(this.over, Math.max(0, left) + GRACE_MS);
        else this.#timer = window.setTimeout(this.#tick, left - 1000 * (this.seconds - 1));
    };
}
