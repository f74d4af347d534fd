// A device that turns but has no compass: the view assumes north after a while, so that the user can correct it.
import { FACT, STATE } from "./program.js";

/** A compass answers within this time, in seconds; an iPhone that is held flat takes 3 s. */
const PATIENCE = 10;

export class AssumedNorth {
    #since = Number.NaN;

    /** @param {import("./program.js").View} view */
    constructor(view) {
        this.view = view;
    }

    /**
     * Looks at a frame, and assumes that the camera looks north once it was unknown for too long.
     *
     * @param {boolean} hasPosition without which no direction can be set.
     * @param {number} time
     */
    look(hasPosition, time) {
        const isUnknown = hasPosition && this.view.parts.facts[FACT.state] === STATE.northUnknown;
        if (!isUnknown) this.#since = Number.NaN;
        else if (Number.isNaN(this.#since)) this.#since = time;
        else if (time - this.#since > PATIENCE) this.view.assume(time, 0);
    }
}
