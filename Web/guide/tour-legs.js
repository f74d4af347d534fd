// The walks between the stops of a tour: asked for a few at a time, each once, and drawn together.
import { Refused } from "../data/failures.js";

/** @typedef {{from: Position, to: Position, route: Route | null, index: number}} Leg `index` is of the stop that it leads to. */

/** How many legs to request at a time. */
const CONCURRENCY = 3;

export class TourLegs {
    #asking = new AbortController();
    /**
     * The walks that were asked for, by their ends.
     *
     * @type {Map<string, Promise<Route | null>>}
     */
    #walks = new Map();
    /** Which stops were asked about last. */
    #newest = 0;

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
    }

    /**
     * Finds the walk of each leg and draws them all. Stops that are not on the map are passed over.
     *
     * @param {Venue[]} stops
     * @returns {Promise<Leg[] | null>} null when there is nothing to show: the screen was left, other stops were asked
     *   about, or no answer came.
     */
    async draw(stops) {
        this.#newest += 1;
        const mine = this.#newest;
        const legs = legsOf(stops);
        const waiting = [...legs];
        const take = async () => {
            for (let leg = waiting.shift(); leg; leg = waiting.shift()) leg.route = await this.#walk(leg);
        };
        try {
            await Promise.all(Array.from({ length: CONCURRENCY }, take));
        } catch {
            return null;
        }
        if (mine !== this.#newest || this.#asking.signal.aborted) return null;
        this.page.marks.showLegs(legs);
        return legs;
    }

    leave() {
        this.#asking.abort();
        this.page.marks.showRoute(null);
    }

    /** @param {Leg} leg */
    #walk({ from, to }) {
        const key = JSON.stringify([from, to]);
        const known = this.#walks.get(key);
        if (known) return known;
        const asked = this.page.data
            .route({ points: [from, to], profile: "foot" }, this.#asking.signal)
            .catch((failure) => {
                if (failure instanceof Refused) return null;
                this.#walks.delete(key);
                throw failure;
            });
        this.#walks.set(key, asked);
        return asked;
    }
}

/** @param {Venue[]} stops */
function legsOf(stops) {
    /** @type {Leg[]} */
    const legs = [];
    /** @type {Position | undefined} */
    let from;
    stops.forEach(({ location }, index) => {
        if (from && location) legs.push({ from, to: location, route: null, index });
        from = location ?? from;
    });
    return legs;
}
