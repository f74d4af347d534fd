// Where the device points, by the program of the camera view: a bundle of its own for the map and for posts, which the
// page loads when the motion sensors say something.
import { FACT, View, loadProgram } from "./program.js";
import { screenNow } from "./screen.js";

/** The program forgets north when the sensors pause, and learns it within this time. In seconds. */
const PATIENCE = 1;

/** @typedef {import("../position/device.js").Direction} Direction */

export async function loadCompass() {
    return new Compass(await loadProgram());
}

export class Compass {
    #view;
    #fixAt = 0;
    /** @type {Direction | null} */
    #last = null;
    /** @type {number | null} */
    #unknownSince = null;

    /** @param {import("./program.js").Program} program */
    constructor(program) {
        this.#view = new View(program);
    }

    /**
     * Takes an orientation event. Returns where the device points then; null while that is unknown.
     *
     * @param {DeviceOrientationEvent & {webkitCompassAccuracy?: number}} event
     * @param {import("../position/position.js").Fix | null} fix the newest one.
     * @returns {Direction | null}
     */
    turned(event, fix) {
        const time = event.timeStamp / 1000;
        this.#stand(fix, time);
        const isKnown = this.#view.turned(event, time) && this.#view.facing(time, screenNow());
        // A phone whose compass is lost says so.
        const isLost = (event.webkitCompassAccuracy ?? 0) < 0;
        if (isKnown && !isLost) {
            const { facts } = this.#view.parts;
            const fromTrueNorth = facts[FACT.trueFacing];
            const isPlaced = !Number.isNaN(fromTrueNorth);
            this.#last = { magnetic: facts[FACT.magneticFacing], fromTrueNorth: isPlaced ? fromTrueNorth : null };
            this.#unknownSince = null;
        } else {
            this.#unknownSince ??= time;
            if (isLost || time - this.#unknownSince > PATIENCE) this.#last = null;
        }
        return this.#last;
    }

    /** The sensors stop, and may count from elsewhere when they start again. */
    forget() {
        this.#view.forget();
        this.#last = null;
    }

    /**
     * @param {import("../position/position.js").Fix | null} fix
     * @param {number} time
     */
    #stand(fix, time) {
        if (!fix || fix.at === this.#fixAt) return;
        this.#fixAt = fix.at;
        const { position, accuracy, speed, course } = fix;
        const { lat: latitude, lon: longitude } = position;
        this.#view.stood(fix.at, { latitude, longitude, accuracy, speed, heading: course }, time);
    }
}
