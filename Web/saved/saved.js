// The places that this device keeps: the saved ones, and those chosen last; each can be taken away, and put back.
import { recent, saved } from "../data/kept-places.js";
import { placeRows } from "../search/place-row.js";
import { choosePlace, near, seenFrom } from "../search/search.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {import("../data/kept-places.js").KeptPlaces} KeptPlaces */

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function savedPage(page) {
    const body = make("div", { class: "saved-body" });
    const element = make(
        "article",
        { class: "screen saved" },
        screenHead(say("saved.title"), say("saved.where"), () => page.views.close()),
        body,
    );

    function show() {
        const hadFocus = body.contains(document.activeElement);
        fill(
            body,
            saved.all.length === 0 ? empty() : list(saved),
            recent.all.length > 0 && make("h3", {}, say("saved.recent")),
            recent.all.length > 0 && list(recent),
            recent.all.length > 0 && clear(),
        );
        if (hadFocus) element.querySelector("h2")?.focus({ preventScroll: true });
    }

    /**
     * @param {KeptPlaces} kept
     */
    function list(kept) {
        const from = near(page);
        const places = kept.all.map((place) => seenFrom(from, place));
        const rows = placeRows(places).map((row, index) => {
            const place = places[index];
            const label = say("saved.remove", { name: place.name });
            const remove = () => take(kept, place);
            return make(
                "li",
                {},
                make("button", { type: "button", on: { click: () => choosePlace(page, place) } }, row),
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
    function take(kept, place) {
        const before = kept.all;
        const at = before.findIndex(({ id }) => id === place.id);
        kept.remove(place.id);
        show();
        const buttons = /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll(".remove"));
        (buttons[Math.min(at, buttons.length - 1)] ?? element.querySelector("h2"))?.focus({ preventScroll: true });
        tell(kept, before, say("saved.removed", { name: place.name }));
    }

    function clear() {
        const press = () => {
            const before = recent.all;
            recent.restore([]);
            show();
            tell(recent, before, say("saved.cleared"));
        };
        const button = make("button", { type: "button", on: { click: press } }, say("saved.clear"));
        return make("div", { class: "actions" }, button);
    }

    /**
     * @param {KeptPlaces} kept
     * @param {Found[]} before
     * @param {string} text
     */
    function tell(kept, before, text) {
        const press = () => (kept.restore(before), show());
        page.notices.tell(text, { label: say("history.undo"), press });
    }

    function empty() {
        return make(
            "div",
            { class: "hint" },
            make("p", {}, say("saved.empty")),
            make("button", { type: "button", on: { click: () => page.search.edit() } }, say("keys.search")),
        );
    }

    show();
    return { element, stop: "half" };
}
