// All works of a venue, as a list.
import { make, icon } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { editingWorks } from "./editing.js";
import { publicationNote } from "./facts.js";
import { guideScreen } from "./guide-screen.js";
import { workPicture } from "./venue.js";

/**
 * @param {Page} page
 * @param {{venue: string}} view
 * @returns {SheetScreen}
 */
export function worksPage(page, { venue: id }) {
    const { guide, views } = page;

    /**
     * @param {VenueAnswer} answer
     * @param {import("./guide-screen.js").Editing} editing
     */
    function show({ venue, works }, editing) {
        const isEmpty = works.length === 0;
        return {
            title: venue.name,
            fact: say("guide.works", { count: works.length }),
            content: [
                editing.isEditing && editingWorks(page, venue, works, editing),
                isEmpty && make("p", { class: "hint" }, say("works.empty")),
                !editing.isEditing && make("ul", { class: "rows work-list" }, ...works.map(row)),
            ],
        };
    }

    /** @param {Work} work */
    function row(work) {
        const press = () => views.open({ screen: "work", venue: id, id: work.id });
        const words = make(
            "span",
            { class: "words" },
            make("strong", { dir: "auto" }, work.title),
            work.artist && make("span", { class: "quiet", dir: "auto" }, work.artist),
            publicationNote(work, page.now()),
        );
        return make(
            "li",
            { "data-id": work.id },
            make("button", { type: "button", on: { click: press } }, workPicture(work), words, icon("chevron-right")),
        );
    }

    return guideScreen(page, {
        look: "works",
        title: say("works.title"),
        stop: "full",
        find: (signal) => guide.venue(id, signal),
        show,
    });
}
