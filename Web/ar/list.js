// The places of the picture as a list, the nearest first, and the place ahead as spoken words.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { LABEL } from "./program.js";

/** A place so near to the middle is spoken, in degrees; after so long a rest, in seconds. */
const AHEAD = 10;
const REST = 1.2;
/** A phone that turns slower than this rests, in degrees between two looks. */
const STILL = 3;

/**
 * @typedef {{id: number, turn: number, distance: number, bearing: number}} Around
 *   `id` is that of a place, which it keeps when the list of places changes; its index does not.
 *
 * Returns where the labels are, the nearest first.
 *
 * @param {import("./program.js").View} view
 * @param {number} count
 * @returns {Around[]}
 */
export function around(view, count) {
    const { labels } = view.parts;
    const stride = view.stride("labels");
    const found = Array.from({ length: count }, (_, label) => ({
        id: labels[label * stride + LABEL.id],
        turn: labels[label * stride + LABEL.turn],
        distance: labels[label * stride + LABEL.distance],
        bearing: labels[label * stride + LABEL.bearing],
    }));
    return found.filter(({ turn }) => Number.isFinite(turn)).sort((a, b) => a.distance - b.distance);
}

/** @param {number} turn degrees clockwise from ahead. */
export function turnText(turn) {
    const degrees = Math.round(Math.abs(turn) / 5) * 5;
    if (degrees < 5) return say("turn.ahead");
    if (degrees > 170) return say("turn.behind");
    return say(turn < 0 ? "turn.left" : "turn.right", { degrees });
}

export class PlaceList {
    element = make("ol", { class: "ar-list", tabindex: 0, "aria-label": say("list.title") });
    #shown = "";

    /**
     * @param {(id: number) => import("./open.js").ARPlace | undefined} placeOf
     * @param {(metres: number) => string} distanceText
     */
    constructor(placeOf, distanceText) {
        this.placeOf = placeOf;
        this.distanceText = distanceText;
    }

    /** @param {Around[]} places */
    show(places) {
        const order = places.map(({ id }) => id).join();
        if (order !== this.#shown) this.#fill(places);
        this.#shown = order;
        places.forEach(({ turn, distance }, row) => {
            const where = this.element.children[row]?.querySelector(".where");
            const text = say("list.where", { turn: turnText(turn), distance: this.distanceText(distance) });
            if (where && where.textContent !== text) where.textContent = text;
        });
    }

    /** @param {Around[]} places */
    #fill(places) {
        const focused = /** @type {HTMLElement | null} */ (this.element.querySelector(":focus"))?.dataset.place;
        const rows = places.map(({ id }) => {
            const name = make("strong", { dir: "auto" }, this.placeOf(id)?.name);
            const press = { click: () => this.placeOf(id)?.open() };
            const button = { type: "button", "data-place": id, on: press };
            return make("li", {}, make("button", button, name, make("span", { class: "where digits" })));
        });
        fill(this.element, ...(rows.length > 0 ? rows : [make("li", { class: "empty" }, say("list.empty"))]));
        if (focused)
            /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-place="${focused}"]`))?.focus();
    }
}

/** Speaks the place ahead once the picture rests. */
export class Spoken {
    element = make("p", { class: "spoken", "aria-live": "polite" });
    #heading = 0;
    #since = 0;
    /** The id of the place. */
    #said = -1;

    /**
     * @param {Around[]} places the nearest first.
     * @param {number} heading
     * @param {number} time
     * @param {(place: Around) => string} text
     */
    look(places, heading, time, text) {
        if (Math.abs(((heading - this.#heading + 540) % 360) - 180) > STILL)
            [this.#heading, this.#since] = [heading, time];
        if (time - this.#since < REST) return;
        const place = places.find(({ turn }) => Math.abs(turn) <= AHEAD);
        if (!place || place.id === this.#said) return;
        this.#said = place.id;
        this.element.textContent = text(place);
        navigator.vibrate?.(10);
    }
}
