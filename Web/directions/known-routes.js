// The known answers for the same points, so that another way of travel is shown at once.

/** @typedef {Route | import("../data/failures.js").Refused} Known a way, or why there is none. */

export class KnownRoutes {
    #points = "";
    /** @type {Map<Profile, Known>} */
    #byProfile = new Map();

    /**
     * Forgets what belongs to other points.
     *
     * @param {Position[]} points
     * @returns {boolean} whether they are other ones.
     */
    turnTo(points) {
        const written = JSON.stringify(points);
        if (written === this.#points) return false;
        this.#points = written;
        this.#byProfile.clear();
        return true;
    }

    /** Forgets all: other ways may lead through the same points now. */
    forget() {
        this.#byProfile.clear();
    }

    /** @param {Profile} profile */
    get(profile) {
        return this.#byProfile.get(profile);
    }

    /**
     * @param {Profile} profile
     * @param {Known} known
     */
    set(profile, known) {
        this.#byProfile.set(profile, known);
    }
}
