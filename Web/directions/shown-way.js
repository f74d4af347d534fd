// The way that is shown, and the others to choose between: drawn on the map, told in words, followed, and ready for paper.
import { Refused } from "../data/failures.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { WayDrawing } from "./drawing.js";
import { Following } from "./following.js";
import { routePrinting } from "./print.js";
import { noWayParts, wayParts } from "./result.js";
import { stepsOf } from "./steps.js";

/**
 * @typedef {{insert: (at: number, position: Position) => void, move: (at: number, position: Position) => void,
 *   left: (legs: number) => void}} Hands what is done to a way: a point to pass is added or moved, or I left it after so many legs.
 */

export class ShownWay {
    /** What is told of it, or why there is none. */
    result = make("div", { class: "route-result" });
    /**
     * The quickest first.
     *
     * @type {Route[]}
     */
    #ways = [];
    /** @type {import("./asking.js").Plan | null} */
    #plan = null;
    #drawing;
    #printing;

    /**
     * @param {Page} page
     * @param {Hands} hands
     */
    constructor(page, hands) {
        this.page = page;
        this.hands = hands;
        this.following = new Following(page.position);
        this.#drawing = new WayDrawing(page, { ...hands, choose: (index) => this.#choose(index) });
        this.#printing = routePrinting(page);
    }

    /**
     * Shows a way.
     *
     * @param {Route} route
     * @param {import("./asking.js").Plan} plan
     */
    show(route, plan) {
        this.#ways = [route, ...(route.alternatives ?? [])];
        this.#plan = plan;
        this.page.marks.select(plan.to.position, "place");
        this.#show(0, plan);
    }

    /**
     * @param {number} chosen
     * @param {import("./asking.js").Plan} plan
     */
    #show(chosen, plan) {
        const ways = this.#ways;
        const list = stepsOf(this.page, ways[chosen]);
        this.#drawing.show(ways, chosen, plan);
        this.#printing.of(ways[chosen], plan);
        const given = {
            steps: list.element,
            speech: this.following.speechButton(),
            choose: (/** @type {number} */ index) => this.#choose(index),
            print: () => this.#printing.now(),
        };
        fill(this.result, ...wayParts(this.page, { ways, chosen, plan }, given));
        this.following.begin(ways[chosen], list, this.hands.left);
    }

    /** @param {number} index */
    #choose(index) {
        if (!this.#plan || !this.#ways[index]) return;
        const wasInList = this.result.querySelector(".route-choices")?.contains(document.activeElement);
        this.#show(index, this.#plan);
        const checked = /** @type {HTMLElement | null} */ (this.result.querySelector(".route-choices :checked"));
        if (wasInList) checked?.focus();
    }

    /** Shows that something is asked for; what is drawn stays. */
    wait() {
        fill(this.result, skeleton());
    }

    /**
     * Says what is missing; what is drawn stays.
     *
     * @param {string} text
     */
    tell(text) {
        fill(this.result, make("p", { class: "hint" }, text));
    }

    /**
     * Says why there is no way, and what to do about it.
     *
     * @param {unknown} failure
     * @param {{by: Profile, fields: import("./result.js").EndFields, again: () => void}} remedies
     */
    fail(failure, { by, fields, again }) {
        this.clear();
        const isRefused = failure instanceof Refused;
        fill(this.result, ...(isRefused ? noWayParts(failure, by, fields) : [trouble(failure, again)]));
    }

    /** Takes it away. */
    clear() {
        this.#ways = [];
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
