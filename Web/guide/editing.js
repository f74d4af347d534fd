// The guide as curators edit it: the same pages, as forms and as rows to put in order.
import { at } from "../address/root.js";
import { Refused } from "../data/failures.js";
import { unfold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { orderList, orderRow } from "../shell/order-list.js";
import { failureText } from "../shell/trouble.js";
import { linkRow } from "../shell/link-row.js";
import { say } from "../text/catalogue.js";
import { publicationNote } from "./facts.js";
import { tourForm } from "./tour-form.js";
import { venueForm } from "./venue-form.js";
import { workForm } from "./work-form.js";

/** @typedef {import("./guide-screen.js").Editing} Editing */
/** @typedef {{element: HTMLElement, leave: () => void}} Edited */

/**
 * Returns the part above the list of venues: new entries, the history, and the guide as a file.
 *
 * @param {Page} page
 * @param {GuideIndex} index
 * @param {Editing} editing
 * @returns {Edited}
 */
export function editingGuide(page, { venues }, { again }) {
    const { views } = page;
    /** @type {Edited | null} */
    let form = null;
    const leave = () => form?.leave();
    /**
     * Opens the new entry, unless the curator has gone elsewhere meanwhile.
     *
     * @param {"venue" | "tour"} screen
     * @param {() => void} close
     */
    function opening(screen, close) {
        const isHere = views.here();
        return (/** @type {{id: string}} */ { id }) => {
            close();
            if (isHere()) views.open({ screen, id });
        };
    }
    const addVenue = unfold(
        "plus",
        say("guide.addVenue"),
        (close) => {
            form = venueForm(page, null, { done: opening("venue", close), cancel: close });
            return form.element;
        },
        leave,
    );
    const addTour = unfold("plus", say("guide.addTour"), (close) =>
        tourForm(page, null, venues, { done: opening("tour", close), cancel: close }),
    );
    const element = make(
        "div",
        { class: "editing" },
        addVenue,
        addTour,
        make(
            "ul",
            { class: "rows link-rows" },
            linkRow("history", say("history.title"), () => views.open({ screen: "guide-history" })),
        ),
        files(page, again),
    );
    return { element, leave };
}

/**
 * @param {Page} page
 * @param {() => void} again
 */
function files({ guide, notices }, again) {
    const kinds = /** @type {const} */ (["zip", "csv", "geojson"]);
    const links = kinds.map((kind) =>
        make(
            "a",
            { class: "button", href: at(`/api/v1/guide/export/${kind}`), download: true },
            icon("download"),
            make("span", {}, say(`export.${kind}`)),
        ),
    );
    const status = make("div", { class: "import-result", role: "status" });
    const choose = make("input", {
        type: "file",
        accept: ".zip,.csv,.geojson,.json,application/zip,text/csv",
        hidden: true,
    });
    const button = iconButton("upload", say("import.title"), () => choose.click());
    choose.addEventListener("change", async () => {
        const file = choose.files?.[0];
        choose.value = "";
        if (!file) return;
        button.disabled = true;
        fill(status, say("import.running"));
        try {
            const { venues, works, tours, repeated, refused = [], refused_count = 0 } = await guide.import(file);
            const isNew = venues + works + tours > 0;
            const state = repeated ? say("import.repeated") : isNew ? "" : say("import.nothingNew");
            fill(status, ...(refused.length > 0 ? refusals(refused_count, refused) : [state]));
            if (isNew) {
                const done = say("import.done", { venues, works, tours });
                // The list is loaded again, and the refusals stay readable.
                if (refused.length > 0) notices.hold("import", `${done}. ${refusalText(refused_count, refused)}`);
                else notices.show(done);
                again();
            }
        } catch (failure) {
            // The server says where in the file the fault is.
            const isFault = failure instanceof Refused && failure.field !== undefined;
            fill(status, isFault ? say("import.fault", { reason: failure.message }) : failureText(failure));
        }
        button.disabled = false;
    });
    return make("div", { class: "files" }, make("div", { class: "actions" }, ...links, button, choose), status);
}

/**
 * @param {Page} page
 * @param {Venue} venue
 * @param {Work[]} works
 * @param {Editing} editing
 * @returns {Edited}
 */
export function editingVenue(page, venue, works, editing) {
    const form = venueForm(page, venue, { done: editing.again });
    const element = make(
        "div",
        { class: "editing" },
        form.element,
        make("h3", {}, say("works.title")),
        editingWorks(page, venue, works, editing),
        removal(page, "venues", venue.id, venue.name, say("venue.deleteText")),
    );
    return { element, leave: form.leave };
}

/**
 * @param {Page} page
 * @param {Venue} venue
 * @param {Work[]} works
 * @param {Editing} editing
 */
export function editingWorks(page, venue, works, { again }) {
    const { views, guide, now } = page;
    const open = (/** @type {string} */ id) => () => views.open({ screen: "work", venue: venue.id, id });
    const rows = make(
        "ul",
        { class: "rows" },
        ...works.map((work) => orderRow(work.id, work.title, publicationNote(work, now()), open(work.id))),
    );
    const add = unfold("plus", say("guide.addWork"), (cancel) =>
        workForm(page, venue.id, null, { done: again, cancel }),
    );
    const element = make("div", { class: "editing" }, rows, add);
    orderList(page, rows, (ids) => guide.order(ids), again);
    return element;
}

/**
 * @param {Page} page
 * @param {Work} work
 * @param {Editing} editing
 */
export function editingWork(page, work, { again }) {
    return make(
        "div",
        { class: "editing" },
        workForm(page, work.venue, work, { done: again }),
        removal(page, "works", work.id, work.title, say("work.deleteText")),
    );
}

/**
 * @param {Page} page
 * @param {Tour} tour
 * @param {Venue[]} venues
 * @param {Editing} editing
 */
export function editingTour(page, tour, venues, { again }) {
    return make(
        "div",
        { class: "editing" },
        tourForm(page, tour, venues, { done: again }),
        removal(page, "tours", tour.id, tour.name, say("tour.deleteText")),
    );
}

/**
 * Deletes an entry after a question, and offers to take that back.
 *
 * @param {Page} page
 * @param {import("../data/guide-changes.js").EntryKind} kind
 * @param {string} id
 * @param {string} name
 * @param {string} text
 */
function removal({ guide, notices, views }, kind, id, name, text) {
    const problem = make("p", { class: "problem", role: "alert" });

    async function restore() {
        try {
            const { changes } = await guide.history();
            const deletion = changes.find(({ entity, action }) => entity === id && action === "deleted");
            if (deletion) await guide.undo(deletion);
            notices.show(say("history.undone"));
            guide.dispatchEvent(new Event("undone"));
        } catch (failure) {
            notices.show(failureText(failure));
        }
    }

    /** The tours that lead to the entry, to be opened. */
    async function tours() {
        const index = await guide.all().then(
            ({ answer }) => answer,
            () => guide.index,
        );
        const leading = (index?.tours ?? []).filter(({ venues }) => venues.includes(id));
        const open = (/** @type {Tour} */ tour) => () => views.open({ screen: "tour", id: tour.id });
        return make(
            "ul",
            { class: "rows link-rows" },
            ...leading.map((tour) => linkRow("route", tour.name, open(tour))),
        );
    }

    async function press() {
        const isHere = views.here();
        fill(problem);
        problem.nextElementSibling?.remove();
        const question = { title: say("guide.deleteTitle", { name }), text, yes: say("post.delete") };
        if (!(await notices.ask(question))) return;
        try {
            await guide.remove(kind, id);
        } catch (failure) {
            if (!(failure instanceof Refused && failure.code === "not_found")) {
                fill(problem, failureText(failure));
                if (failure instanceof Refused && failure.code === "in_tours") problem.after(await tours());
                return;
            }
        }
        guide.typed.delete(id);
        if (isHere()) views.close();
        notices.show(say("guide.deleted", { name }), { label: say("history.undo"), press: restore });
    }

    return make(
        "div",
        { class: "removal" },
        make("div", { class: "actions" }, iconButton("trash-2", say("post.delete"), press, { class: "grave" })),
        problem,
    );
}

/**
 * The rows of a table that were not added, in the server's words.
 *
 * @param {number} count of all of them; the server names the first.
 * @param {{place: string, reason: string}[]} refused
 */
function refusals(count, refused) {
    const places = refused.map((one) => make("li", {}, say("import.refusedPlace", one)));
    return [say("import.refused", { count }), make("ul", {}, ...places)];
}

/**
 * The first of them in one line.
 *
 * @param {number} count
 * @param {{place: string, reason: string}[]} refused
 */
function refusalText(count, refused) {
    const places = refused.slice(0, 3).map((one) => say("import.refusedPlace", one));
    return [say("import.refused", { count }), places.join("; ") + (count > 3 ? "; …" : "")].join(". ");
}
