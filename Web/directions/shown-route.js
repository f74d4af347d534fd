// The shown route, and the others to choose from: drawn on the map, in words, followed, and ready for paper.
import { Refused } from "../data/failures.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { RouteDrawing } from "./drawing.js";
import { Following } from "./following.js";
import { routePrinting } from "./print.js";
import { isRestOf, isSlower } from "./rest.js";
import { noRouteParts, routeParts } from "./result.js";
import { stepsOf } from "./steps.js";

/**
 * @typedef {{insert: (at: number, position: Position) => void, move: (at: number, position: Position) => void, left:
 *   (legs: number) => void, chose: (index: number) => void}} Actions called when a stop is added or moved, when I left
 *   the route after a number of legs, or when another route is chosen.
 */

export class ShownRoute {
    /** The route in words, or why there is none. */
    result = make("div", { class: "route-result" });
    /**
     * The quickest first.
     *
     * @type {Route[]}
     */
    #routes = [];
    #chosen = 0;
    /** @type {import("./asking.js").Plan | null} */
    #plan = null;
    #drawing;
    #printing;

    /**
     * @param {Page} page
     * @param {Actions} actions
     */
    constructor(page, actions) {
        this.page = page;
        this.actions = actions;
        this.following = new Following(page.position);
        this.#drawing = new RouteDrawing(page, { ...actions, choose: (index) => this.#choose(index) });
        this.#printing = routePrinting(page);
    }

    /**
     * Shows a route.
     *
     * @param {Route} route
     * @param {import("./asking.js").Plan} plan
     * @param {number} [chosen] the index among the route and its alternatives, if it exists.
     */
    show(route, plan, chosen = 0) {
        this.#routes = [route, ...(route.alternatives ?? [])];
        this.#plan = plan;
        this.page.marks.select(plan.to.position, "place");
        this.#show(chosen < this.#routes.length ? chosen : 0, plan);
    }

    /**
     * Shows the answer after streets were closed or opened: the chosen route stays the chosen one if it is still among
     * them, and unchanged parts stay as they are.
     *
     * @param {Route} route
     * @param {import("./asking.js").Plan} plan
     * @returns {boolean} whether the shown route is different now.
     */
    renew(route, plan) {
        const before = this.#routes;
        const routes = [route, ...(route.alternatives ?? [])];
        const isSame =
            routes.length === before.length &&
            routes.every((each, index) => isRestOf(each, before[index]) && !isSlower(each, before[index]));
        if (isSame) return false;
        const still = before.length > 0 ? routes.findIndex((each) => isRestOf(each, before[this.#chosen])) : -1;
        this.#routes = routes;
        this.#plan = plan;
        this.page.marks.select(plan.to.position, "place");
        this.#show(Math.max(still, 0), plan);
        this.actions.chose(this.#chosen);
        return still < 0;
    }

    /**
     * @param {number} chosen
     * @param {import("./asking.js").Plan} plan
     */
    #show(chosen, plan) {
        const routes = this.#routes;
        this.#chosen = chosen;
        const list = stepsOf(this.page, routes[chosen]);
        this.#drawing.show(routes, chosen, plan);
        this.#printing.of(routes[chosen], plan);
        const given = {
            steps: list.element,
            speech: this.following.speechButton(),
            choose: (/** @type {number} */ index) => this.#choose(index),
            print: () => this.#printing.now(),
        };
        fill(this.result, ...routeParts(this.page, { routes, chosen, plan }, given));
        this.following.begin(routes[chosen], list, this.actions.left);
    }

    /** @param {number} index */
    #choose(index) {
        if (!this.#plan || !this.#routes[index]) return;
        const wasInList = this.result.querySelector(".route-choices")?.contains(document.activeElement);
        this.#show(index, this.#plan);
        this.actions.chose(index);
        const checked = /** @type {HTMLElement | null} */ (this.result.querySelector(".route-choices :checked"));
        if (wasInList) checked?.focus();
    }

    /** Whether there is one. */
    get isThere() {
        return this.#routes.length > 0;
    }

    /**
     * Shows that a request is open. The drawn route stays, but without guidance along it: it may be for another mode of
     * travel.
     */
    wait() {
        this.following.end();
        fill(this.result, skeleton());
    }

    /**
     * Says which end is missing. The drawn route stays.
     *
     * @param {string} text
     */
    showHint(text) {
        fill(this.result, make("p", { class: "hint" }, text));
    }

    /**
     * Says why there is no route, and gives a remedy.
     *
     * @param {unknown} failure
     * @param {{by: Profile, fields: import("./result.js").EndFields, again: () => void}} remedies
     */
    fail(failure, { by, fields, again }) {
        this.clear();
        const isRefused = failure instanceof Refused;
        fill(this.result, ...(isRefused ? noRouteParts(failure, by, fields) : [trouble(failure, again)]));
    }

    /** Takes it away. */
    clear() {
        this.#routes = [];
        this.#plan = null;
        this.following.end();
        this.#drawing.clear();
        this.#printing.of(null, null);
    }

    /** Goes with the screen. */
    leave() {
        this.clear();
        this.following.leave();
        this.#printing.leave();
        this.page.marks.select(null);
    }
}
