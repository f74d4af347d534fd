// The motion sensors, as events of the window; and the hand that stands in for them.

/** A device that has sensors says so within this time, in milliseconds. */
const SILENCE_MS = 1_500;
const EVENTS = ["deviceorientation", "deviceorientationabsolute"];
/** How far one looks up or down by hand, in degrees. */
const MOST_ELEVATION = 60;
/** The program trusts a direction that was set less and less; so the hand sets it again. In seconds. */
const AIM_AGAIN = 5;

/** The hand stands in for a phone whose screen is not turned, whatever the shape of the window. */
export const HAND_SCREEN = { angle: 0, isWide: false, hasUprightAxes: false };

/** @typedef {"off" | "waiting" | "on" | "missing" | "denied"} SensorState */

export class Sensors {
    /** @type {SensorState} */
    state = "off";
    #timer = 0;

    /**
     * @param {import("./program.js").View} view
     * @param {() => void} changed
     */
    constructor(view, changed) {
        this.view = view;
        this.changed = changed;
    }

    /** Asks for the permission where phones want that. It must be the first call in a tap. */
    static async ask() {
        const events = /** @type {any} */ (globalThis.DeviceOrientationEvent);
        if (typeof events?.requestPermission !== "function") return true;
        const answer = await events.requestPermission().catch(() => "denied");
        return answer === "granted";
    }

    /** @param {boolean} isAllowed */
    start(isAllowed) {
        clearTimeout(this.#timer);
        if (!isAllowed) return this.#become("denied");
        for (const name of EVENTS) window.addEventListener(name, this.#turned);
        this.#become("waiting");
        this.#timer = window.setTimeout(() => this.#become("missing"), SILENCE_MS);
    }

    stop() {
        clearTimeout(this.#timer);
        for (const name of EVENTS) window.removeEventListener(name, this.#turned);
        this.state = "off";
        this.view.forget();
    }

    #turned = (/** @type {any} */ event) => {
        if (!this.view.turned(event, event.timeStamp / 1000)) return;
        if (this.state === "on") return;
        clearTimeout(this.#timer);
        // The direction of the hand counts no longer.
        if (this.state === "missing") this.view.forget();
        this.#become("on");
    };

    /** @param {SensorState} state */
    #become(state) {
        this.state = state;
        this.changed();
    }
}

/** Where the user looks without sensors, by dragging and by keys. */
export class Hand {
    heading = 0;
    elevation = 0;
    #aimed = -AIM_AGAIN;

    /**
     * @param {number} right degrees.
     * @param {number} up degrees.
     */
    turn(right, up) {
        this.heading = (this.heading + right + 360) % 360;
        this.elevation = Math.max(-MOST_ELEVATION, Math.min(MOST_ELEVATION, this.elevation + up));
    }

    /**
     * Tells the program, before each frame: a gap would look like a pause of the sensors.
     *
     * @param {import("./program.js").View} view
     * @param {number} time
     */
    tell(view, time) {
        view.turned(this.#event, time);
        if (view.isNorthAssumed && time - this.#aimed < AIM_AGAIN) return;
        if (view.assume(time, this.heading)) this.#aimed = time;
    }

    /** Forgets the last aim: the program did so, too. */
    rest() {
        this.#aimed = -AIM_AGAIN;
    }

    /** A phone that is held upright. α is the heading, turned the other way. */
    get #event() {
        const { heading, elevation } = this;
        return { alpha: (360 - heading) % 360, beta: 90 + elevation, gamma: 0, type: "deviceorientation" };
    }
}
