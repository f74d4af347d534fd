// The known answers for the same points, so that another travel mode is shown at once.

/** @typedef {Route | import("../data/failures.js").Refused} Known a route, or the reason why there is none. */

export class KnownRoutes {
    #points = "";
    /** @type {Map<Profile, Known>} */
    #byProfile = new Map();

    /**
     * Forgets the answers for other points.
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

    /** Forgets all: the routes through the same points may be different now. */
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
