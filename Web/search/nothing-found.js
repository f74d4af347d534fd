// The text of a search without results, and the next steps.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { resultsTitle } from "./search.js";

/**
 * Returns the text, and buttons for another search, a search of the whole map, and the list of places in view.
 *
 * @param {Page} page
 * @param {ResultsView} view
 * @param {{name: string}} [absent] the kind that the map has none of.
 */
export function nothingFound({ search, views }, { text, near }, absent) {
    const words = absent
        ? say("search.absent", { kind: absent.name })
        : say("search.nothing", { text: resultsTitle(text) });
    const button = (/** @type {string} */ label, /** @type {() => void} */ click) =>
        make("button", { type: "button", on: { click } }, label);
    return make(
        "div",
        { class: "hint" },
        make("p", { role: "status" }, words),
        button(say("search.change"), () => search.edit()),
        near && button(say("search.everywhere"), () => views.replace({ screen: "results", text })),
        button(say("list.show"), () => views.open({ screen: "list" })),
    );
}
