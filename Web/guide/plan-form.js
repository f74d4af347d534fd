// The fields of a floor plan: its level, and its place on the map.
import { PLAN_WIDTHS, planCorners, tidyRotation } from "../core/plan-corners.js";
import { pictureImage } from "../pictures/picture.js";
import { field } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { isLevel, LABEL_LENGTH } from "./building-values.js";
import { PlanPlacing } from "./plan-placing.js";
import { numberText, readDegrees, readNumber } from "./values.js";

/** @typedef {import("../shell/form.js").Field} Field */
/** @typedef {import("./plan-placing.js").Placing} Placing */

/** The row of one plan in the form of a venue. */
export class PlanForm {
    /** @type {PlanPlacing | null} */
    #placing = null;

    /**
     * @param {Page} page
     * @param {FloorPlan} plan
     * @param {{id: string, changed: (plan: FloorPlan) => void, remove: () => void,
     *   placing: (form: PlanForm) => void}} options `placing` is called before this plan gets the handles: only one has them.
     */
    constructor(page, plan, { id, changed, remove, placing }) {
        this.page = page;
        this.plan = plan;
        this.changed = changed;
        this.startsPlacing = placing;
        this.fields = planFields(id);
        this.place = iconButton("map", say("plan.place"), () => this.toggle(), { "aria-expanded": "false" });
        this.undo = iconButton("undo-2", say("plan.undo"), () => this.#placing?.undo());
        this.placed = make("div", { class: "plan-placing", hidden: true });
        fill(
            this.placed,
            make("p", { class: "quiet" }, say("plan.placeText")),
            make("div", { class: "pair" }, this.fields.lat.element, this.fields.lon.element),
            make("div", { class: "pair" }, this.fields.width.element, this.fields.rotation.element),
            this.fields.opacity.element,
            this.#steps(),
        );
        this.element = make(
            "li",
            { class: "plan-form" },
            make("div", { class: "picture-preview" }, pictureImage(plan.picture, { sizes: "96px" })),
            make("div", { class: "pair" }, this.fields.level.element, this.fields.label.element),
            make("div", { class: "actions" }, this.place, iconButton("x", say("plan.remove"), remove)),
            this.placed,
        );
        this.#put();
        this.#listen();
    }

    /** Opens or closes the placing of this plan. */
    toggle() {
        if (this.#placing) {
            this.leave();
            this.place.focus();
            return;
        }
        this.startsPlacing(this);
        const { page } = this;
        // Where the sheet covers the map, there are no handles to drag.
        page.views.lower();
        this.#placing = new PlanPlacing(page, this.plan, (placing) => this.#take({ ...this.plan, ...placing }));
        this.#placing.show();
        page.camera.fit(planCorners(this.plan, this.plan.picture));
        this.placed.hidden = false;
        this.place.setAttribute("aria-expanded", "true");
        this.#put();
    }

    leave() {
        this.#placing?.leave();
        this.#placing = null;
        this.placed.hidden = true;
        this.place.setAttribute("aria-expanded", "false");
        this.#put();
    }

    /** Complains beside the first wrong field; returns whether all are right. */
    check() {
        const broken = this.#broken();
        if (!broken) return true;
        broken[0].complain(say(broken[1]));
        return false;
    }

    /**
     * The first wrong field, and the message for it.
     *
     * @returns {[Field, string] | null}
     */
    #broken() {
        const { level, lat, lon, width, rotation } = this.fields;
        const value = (/** @type {Field} */ { input }) => readNumber(input.value);
        const [least, most] = PLAN_WIDTHS;
        const wide = value(width) ?? Number.NaN;
        /** @type {[Field, boolean, string][]} */
        const rules = [
            [level, value(level) !== undefined && isLevel(value(level)), "plan.badLevel"],
            [lat, Number.isFinite(readDegrees(lat.input.value, 90)), "venue.badLat"],
            [lon, Number.isFinite(readDegrees(lon.input.value, 180)), "venue.badLon"],
            [width, wide >= least && wide <= most, "plan.badWidth"],
            [rotation, Number.isFinite(value(rotation)), "plan.badRotation"],
        ];
        const broken = rules.find(([, isKept]) => !isKept);
        return broken ? [broken[0], broken[2]] : null;
    }

