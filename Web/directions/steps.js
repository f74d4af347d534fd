// The steps of a route as a list: icon, instruction, distance. The current step is marked and stays in view.
import { ROOM_ZOOM } from "../map/camera.js";
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { levelName } from "../text/level-words.js";
import { distanceText } from "../text/quantities.js";
import { maneuverIcon } from "./maneuvers.js";

/** The zoom to show a step at, outside. */
const STEP_ZOOM = 17;

export class StepList {
    #current = -1;

    /**
     * @param {Step[]} steps
     * @param {(step: Step) => void} chosen
     */
    constructor(steps, chosen) {
        const levels = newLevels(steps);
        this.rows = steps.map((step, index) =>
            make(
                "li",
                {},
                make(
                    "button",
                    { type: "button", class: "step", on: { click: () => chosen(step) } },
                    icon(maneuverIcon(step.maneuver)),
                    make("span", { class: "instruction", dir: "auto" }, step.instruction),
                    levelMark(levels[index]),
                    step.distance > 0 ? make("span", { class: "far digits" }, distanceText(step.distance)) : null,
                ),
            ),
        );
        this.element = make("ol", { class: "steps" }, ...this.rows);
    }

    /**
     * Marks a step as the one I am at.
     *
     * @param {number} index -1 for none.
     */
    mark(index) {
        if (index === this.#current) return;
        this.rows[this.#current]?.removeAttribute("aria-current");
        this.rows[index]?.setAttribute("aria-current", "step");
        // A reader who has just asked for the route sees its ends first.
        if (this.#current >= 0) this.rows[index]?.scrollIntoView({ block: "nearest" });
        this.#current = index;
    }
}

/**
 * The steps of a route; a press on one shows it on the map.
 *
 * @param {Page} page
 * @param {Route} route
 */
export function stepsOf({ views, camera, floors }, route) {
    const steps = route.legs.flatMap((leg) => leg.steps);
    return new StepList(steps, ({ maneuver: { location }, level }) => {
        const [lon, lat] = location;
        // The shown step must not lie behind the list.
        views.lower();
        camera.show({ lat, lon }, level === undefined ? STEP_ZOOM : ROOM_ZOOM);
        floors?.showLevel({ lat, lon }, level);
    });
}

/**
 * The level of each step that arrives at another level than the step before; undefined for the other steps.
 *
 * @param {Pick<Step, "level" | "level_name">[]} steps
 * @returns {(Level | undefined)[]}
 */
export function newLevels(steps) {
    return steps.map(({ level, level_name: name }, index) =>
        level === undefined || level === steps[index - 1]?.level ? undefined : { level, name },
    );
}

/**
 * @param {Level | undefined} level
 */
export function levelMark(level) {
    if (!level) return null;
    return make("span", { class: "step-level", dir: "auto" }, say("plan.level", { level: levelName(level) }));
}
