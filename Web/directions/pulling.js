// Pulls the line or a stop of a route. The line is redrawn all the time; a new route is requested only after the last
// answer.
import { Latest } from "../data/latest.js";

/** @implements {Required<import("../map/route-line.js").Actions>} */
export class Pulling {
    #latest = new Latest();
    /** @type {Position[] | null} */
    #wanted = null;
    #isAsking = false;

    /**
     * @param {{points: Position[], find: (points: Position[], signal: AbortSignal) => Promise<Route | null>,
     *   draw: (route: Route | null) => void, inserted: (at: number, position: Position) => void,
     *   moved: (at: number, position: Position) => void}} how `points` of the route; `draw` is given null for the route
     *   as it was.
     */
    constructor(how) {
        this.how = how;
    }

    /** @param {number} leg @param {Position} position */
    pulling(leg, position) {
        this.#want(this.how.points.toSpliced(leg + 1, 0, position));
    }

    /** @param {number} leg @param {Position} position */
    pulled(leg, position) {
        this.drop();
        this.how.inserted(leg, position);
    }

    dropped() {
        this.drop();
        this.how.draw(null);
    }

    /** @param {number} via @param {Position} position */
    moving(via, position) {
        this.#want(this.how.points.with(via + 1, position));
    }

    /** @param {number} via @param {Position} position */
    moved(via, position) {
        this.drop();
        this.how.moved(via, position);
    }

    /** Forgets the open question. */
    drop() {
        this.#wanted = null;
        this.#latest.drop();
    }

    /** @param {Position[]} points */
    async #want(points) {
        this.#wanted = points;
        if (this.#isAsking) return;
        this.#isAsking = true;
        while (this.#wanted) {
            const asked = this.#wanted;
            this.#wanted = null;
            const found = await this.#latest.ask(asked, (all, signal) => this.how.find(all, signal)).catch(() => null);
            if (found?.answer) this.how.draw(found.answer);
        }
        this.#isAsking = false;
    }
}