    /** The buttons that do what the handles do. */
    #steps() {
        const step = (/** @type {Parameters<PlanPlacing["step"]>} */ ...how) => {
            this.#placing?.begin();
            this.#placing?.step(...how);
        };
        /** @type {[string, string, Parameters<PlanPlacing["step"]>][]} */
        const buttons = [
            ["arrow-up", "plan.step.north", ["move", 0, 1, false]],
            ["arrow-down", "plan.step.south", ["move", 0, -1, false]],
            ["arrow-left", "plan.step.west", ["move", -1, 0, false]],
            ["arrow-right", "plan.step.east", ["move", 1, 0, false]],
            ["rotate-ccw", "plan.step.left", ["turn", -1, 0, false]],
            ["refresh-cw", "plan.step.right", ["turn", 1, 0, false]],
            ["plus", "plan.step.larger", ["scale", 1, 0, false]],
            ["minus", "plan.step.smaller", ["scale", -1, 0, false]],
        ];
        return make(
            "div",
            { class: "actions plan-steps", role: "group", "aria-label": say("plan.steps") },
            ...buttons.map(([name, label, how]) => iconButton(name, say(label), () => step(...how))),
            this.undo,
        );
    }

    #listen() {
        const { level, label, lat, lon, width, rotation, opacity } = this.fields;
        const typed = (/** @type {Field} */ { input }) => readNumber(input.value);
        for (const { input } of [level, label])
            input.addEventListener("change", () => {
                const number = typed(level);
                // Saving complains about a wrong level; here that would hold the focus back.
                if (number === undefined || !isLevel(number)) return;
                this.#take({ ...this.plan, level: number, label: label.input.value.trim() || undefined });
            });
        for (const { input } of [lat, lon, width, rotation, opacity])
            input.addEventListener("change", () => {
                const [north, east] = [readDegrees(lat.input.value, 90), readDegrees(lon.input.value, 180)];
                if (this.#broken()) return;
                this.#placing?.type({
                    center: { lat: Number(north), lon: Number(east) },
                    width: Number(typed(width)),
                    rotation: tidyRotation(Number(typed(rotation))),
                    opacity: Number(opacity.input.value) / 100,
                });
            });
    }

    /** @param {FloorPlan} plan */
    #take(plan) {
        this.plan = plan;
        this.#put();
        this.changed(plan);
    }

    /** Shows the plan in the fields. */
    #put() {
        const { level, label, center, width, rotation, opacity } = this.plan;
        const values = {
            level: numberText(level),
            label: label ?? "",
            lat: numberText(center.lat),
            lon: numberText(center.lon),
            width: numberText(width),
            rotation: numberText(rotation),
            opacity: String(Math.round(opacity * 100)),
        };
        for (const [name, each] of Object.entries(this.fields)) {
            const value = values[/** @type {keyof typeof values} */ (name)];
            if (each.input !== document.activeElement || name === "opacity") each.input.value = value;
        }
        this.undo.disabled = !this.#placing?.canUndo;
    }
}

/** @param {string} id with which the ids of the fields begin. */
function planFields(id) {
    const number = { inputmode: "decimal", autocomplete: "off", dir: "ltr" };
    const text = { maxlength: LABEL_LENGTH, autocomplete: "off", dir: "auto" };
    return {
        level: field(say("plan.levelNumber"), { id: `${id}-level`, ...number }),
        label: field(say("plan.label"), { id: `${id}-label`, ...text }),
        lat: field(say("venue.lat"), { id: `${id}-lat`, ...number }),
        lon: field(say("venue.lon"), { id: `${id}-lon`, ...number }),
        width: field(say("plan.width"), { id: `${id}-width`, ...number }),
        rotation: field(say("plan.rotation"), { id: `${id}-rotation`, ...number }),
        opacity: field(say("plan.opacity"), { id: `${id}-opacity`, type: "range", min: 0, max: 100, step: 5 }),
    };
}
