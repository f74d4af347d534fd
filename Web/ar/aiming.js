// The user puts north right: they aim the cross at a place that they know, and choose its name.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { around } from "./list.js";
import { FACT } from "./program.js";

/** Nearer places than this, or than so many times the accuracy, tell too little about the direction. In metres. */
const NEAREST = 30;
const ACCURACIES = 3;
/** The order follows the camera after such a turn, in degrees; smaller ones leave it under the finger. */
const TURN = 15;

export class Aiming {
    #names = make("ol", {});
    #heading = Number.NaN;
    #isOpen = false;

    /**
     * @param {import("./program.js").View} view
     * @param {{placeOf: (id: number) => {name: string} | undefined, distanceText: (metres: number) => string,
     *   hint: import("./hint.js").Hint, opened: (isOpen: boolean) => void, focusPicture: () => void}} given
     */
    constructor(view, { placeOf, distanceText, hint, opened, focusPicture }) {
        this.view = view;
        this.placeOf = placeOf;
        this.distanceText = distanceText;
        this.hint = hint;
        this.opened = opened;
        this.focusPicture = focusPicture;
        this.cross = make("div", { class: "ar-cross", "aria-hidden": "true", hidden: true });
        this.button = make(
            "button",
            {
                type: "button",
                class: "ar-round",
                "aria-label": say("aim.title"),
                "aria-expanded": "false",
                on: { click: () => this.toggle() },
            },
            icon("compass"),
        );
        const close = make(
            "button",
            {
                type: "button",
                class: "ar-round",
                "aria-label": say("dismiss"),
                on: { click: () => this.toggle(false) },
            },
            icon("x"),
        );
        this.element = make(
            "section",
            { class: "ar-aim", "aria-label": say("aim.title"), hidden: true },
            make("header", {}, make("p", {}, say("aim.text")), close),
            this.#names,
        );
    }

    close() {
        if (this.#isOpen) this.toggle(false);
    }

    toggle(isOpen = !this.#isOpen) {
        this.#isOpen = isOpen;
        this.element.hidden = !isOpen;
        this.cross.hidden = !isOpen;
        this.button.setAttribute("aria-expanded", String(isOpen));
        this.#heading = Number.NaN;
        if (!isOpen) this.button.focus();
        this.opened(isOpen);
    }

    /**
     * Shows the button where the direction can be corrected; else closes the panel, and the picture has the focus.
     *
     * @param {boolean} isPossible
     */
    allow(isPossible) {
        if (isPossible === !this.button.hidden) return;
        const hasFocus = this.#isOpen || document.activeElement === this.button;
        if (!isPossible) this.close();
        this.button.hidden = !isPossible;
        if (hasFocus) this.focusPicture();
    }

    /**
     * Lists the places, those ahead first.
     *
     * @param {number} count of labels.
     */
    look(count) {
        if (!this.#isOpen) return;
        const { facts } = this.view.parts;
        const heading = facts[FACT.heading];
        const turned = Math.abs(((heading - this.#heading + 540) % 360) - 180);
        if (turned < TURN) return;
        const farEnough = Math.max(NEAREST, ACCURACIES * facts[FACT.accuracy]);
        const places = around(this.view, count).filter(({ distance }) => distance > farEnough);
        places.sort((a, b) => Math.abs(a.turn) - Math.abs(b.turn));
        if (places.length > 0) this.#heading = heading;
        const rows = places.flatMap(({ id, distance }) => this.#row(id, distance));
        fill(this.#names, ...(rows.length > 0 ? rows : [make("li", { class: "empty" }, say("aim.none"))]));
    }

    /**
     * @param {number} id of the place.
     * @param {number} distance
     */
    #row(id, distance) {
        const name = this.placeOf(id)?.name;
        if (name === undefined) return [];
        const press = () => this.#aim(id, name);
        return make(
            "li",
            {},
            make(
                "button",
                { type: "button", on: { click: press } },
                make("strong", { dir: "auto" }, name),
                make("span", { class: "digits" }, this.distanceText(distance)),
            ),
        );
    }

    /**
     * @param {number} id of the place.
     * @param {string} name
     */
    #aim(id, name) {
        const place = around(this.view, this.view.parts.facts[FACT.labels]).find((each) => each.id === id);
        const isDone = place && this.view.aim(performance.now() / 1000, place.bearing);
        this.toggle(false);
        this.hint.show(isDone ? say("aim.done", { name }) : say("aim.failed"));
    }
}
