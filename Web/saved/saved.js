// The places that this device keeps: the saved ones, and those chosen last; each can be taken away, and put back.
import { recent, saved } from "../data/kept-places.js";
import { placeRows } from "../search/place-row.js";
import { choosePlace, near, seenFrom } from "../search/search.js";
import { screenHead } from "../sheet/screen.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {import("../data/kept-places.js").KeptPlaces} KeptPlaces */
/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function savedPage(page) {
    return new SavedPage(page);
}

/** The saved places. */
class SavedPage {
    stop = /** @type {const} */ ("half");
    #body = make("div", { class: "saved-body" });

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        this.element = make(
            "article",
            { class: "screen saved" },
            screenHead(say("saved.title"), say("saved.where"), () => this.page.views.close()),
            this.#body,
        );
        this.#show();
    }

    #show() {
        const hadFocus = this.#body.contains(document.activeElement);
        fill(
            this.#body,
            saved.all.length === 0 ? this.#empty() : this.#list(saved),
            recent.all.length > 0 && make("h3", {}, say("saved.recent")),
            recent.all.length > 0 && this.#list(recent),
            recent.all.length > 0 && this.#clear(),
        );
        if (hadFocus) this.element.querySelector("h2")?.focus({ preventScroll: true });
    }

    /**
     * @param {KeptPlaces} kept
     */
    #list(kept) {
        const from = near(this.page);
        const places = kept.all.map((place) => seenFrom(from, place));
        const rows = placeRows(places).map((row, index) => {
            const place = places[index];
            const label = say("saved.remove", { name: place.name });
            const remove = () => this.#take(kept, place);
            return make(
                "li",
                {},
                make("button", { type: "button", on: { click: () => choosePlace(this.page, place) } }, row),
                make(
                    "button",
                    { type: "button", class: "round remove", "aria-label": label, on: { click: remove } },
                    icon("x"),
                ),
            );
        });
        return make("ul", { class: "rows kept-rows" }, ...rows);
    }

    /**
     * Takes a place away, and offers to put it back.
     *
     * @param {KeptPlaces} kept
     * @param {Found} place
     */
    #take(kept, place) {
        const before = kept.all;
        const at = before.findIndex(({ id }) => id === place.id);
        kept.remove(place.id);
        this.#show();
        const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.#body.querySelectorAll(".remove"));
        (buttons[Math.min(at, buttons.length - 1)] ?? this.element.querySelector("h2"))?.focus({ preventScroll: true });
        this.#offerUndo(kept, before, say("saved.removed", { name: place.name }));
    }

    #clear() {
        const press = () => {
            const before = recent.all;
            recent.restore([]);
            this.#show();
            this.#offerUndo(recent, before, say("saved.cleared"));
        };
        const button = make("button", { type: "button", on: { click: press } }, say("saved.clear"));
        return make("div", { class: "actions" }, button);
    }

    /**
     * @param {KeptPlaces} kept
     * @param {Found[]} before
     * @param {string} text
     */
    #offerUndo(kept, before, text) {
        const press = () => (kept.restore(before), this.#show());
        this.page.notices.show(text, { label: say("history.undo"), press });
    }

    #empty() {
        return make(
            "div",
            { class: "hint" },
            make("p", {}, say("saved.empty")),
            make("button", { type: "button", on: { click: () => this.page.search.edit() } }, say("keys.search")),
        );
    }
}
