// Where on a route I am, and how far it is to the next step.
import { METRES_PER_DEGREE } from "../core/geodesy.js";
import { nearestOnLine } from "../map/line.js";

/**
 * A line that crosses itself is near twice: a place farther ahead or back than this counts as farther away by the
 * excess. In metres.
 */
const BEFORE_METRES = 40;
const AHEAD_METRES = 300;
const ELSEWHERE_METRES = 25;
/** This near to the end I am there, as exactly as positions are. In metres. */
const END_METRES = 15;

/**
 * `off` metres beside the line, `along` metres from its start, `left` metres and `seconds` to its end; `step` is the
 * index of the maneuver behind me, `far` metres to the one after it; `legs` are behind me.
 *
 * @typedef {{off: number, along: number, left: number, seconds: number, step: number, far: number, legs: number,
 *   isAtEnd: boolean}} Place
 */

export class Progress {
    /** @type {{x: number, y: number}[]} metres east and north of the start. */
    #line;
    /** Metres from the start to each point. */
    #along = [0];
    #last = 0;

    /** @param {Route} route */
    constructor(route) {
        this.steps = route.legs.flatMap((leg) => leg.steps);
        this.ends = route.legs.map((leg) => leg.steps[leg.steps.length - 1]?.geometry_index ?? 0);
        const [[lon, lat]] = route.geometry.coordinates;
        const across = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
        this.plane = (/** @type {number} */ east, /** @type {number} */ north) => ({
            x: (east - lon) * across,
            y: (north - lat) * METRES_PER_DEGREE,
        });
        this.#line = route.geometry.coordinates.map(([east, north]) => this.plane(east, north));
        for (let index = 1; index < this.#line.length; index++) {
            const [a, b] = [this.#line[index - 1], this.#line[index]];
            this.#along.push(this.#along[index - 1] + Math.hypot(b.x - a.x, b.y - a.y));
        }
    }

    /**
     * @param {Position} position
     * @returns {Place | null} null for a route without a line.
     */
    at({ lat, lon }) {
        const rank = (/** @type {number} */ far, /** @type {number} */ segment, /** @type {number} */ part) => {
            const ahead = this.#alongTo(segment, part) - this.#last;
            return ahead >= -BEFORE_METRES && ahead <= AHEAD_METRES ? far : far + ELSEWHERE_METRES;
        };
        const near = nearestOnLine(this.plane(lon, lat), this.#line, rank);
        if (!near) return null;
        const { segment, part, far: off } = near;
        const along = this.#alongTo(segment, part);
        const left = this.#along[this.#along.length - 1] - along;
        const after = this.steps.findIndex((step) => step.geometry_index > segment);
        const step = (after < 0 ? this.steps.length : after) - 1;
        const far = after < 0 ? left : this.#along[this.steps[after].geometry_index] - along;
        const legs = this.ends.filter((end) => end <= segment).length;
        return {
            off,
            along,
            left,
            seconds: this.#seconds(step, far),
            step,
            far,
            legs,
            isAtEnd: left + off <= END_METRES,
        };
    }

    /**
     * Takes a place as my position: the next steps lie ahead of it.
     *
     * @param {Place} place
     */
    reach(place) {
        this.#last = place.along;
    }

    /**
     * @param {number} segment
     * @param {number} part
     */
    #alongTo(segment, part) {
        return this.#along[segment] + part * (this.#along[segment + 1] - this.#along[segment]);
    }

    /**
     * @param {number} step
     * @param {number} far
     */
    #seconds(step, far) {
        const { distance, duration } = this.steps[step];
        const here = distance > 0 ? duration * Math.min(1, far / distance) : 0;
        return this.steps.slice(step + 1).reduce((sum, each) => sum + each.duration, here);
    }
}
