// A route on the map: its line, which can be pulled, its ends, its stops, and alternatives in grey.
import { longerText } from "./choices.js";
import { endLevels } from "./ends.js";
import { Pulling } from "./pulling.js";

export class RouteDrawing {
    /** @type {Pulling | null} */
    #pulling = null;

    /**
     * @param {Page} page
     * @param {{choose: (index: number) => void, insert: (at: number, position: Position) => void, move: (at: number,
     *   position: Position) => void}} actions called when another route is chosen, a stop is added, or a stop is moved.
     */
    constructor(page, actions) {
        this.page = page;
        this.actions = actions;
    }

    /**
     * @param {Route[]} routes
     * @param {number} chosen
     * @param {import("./asking.js").Plan} plan
     */
    show(routes, chosen, plan) {
        const { marks, routeLine, data } = this.page;
        this.#pulling?.drop();
        routeLine.showStops(plan.via.map(({ position }) => position));
        const shown = routes[chosen];
        const draw = (/** @type {Route} */ drawn) => marks.showRoute(drawn, plan.from.position, plan.to.position);
        draw(shown);
        const others = routes.flatMap((route, index) =>
            index === chosen ? [] : { route, index, label: longerText(route, shown) },
        );
        marks.showOthers(others, this.actions.choose);
        const { profile } = shown;
        const levels = endLevels(plan.from, plan.to);
        this.#pulling = new Pulling({
            points: plan.points,
            find: (points, signal) => data.route({ points, profile, ...levels }, signal),
            draw: (drawn) => draw(drawn ?? shown),
            inserted: this.actions.insert,
            moved: this.actions.move,
        });
        routeLine.offer(shown, this.#pulling);
    }

    clear() {
        const { marks, routeLine } = this.page;
        this.#pulling?.drop();
        this.#pulling = null;
        routeLine.showStops([]);
        routeLine.offer(null);
        marks.showRoute(null);
        marks.showOthers([]);
    }
}
