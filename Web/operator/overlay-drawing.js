// Drawing on the map: each tap is a point; by keyboard the middle of the map is one.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** The forms that each kind can have. */
const FORMS = {
    closed: ["line", "area"],
    one_way: ["line"],
    fence: ["line", "area"],
    entrance: ["point"],
    slow: ["line", "area"],
    stage: ["point", "area"],
    stall: ["point", "area"],
    toilets: ["point"],
    first_aid: ["point"],
    meeting_point: ["point"],
};
/** How many points a form needs. */
const LEAST = { point: 1, line: 2, area: 3 };
const SLOW = 2;

/** @typedef {"point" | "line" | "area"} Form */
/**
 * @param {Page} page
 * @param {OverlayFeature["kind"]} kind
 * @param {HTMLElement} effect the element that shows the effect of the drawing on streets.
 * @param {{changed: (feature: OverlayFeature | null) => void, done: (feature: OverlayFeature) => void, cancel: () => void}} heard
 */
export function drawing(page, kind, effect, heard) {
    return new Drawing(page, kind, effect, heard);
}

/** The tool that draws a point, a line or an area on the map. */
class Drawing {
    /** @type {Position[]} */
    #points = [];
    #count = make("p", { class: "remark", role: "status" });

    /**
     * @param {Page} page
     * @param {OverlayFeature["kind"]} kind
     * @param {HTMLElement} effect the element that shows the effect of the drawing on streets.
     * @param {{changed: (feature: OverlayFeature | null) => void, done: (feature: OverlayFeature) => void, cancel: () => void}} heard
     */
    constructor({ camera, picker }, kind, effect, { changed, done, cancel }) {
        this.picker = picker;
        this.kind = kind;
        this.changed = changed;
        this.form = /** @type {Form} */ (FORMS[kind][0]);
        const middle = button(say("overlay.addMiddle"), () => this.#take(camera.middle));
        this.undo = button(say("overlay.undoPoint"), () => {
            this.#points = this.#points.slice(0, -1);
            this.#update();
        });
        this.end = button(say("overlay.endDrawing"), () => done(this.#feature()), "main");
        this.forms = make(
            "div",
            { class: "forms", role: "group", "aria-label": say("overlay.form") },
            ...FORMS[kind].map((each) =>
                make(
                    "button",
                    {
                        type: "button",
                        on: { click: () => this.#reform(/** @type {Form} */ (each)) },
                        "data-form": each,
                    },
                    say(`overlay.form.${each}`),
                ),
            ),
        );
        this.forms.hidden = FORMS[kind].length === 1;
        this.element = make(
            "div",
            { class: "drawing" },
            make("p", {}, say(`overlay.howTo.${FORMS[kind][0] === "point" ? "point" : "line"}`)),
            make("div", { class: "state" }, this.forms, this.#count),
            effect,
            make("div", { class: "buttons" }, middle, this.undo, button(say("action.cancel"), cancel), this.end),
        );
        picker.take = this.#take;
        // Marks do not get in the way: a tap on a mark is a point, too.
        document.documentElement.dataset.picking = "";
        this.#update();
    }

    /** @param {Form} wanted */
    #reform(wanted) {
        this.form = wanted;
        if (this.form === "point") this.#points = this.#points.slice(-1);
        this.#update();
    }

    /** @param {Position} position */
    #take = (position) => {
        this.#points = this.form === "point" ? [position] : [...this.#points, position];
        this.#update();
    };

    /** @returns {OverlayFeature} */
    #feature() {
        return {
            kind: this.kind,
            points: this.#points,
            // An area of two points is a line as yet.
            ...(this.form === "area" && this.#points.length >= LEAST.area ? { area: true } : {}),
            ...(this.kind === "slow" ? { factor: SLOW } : {}),
        };
    }

    #update() {
        this.undo.disabled = this.#points.length === 0;
        this.end.disabled = this.#points.length < LEAST[this.form];
        fill(this.#count, say("overlay.points", { count: this.#points.length }));
        for (const each of this.forms.querySelectorAll("button")) {
            each.setAttribute("aria-pressed", String(each.dataset.form === this.form));
        }
        this.changed(this.#points.length > 0 ? this.#feature() : null);
    }

    leave() {
        this.picker.take = null;
        delete document.documentElement.dataset.picking;
        fill(this.element);
    }
}

const button = (/** @type {string} */ text, /** @type {() => void} */ press, /** @type {string} */ look = "") =>
    make("button", { type: "button", class: look, on: { click: press } }, text);
