// The form for a tour: its name, and which venues it visits in which order.
import { field } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { orderList, orderRow } from "../shell/order-list.js";
import { say } from "../text/catalogue.js";
import { editForm, keep, publicationFields, publicationOf, publicationValues, textOf } from "./edit-form.js";
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
    const input = make("input", { type: "hidden" });
    const rows = make("ul", { class: "rows" });
    const choice = make("select", { id });
    const problem = make("p", { class: "problem", role: "alert" });
    const chosen = () => /** @type {string[]} */ (JSON.parse(input.value || "[]"));

    function note(/** @type {string[]} */ ids) {
        input.value = JSON.stringify(ids);
        input.dispatchEvent(new Event("input", { bubbles: true }));
    }

    function set(/** @type {string[]} */ ids) {
        note(ids);
        show();
    }

    /** @param {HTMLElement} row */
    function remove(row) {
        const at = [...rows.children].indexOf(row);
        set(chosen().filter((_, index) => index !== at));
        choice.focus();
    }

    function show() {
        const ids = chosen();
        const stops = ids.map((each) => venues.find((venue) => venue.id === each));
        fill(
            rows,
            ...stops.map((stop, index) => {
                const name = stop?.name ?? say("guide.notFound");
                const row = orderRow(ids[index], name, null, null);
                const label = say("tour.removeStop", { name });
                const attributes = { type: "button", class: "round", "aria-label": label };
                row.append(make("button", { ...attributes, on: { click: () => remove(row) } }, icon("x")));
                return row;
            }),
        );
        const rest = venues.filter((venue) => !ids.includes(venue.id));
        fill(
            choice,
            make("option", { value: "" }, say("tour.chooseStop")),
            ...rest.map((venue) => make("option", { value: venue.id }, venue.name)),
        );
    }

    // Not as soon as one is chosen: by keyboard, one passes over others on the way.
    function addStop() {
        if (!choice.value) return choice.focus();
        return set([...chosen(), choice.value]);
    }

    input.addEventListener("put", show);
    // The rows are in their order already; made anew, they would lose the focus.
    const adding = make("div", { class: "add-stop" }, choice, iconButton("plus", say("tour.addStop"), addStop));
    orderList(page, rows, async (ids) => note(ids), show);
    return {
        element: make(
            "div",
            { class: "field" },
            make("label", { for: id }, say("tour.venues")),
            rows,
            adding,
            input,
            problem,
        ),
        input,
        complain(text) {
            fill(problem, text);
            choice.focus();
        },
    };
}
