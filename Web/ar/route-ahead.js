// The next maneuver of the route, or the target, in words above the picture and for screen readers.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { MARK, MARK_STATE } from "./program.js";

/** A maneuver this near is announced again, unless it was announced nearer than the second number. In metres. */
const SOON_METRES = 30;
const ANNOUNCED_METRES = 70;

export class RouteAhead {
    element = make("p", { class: "ar-ahead", hidden: true });
    /** It always exists, because screen readers announce only changes of regions that they know. */
    announced = make("p", { class: "spoken", role: "status" });
    /** @type {import("./open.js").ARRoute | null} */
    route = null;
    /** @type {import("./open.js").ARTarget | null} */
    target = null;
    /**
     * The next maneuver; null without a route, and beside it.
     *
     * @type {import("./open.js").ARNext | null}
     */
    next = null;
    #shown = "";
    #said = { what: "", isSoon: false };

    /** @param {(metres: number) => string} distanceText */
    constructor(distanceText) {
        this.distanceText = distanceText;
    }

    /** @param {{position: Position, accuracy: number}} fix */
    move(fix) {
        this.next = this.route?.next(fix) ?? null;
    }

    /** @param {Float64Array} marks */
    show(marks) {
        const { what, far, text } = this.#ahead(marks);
        if (text !== this.#shown) {
            this.#shown = text;
            this.element.hidden = text === "";
            fill(this.element, icon(this.next?.drawing ?? "map-pin"), make("span", { dir: "auto" }, text));
        }
        this.#announce(what, far, text);
    }

    /**
     * Returns what lies ahead, its distance in metres, and its words. `what` is empty while there is nothing to
     * announce.
     *
     * @param {Float64Array} marks
     */
    #ahead(marks) {
        const { target, next } = this;
        if (!target) return { what: "", far: Number.NaN, text: "" };
        if (marks[MARK.state] === MARK_STATE.here)
            return { what: "arrived", far: 0, text: say("arrived", { name: target.name }) };
        const far = next?.far ?? marks[MARK.distance];
        if (!(far >= 0)) return { what: "", far, text: target.name };
        const text = next?.text ?? say("next", { distance: this.distanceText(far), text: target.name });
        return { what: next ? `step ${next.step}` : "target", far, text };
    }

    /**
     * Announces a maneuver when it becomes the next one and shortly before it, not each metre.
     *
     * @param {string} what
     * @param {number} far
     * @param {string} text
     */
    #announce(what, far, text) {
        const isSoon = far <= SOON_METRES;
        if (what === "" || (what === this.#said.what && (!isSoon || this.#said.isSoon))) return;
        this.#said = { what, isSoon: isSoon || far <= ANNOUNCED_METRES };
        this.announced.textContent = text;
    }
}
