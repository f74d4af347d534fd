// The form for a tour: its name, and which venues it visits in which order.
import { field } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { orderList, orderRow } from "../shell/order-list.js";
import { say } from "../text/catalogue.js";
import { editForm } from "./edit-form.js";
import { keep, publicationFields, publicationOf, publicationValues, textOf } from "./entry-fields.js";
import { LENGTHS } from "./values.js";

/**
 * @param {Page} page
 * @param {Tour | null} tour null for a new one.
 * @param {Venue[]} venues
 * @param {{done: (tour: Tour) => void, cancel?: () => void}} options
 * @returns {HTMLElement}
 */
export function tourForm(page, tour, venues, { done, cancel }) {
    const { guide } = page;
    const id = "tour-form";
    const fields = {
        name: field(say("tour.name"), { id: `${id}-name`, maxlength: LENGTHS.name, dir: "auto", autocomplete: "off" }),
        description: field(
            say("work.description"),
            { id: `${id}-description`, maxlength: LENGTHS.description, rows: 2, dir: "auto" },
            "textarea",
        ),
        venues: stopsField(page, `${id}-venues`, venues),
        ...publicationFields(id),
    };
    const ids = () => JSON.parse(fields.venues.input.value || "[]");
    return editForm(page, tour, {
        key: tour ? tour.id : "new-tour",
        fields,
        layout: Object.values(fields).map(({ element }) => element),
        values: (entry) => ({
            name: entry?.name ?? "",
            description: entry?.description ?? "",
            venues: JSON.stringify(entry?.venues ?? []),
            ...publicationValues(entry),
        }),
        check: () => keep([[fields.name, textOf(fields.name) !== undefined, "form.empty"]]),
        read: tour
            ? async () => (await guide.all()).answer.tours.find((each) => each.id === tour.id) ?? tour
            : undefined,
        typed: async () => ({
            name: textOf(fields.name) ?? "",
            description: textOf(fields.description),
            venues: ids(),
            ...publicationOf(fields),
        }),
        send: (/** @type {TourFields} */ sent, revision) =>
            tour ? guide.change("tours", tour.id, revision, sent) : guide.addTour(sent),
        done,
        cancel,
    });
}

/**
 * Venues in order, with a choice to add more; as a field, it holds their ids.
 *
 * @param {Page} page
 * @param {string} id
 * @param {Venue[]} venues
 * @returns {import("../shell/form.js").Field}
 */
function stopsField(page, id, venues) {
    return new StopsField(page, id, venues);
}

/** A form field for the venues of a tour, in order. */
class StopsField {
    input = make("input", { type: "hidden" });
    #rows = make("ul", { class: "rows" });
    #problem = make("p", { class: "problem", role: "alert" });

    /**
     * @param {Page} page
     * @param {string} id
     * @param {Venue[]} venues
     */
    constructor(page, id, venues) {
        this.id = id;
        this.venues = venues;
        this.choice = make("select", { id });
        this.input.addEventListener("put", this.#show);
        // The rows are in their order already; made anew, they would lose the focus.
        this.adding = make(
            "div",
            { class: "add-stop" },
            this.choice,
            iconButton("plus", say("tour.addStop"), this.#addStop),
        );
        orderList(page, this.#rows, async (ids) => this.#note(ids), this.#show);
        this.element = make(
            "div",
            { class: "field" },
            make("label", { for: id }, say("tour.venues")),
            this.#rows,
            this.adding,
            this.input,
            this.#problem,
        );
    }

    /** @returns {string[]} the ids. */
    #chosen() {
        return JSON.parse(this.input.value || "[]");
    }

    #note(/** @type {string[]} */ ids) {
        this.input.value = JSON.stringify(ids);
        this.input.dispatchEvent(new Event("input", { bubbles: true }));
    }

    #set(/** @type {string[]} */ ids) {
        this.#note(ids);
        this.#show();
    }

    /** @param {HTMLElement} row */
    #remove(row) {
        const at = [...this.#rows.children].indexOf(row);
        this.#set(this.#chosen().filter((_, index) => index !== at));
        this.choice.focus();
    }

    #show = () => {
        const ids = this.#chosen();
        const stops = ids.map((each) => this.venues.find((venue) => venue.id === each));
        fill(
            this.#rows,
            ...stops.map((stop, index) => {
                const name = stop?.name ?? say("guide.notFound");
                const row = orderRow(ids[index], name, null, null);
                const label = say("tour.removeStop", { name });
                const attributes = { type: "button", class: "round", "aria-label": label };
                row.append(make("button", { ...attributes, on: { click: () => this.#remove(row) } }, icon("x")));
                return row;
            }),
        );
        const rest = this.venues.filter((venue) => !ids.includes(venue.id));
        fill(
            this.choice,
            make("option", { value: "" }, say("tour.chooseStop")),
            ...rest.map((venue) => make("option", { value: venue.id }, venue.name)),
        );
    };

    // Only the button adds a stop: by keyboard the choice passes over other venues on its way.
    #addStop = () => {
        if (!this.choice.value) return this.choice.focus();
        return this.#set([...this.#chosen(), this.choice.value]);
    };

    /** @param {string} text */
    complain(text) {
        fill(this.#problem, text);
        this.choice.focus();
    }
}
