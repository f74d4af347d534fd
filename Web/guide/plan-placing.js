// A floor plan that a curator places on the map: by its handles, by the arrow keys, and by fields. Each step can be
// undone.
import {
    moved,
    planCorners,
    planTop,
    rotationTowards,
    tidyRotation,
    tidyWidth,
    widthTowards,
} from "../core/plan-corners.js";
import { drawnPlan } from "./plans.js";

/** About a centimetre. */
const DECIMALS = 7;
/**
 * The steps of an arrow key: metres, degrees, and a share of the width. With the shift key they are ten times larger.
 */
const STEPS = { move: 0.5, turn: 0.5, scale: 0.005 };
/** The most steps that can be undone. */
const MOST_STEPS = 100;

/** @typedef {Pick<FloorPlan, "center" | "width" | "rotation" | "opacity">} Placing */

/** Places one plan on the map, and remembers the steps. Nothing is sent. */
export class PlanPlacing {
    /** @type {Placing[]} */
    #past = [];

    /**
     * @param {Page} page
     * @param {FloorPlan} plan
     * @param {(placing: Placing) => void} changed called after each step.
     */
    constructor({ planMap }, plan, changed) {
        this.planMap = planMap;
        this.plan = { ...plan };
        this.changed = changed;
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    /** Shows the plan and its handles on the map. */
    show() {
        const { plan, planMap } = this;
        planMap.show([drawnPlan(plan)]);
        const corner = /** @type {Position} */ (planCorners(plan, plan.picture)[2]);
        planMap.place({
            at: { move: plan.center, turn: planTop(plan, plan.picture), scale: corner },
            begin: this.begin,
            drag: (handle, to) => this.#put(this.#dragged(handle, to)),
            key: this.step,
        });
    }

    leave() {
        this.planMap.place(null);
        this.planMap.show([]);
    }

    /** Remembers the placing before a step. */
    begin = () => {
        this.#past = [...this.#past, this.#placing()].slice(-MOST_STEPS);
    };

    /**
     * Moves, turns or scales the plan by the step of a key.
     *
     * @param {"move" | "turn" | "scale"} handle
     * @param {number} right
     * @param {number} up
     * @param {boolean} isLarge
     */
    step = (handle, right, up, isLarge) => {
        const { center, width, rotation } = this.plan;
        const step = STEPS[handle] * (isLarge ? 10 : 1);
        if (handle === "move") this.#put({ center: rounded(moved(center, right * step, up * step)) });
        else if (handle === "turn") this.#put({ rotation: tidyRotation(rotation + (right || up) * step) });
        else this.#put({ width: tidyWidth(width + Math.max(0.1, width * step) * (right || up)) });
    };

    /**
     * Takes values that a curator typed, as one step.
     *
     * @param {Partial<Placing>} typed
     */
    type(typed) {
        this.begin();
        this.#put(typed);
    }

    undo() {
        const before = this.#past.pop();
        if (before) this.#put(before);
    }

    /** @returns {Placing} */
    #placing() {
        const { center, width, rotation, opacity } = this.plan;
        return { center, width, rotation, opacity };
    }

    /**
     * @param {"move" | "turn" | "scale"} handle
     * @param {Position} to
     * @returns {Partial<Placing>}
     */
    #dragged(handle, to) {
        if (handle === "move") return { center: rounded(to) };
        if (handle === "turn") return { rotation: rotationTowards(this.plan, to) };
        return { width: widthTowards(this.plan, this.plan.picture, to) };
    }

    /** @param {Partial<Placing>} part */
    #put(part) {
        this.plan = { ...this.plan, ...part };
        this.show();
        this.changed(this.#placing());
    }
}

/**
 * @param {Position} position
 * @returns {Position}
 */
function rounded({ lat, lon }) {
    return { lat: Number(lat.toFixed(DECIMALS)), lon: Number(lon.toFixed(DECIMALS)) };
}
