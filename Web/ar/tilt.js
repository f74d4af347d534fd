// A lowered phone wants the map, and a raised one the picture.

/** Lower than this the user looks at the ground. Higher than the other, the picture. In degrees. */
const LOWERED = -50;
const RAISED = -38;
/** How long the phone stays so before the view changes, in seconds. */
const PATIENCE = 0.5;

export class Tilt {
    /** Since when the tilt asks for the other view; null while it does not. */
    #since = /** @type {number | null} */ (null);
    /** Whether the map is there because the phone was lowered. */
    #isByTilt = false;

    /**
     * Returns whether the other view is wanted now.
     *
     * @param {number} elevation of the camera, in degrees.
     * @param {number} time
     * @param {boolean} isLowered whether the map is shown.
     */
    wantsOther(elevation, time, isLowered) {
        // A user who chose the map by its button keeps it until they raise the phone from below.
        const wants = isLowered ? this.#isByTilt && elevation > RAISED : elevation < LOWERED;
        if (!wants) this.#since = null;
        else this.#since ??= time;
        return this.#since !== null && time - this.#since > PATIENCE;
    }

    /** @param {boolean} isByTilt whether the tilt changed the view, not a button. */
    changed(isByTilt) {
        this.#since = null;
        this.#isByTilt = isByTilt;
    }
}
