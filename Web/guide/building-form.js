// The building of a venue in its form: further pictures, floor plans, entrances, accessibility. The form of the venue
// keeps it like a text, so typed text, undoing and changes by other curators are the same as for all fields.
import { addPicture } from "../data/posts.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { accessFields, entranceForm, pictureForm } from "./building-rows.js";
import { detailFields, detailText, MOST, wholeDetail } from "./building-values.js";
import { PlanForm } from "./plan-form.js";

/** The width of a new plan, in metres: that of a middling building. */
const NEW_PLAN_METRES = 40;

/** The part of a venue's form about its building. */
export class BuildingForm {
    /** @type {PlanForm[]} */
    #plans = [];
    /** @type {VenueDetail} */
    #detail = wholeDetail(undefined);
    /** Counts the rows, for ids that no other row has. */
    #rows = 0;
    #problem = make("p", { class: "problem", role: "alert", id: "venue-form-building-problem" });
    #pictures = make("ul", { class: "building-rows" });
    #planRows = make("ul", { class: "building-rows" });
    #entrances = make("ul", { class: "building-rows" });
    #access = make("div", {});
    /** The value as the form keeps it. */
    input = make("input", { type: "hidden" });
    summary = say("building.otherChanged");

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        this.element = make(
            "details",
            { class: "building-form" },
            make("summary", {}, say("building.title")),
            this.input,
            this.#part("building.pictures", this.#pictures, this.#chooser("building.addPicture", this.#addPicture)),
            this.#part("plan.title", this.#planRows, this.#chooser("plan.add", this.#addPlan)),
            this.#part(
                "entrance.title",
                this.#entrances,
                iconButton("plus", say("entrance.add"), () => this.#addEntrance()),
            ),
            this.#part("accessible.title", this.#access),
            this.#problem,
        );
        this.input.addEventListener("put", this.#fill);
    }

    /** The fields to send. */
    get typed() {
        return detailFields(this.#detail);
    }

    /** Complains beside the first wrong field; returns whether all are right. */
    check() {
        const isRight = this.#plans.every((plan) => plan.check());
        if (!isRight) this.element.open = true;
        return isRight;
    }

    /** @param {string} text */
    complain(text) {
        this.element.open = true;
        fill(this.#problem, text);
        this.element.querySelector("summary")?.focus();
    }

    leave() {
        for (const plan of this.#plans) plan.leave();
    }

    /**
     * @param {string} title
     * @param {...HTMLElement} content
     */
    #part(title, ...content) {
        return make("fieldset", { class: "place-fields" }, make("legend", {}, say(title)), ...content);
    }

    /**
     * A button that chooses a picture and sends it: the map draws only pictures that the server has. Visitors see it
     * once the venue is saved; the server forgets one that no entry shows.
     *
     * @param {string} label
     * @param {(picture: Picture) => void} take
     */
    #chooser(label, take) {
        const choose = make("input", { type: "file", accept: "image/jpeg,image/png,image/webp", hidden: true });
        const status = make("p", { class: "quiet", role: "status" });
        const button = iconButton("image-plus", say(label), () => choose.click());
        choose.addEventListener("click", (event) => event.stopPropagation());
        choose.addEventListener("change", async (event) => {
            event.stopPropagation();
            const file = choose.files?.[0];
            choose.value = "";
            if (!file) return;
            button.disabled = true;
            fill(status, say("building.sending"));
            try {
                const picture = /** @type {Picture} */ (await addPicture(this.page.community, file));
                fill(status);
                take(picture);
            } catch (failure) {
                fill(status, failureText(failure));
            }
            button.disabled = false;
        });
        return make("div", { class: "actions" }, button, choose, status);
    }

    #addPicture = (/** @type {Picture} */ picture) => {
        this.#detail.pictures.push({ kind: "exterior", picture });
        this.#keep();
        this.#fill();
    };

    #addPlan = (/** @type {Picture} */ picture) => {
        const level = this.#detail.plans.at(-1)?.level;
        this.#detail.plans.push({
            picture,
            level: level === undefined ? 0 : level + 1,
            center: this.page.camera.middle,
            width: NEW_PLAN_METRES,
            rotation: 0,
            opacity: 0.8,
        });
        this.#keep();
        this.#fill();
        this.#plans.at(-1)?.toggle();
    };

    #addEntrance() {
        this.page.views.lower();
        this.#detail.entrances.push({ location: this.page.camera.middle });
        this.#keep();
        this.#fill();
        /** @type {HTMLElement | null} */ (this.#entrances.lastElementChild?.querySelector("input") ?? null)?.focus();
    }

    /** Tells the form of the venue that the building changed. */
    #keep = () => {
        fill(this.#problem);
        this.input.value = detailText(this.#detail);
        this.input.dispatchEvent(new Event("input", { bubbles: true }));
    };

    /** Shows the value of the form in rows. */
    #fill = () => {
        if (this.input.value) this.#detail = wholeDetail(JSON.parse(this.input.value));
        const { pictures, plans, entrances, access } = this.#detail;
        this.leave();
        fill(this.#pictures, ...pictures.map((_, index) => this.#pictureRow(index)));
        this.#plans = plans.map((_, index) => this.#planRow(index));
        fill(this.#planRows, ...this.#plans.map(({ element }) => element));
        fill(this.#entrances, ...entrances.map((_, index) => this.#entranceRow(index)));
        const answers = accessFields("venue-form-access", access ?? {}, (answer) => {
            this.#detail.access = answer;
            this.#keep();
        });
        fill(this.#access, ...answers);
        const lists = /** @type {const} */ ([
            [this.#pictures, pictures.length, MOST.pictures],
            [this.#planRows, plans.length, MOST.plans],
            [this.#entrances, entrances.length, MOST.entrances],
        ]);
        for (const [list, count, most] of lists) {
            const add = /** @type {HTMLElement} */ (list.nextElementSibling);
            add.hidden = count >= most;
        }
    };

    /**
     * @param {"pictures" | "plans" | "entrances"} part
     * @param {number} index
     */
    #remove(part, index) {
        this.#detail[part].splice(index, 1);
        this.#keep();
        this.#fill();
        this.element.querySelector("summary")?.focus();
    }

    /** @param {number} index */
    #pictureRow(index) {
        return pictureForm(
            `venue-form-row-${++this.#rows}`,
            /** @type {VenuePicture} */ (this.#detail.pictures[index]),
            {
                changed: (shown) => {
                    this.#detail.pictures[index] = shown;
                    this.#keep();
                },
                remove: () => this.#remove("pictures", index),
            },
        );
    }

    /** @param {number} index */
    #planRow(index) {
        return new PlanForm(this.page, /** @type {FloorPlan} */ (this.#detail.plans[index]), {
            id: `venue-form-row-${++this.#rows}`,
            changed: (plan) => {
                this.#detail.plans[index] = plan;
                this.#keep();
            },
            remove: () => this.#remove("plans", index),
            placing: (form) => {
                for (const other of this.#plans) if (other !== form) other.leave();
            },
        });
    }

    /** @param {number} index */
    #entranceRow(index) {
        const entrance = /** @type {Entrance} */ (this.#detail.entrances[index]);
        return entranceForm(this.page, `venue-form-row-${++this.#rows}`, entrance, {
            changed: (changed) => {
                this.#detail.entrances[index] = changed;
                this.#keep();
            },
            remove: () => this.#remove("entrances", index),
        });
    }
}
