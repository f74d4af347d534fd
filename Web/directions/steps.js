// The steps of a route as a list: icon, what to do, how far then. The one I am at is marked and kept in view.
import { icon, make } from "../shell/make.js";
import { distanceText } from "../text/quantities.js";
import { maneuverIcon } from "./maneuvers.js";
import { stepAt } from "./progress.js";

export class StepList {
    #current = -1;

    /**
     * @param {Route} route
     * @param {(step: Step) => void} chosen
     */
    constructor(route, chosen) {
        this.route = route;
        this.steps = route.legs.flatMap((leg) => leg.steps);
        this.rows = this.steps.map((step) =>
            make(
                "li",
                {},
                make(
                    "button",
                    { type: "button", class: "step", on: { click: () => chosen(step) } },
                    icon(maneuverIcon(step.maneuver)),
                    make("span", { class: "instruction", dir: "auto" }, step.instruction),
                    step.distance > 0 ? make("span", { class: "far digits" }, distanceText(step.distance)) : null,
                ),
            ),
        );
        this.element = make("ol", { class: "steps" }, ...this.rows);
    }

    /**
     * Marks the step at a position.
     *
     * @param {Position} position
     */
    follow(position) {
        const at = stepAt(this.route, this.steps, position);
        if (at === this.#current) return;
        this.rows[this.#current]?.removeAttribute("aria-current");
        this.rows[at]?.setAttribute("aria-current", "step");
        this.rows[at]?.scrollIntoView({ block: "nearest" });
        this.#current = at;
    }
}
