// Following a walker along a route: the next step and how far it is, for the eye, for screen readers, and aloud on
// request.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";
import { maneuverIcon } from "./maneuvers.js";
import { OffRoute, isOnRoute } from "./off-route.js";
import { Progress } from "./progress.js";

/** How shortly before a step it is announced again. In metres. */
const SOON_METRES = 30;
/** A step that was announced nearer than this is not announced again. In metres. */
const ANNOUNCED_METRES = 70;

export class Walk {
    /** The next maneuver, and whether it was announced as near. */
    #announced = { step: -1, isSoon: false };
    #hasArrived = false;
    #off;

    /**
     * @param {Route} route
     * @param {{banner: HTMLElement, list: import("./steps.js").StepList, announce: (text: string) => void,
     *   left: (legs: number) => void}} screen `announce` gets the announcements, and `left` the number of legs walked
     *   before I left the route.
     */
    constructor(route, screen) {
        this.route = route;
        this.screen = screen;
        this.progress = new Progress(route);
        this.legs = 0;
        this.#off = new OffRoute(() => screen.left(this.legs));
    }

    /** @param {{position: Position, accuracy: number}} fix */
    hear({ position, accuracy }) {
        const place = this.progress.at(position);
        if (!place || this.#hasArrived) return;
        this.#off.hear(place.off, accuracy);
        if (!isOnRoute(place.off, accuracy)) {
            this.screen.list.mark(-1);
            this.screen.banner.hidden = true;
            return;
        }
        this.progress.reach(place);
        this.legs = place.legs;
        this.screen.list.mark(place.isAtEnd ? this.progress.steps.length - 1 : place.step);
        if (place.isAtEnd) this.#arrive();
        else this.#showNext(place);
    }

    /** The last announcement, for a walker who switches speech on. */
    sentence = "";

    leave() {
        this.#off.drop();
        this.screen.banner.hidden = true;
    }

    #arrive() {
        this.#hasArrived = true;
        this.#off.drop();
        const step = this.progress.steps[this.progress.steps.length - 1];
        this.#show(step, say("walk.arrived"), step.instruction, "");
        this.#announce(step.instruction);
    }

    /** @param {import("./progress.js").Place} place */
    #showNext({ step, far, left, seconds }) {
        const next = this.progress.steps[step + 1];
        if (!next) return;
        const distance = distanceText(far);
        const rest = say("walk.left", { time: durationText(seconds), distance: distanceText(left) });
        this.#show(next, distance, isArrival(next) ? aheadText(next, distance) : next.instruction, rest);
        const isOther = this.#announced.step !== step;
        const isSoon = far <= SOON_METRES;
        if (!isOther && (!isSoon || this.#announced.isSoon)) return;
        this.#announced = { step, isSoon: isSoon || far <= ANNOUNCED_METRES };
        this.#announce(isSoon && !isArrival(next) ? next.instruction : aheadText(next, distance));
    }

    /**
     * @param {Step} step
     * @param {string} distance
     * @param {string} instruction
     * @param {string} rest
     */
    #show(step, distance, instruction, rest) {
        const { banner } = this.screen;
        banner.hidden = false;
        fill(
            banner,
            icon(maneuverIcon(step.maneuver)),
            make(
                "p",
                {},
                make("strong", { class: "digits" }, distance),
                make("span", { dir: "auto" }, instruction),
                rest && make("span", { class: "quiet digits" }, rest),
            ),
        );
    }

    /** @param {string} text */
    #announce(text) {
        this.sentence = text;
        this.screen.announce(text);
    }
}

/** @param {Step} step */
function isArrival({ maneuver }) {
    return maneuver.type === "arrive";
}

/**
 * Returns the next step and its distance: a walker arrives only at the end itself.
 *
 * @param {Step} step
 * @param {string} distance
 */
export function aheadText({ maneuver, instruction }, distance) {
    if (maneuver.type !== "arrive") return say("walk.next", { distance, instruction });
    const { stop } = maneuver;
    return stop ? say("walk.nextStop", { distance, number: stop }) : say("walk.nextEnd", { distance });
}
