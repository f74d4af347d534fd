// The known answers for the same points, so that another travel mode is shown at once.

/**
 * @typedef {Route | import("../data/failures.js").Refused} Known a route, or the reason why there is none.
 *
 * @typedef {{points: Position[]} & EndLevels} Ends the points that a route leads through, and the levels of both ends.
 */

export class KnownRoutes {
    #ends = "";
    /** @type {Map<Profile, Known>} */
    #byProfile = new Map();

    /**
     * Forgets the answers for other points or levels.
     *
     * @param {Ends} ends
     * @returns {boolean} whether they are other ones.
     */
    turnTo(ends) {
        const written = JSON.stringify(ends);
        if (written === this.#ends) return false;
        this.#ends = written;
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
