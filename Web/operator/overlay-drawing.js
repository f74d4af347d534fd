// Drawing on the map: each tap is a point; by keyboard the middle of the map is one.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** What each kind can be. */
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
 * @param {HTMLElement} effect where it is said what the drawing does to streets.
 * @param {{changed: (feature: OverlayFeature | null) => void, done: (feature: OverlayFeature) => void, cancel: () => void}} heard
 */
export function drawing({ camera, picker }, kind, effect, { changed, done, cancel }) {
    /** @type {Position[]} */
    let points = [];
    let form = /** @type {Form} */ (FORMS[kind][0]);
    const told = make("p", { class: "remark", role: "status" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ press, /** @type {string} */ look = "") =>
        make("button", { type: "button", class: look, on: { click: press } }, text);
    const middle = button(say("overlay.addMiddle"), () => take(camera.middle));
    const undo = button(say("overlay.undoPoint"), () => {
        points = points.slice(0, -1);
        update();
    });
    const end = button(say("overlay.endDrawing"), () => done(feature()), "main");
    const forms = make(
        "div",
        { class: "forms", role: "group", "aria-label": say("overlay.form") },
        ...FORMS[kind].map((each) =>
            make(
                "button",
                { type: "button", on: { click: () => reform(/** @type {Form} */ (each)) }, "data-form": each },
                say(`overlay.form.${each}`),
            ),
        ),
    );
    forms.hidden = FORMS[kind].length === 1;
    const element = make(
        "div",
        { class: "drawing" },
        make("p", {}, say(`overlay.howTo.${FORMS[kind][0] === "point" ? "point" : "line"}`)),
        make("div", { class: "state" }, forms, told),
        effect,
        make("div", { class: "buttons" }, middle, undo, button(say("action.cancel"), cancel), end),
    );

    /** @param {Form} wanted */
    function reform(wanted) {
        form = wanted;
        if (form === "point") points = points.slice(-1);
        update();
    }

    /** @param {Position} position */
    function take(position) {
        points = form === "point" ? [position] : [...points, position];
        update();
    }

    /** @returns {OverlayFeature} */
    function feature() {
        return {
            kind,
            points,
            // An area of two points is a line as yet.
            ...(form === "area" && points.length >= LEAST.area ? { area: true } : {}),
            ...(kind === "slow" ? { factor: SLOW } : {}),
        };
    }

    function update() {
        undo.disabled = points.length === 0;
        end.disabled = points.length < LEAST[form];
        fill(told, say("overlay.points", { count: points.length }));
        for (const each of forms.querySelectorAll("button")) {
            each.setAttribute("aria-pressed", String(each.dataset.form === form));
        }
        changed(points.length > 0 ? feature() : null);
    }

    picker.take = take;
    // Marks are in nobody's way: a tap on one is a point, too.
    document.documentElement.dataset.picking = "";
    update();
    return {
        element,
        leave() {
            picker.take = null;
            delete document.documentElement.dataset.picking;
            fill(element);
        },
    };
}
