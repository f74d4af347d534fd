// The next maneuver of the route, and the target, in words above the picture.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { MARK, MARK_STATE } from "./program.js";

export class RouteAhead {
    element = make("p", { class: "ar-ahead", role: "status", hidden: true });
    /** @type {{text: string, drawing: string, position: Position} | null} */
    #next = null;
    /** @type {Position | null} */
    #me = null;
    #shown = "";

    /**
     * @param {import("./open.js").ARRoute | null} route
     * @param {{name: string, position: Position} | null} target
     * @param {(metres: number) => string} distanceText
     */
    constructor(route, target, distanceText) {
        this.route = route;
        this.target = target;
        this.distanceText = distanceText;
    }

    /** @param {Position} me */
    move(me) {
        this.#me = me;
        if (!this.route) return;
        const { points, corners } = this.route;
        let nearest = 0;
        for (let index = 1; index < points.length; index += 1)
            if (metres(points[index], me) < metres(points[nearest], me)) nearest = index;
        this.#next = corners.find(({ index }) => index > nearest) ?? corners.at(-1) ?? null;
    }

    /** @param {Float64Array} marks */
    show(marks) {
        const text = this.#text(marks);
        if (text === this.#shown) return;
        this.#shown = text;
        this.element.hidden = text === "";
        fill(this.element, icon(this.#next?.drawing ?? "map-pin"), make("span", { dir: "auto" }, text));
    }

    /** @param {Float64Array} marks */
    #text(marks) {
        if (!this.target) return "";
        if (marks[MARK.state] === MARK_STATE.here) return say("arrived", { name: this.target.name });
        if (this.#next && this.#me) {
            const distance = this.distanceText(metres(this.#next.position, this.#me));
            return say("next", { distance, text: this.#next.text });
        }
        if (!(marks[MARK.distance] >= 0)) return this.target.name;
        return say("next", { distance: this.distanceText(marks[MARK.distance]), text: this.target.name });
    }
}

/**
 * Near points only, flat.
 *
 * @param {Position} a
 * @param {Position} b
 */
function metres(a, b) {
    return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)) * 111_195;
}
