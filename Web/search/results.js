// The results of a search that was sent as it was typed: a list, and marks on the map.
import { Latest } from "../data/latest.js";
import { make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { placeRow } from "./place-row.js";
import { choosePlace, near, resultsTitle } from "./search.js";

const MOST = 20;

/**
 * @param {Page} page
 * @param {{text: string}} view
 * @returns {SheetScreen}
 */
export function results(page, { text }) {
    const { views, marks, camera } = page;
    const element = make("article", { class: "screen results" });
    const latest = new Latest();
    const head = (/** @type {string | null} */ fact) => screenHead(resultsTitle(text), fact, () => views.close());

    async function ask() {
        fillScreen(element, head(null), skeleton());
        try {
            const question = { text, near: near(page), limit: MOST };
            const found = await latest.ask(question, (asked, signal) => page.data.search(asked, signal));
            if (found) show(found.answer.results);
        } catch (failure) {
            fillScreen(element, head(null), trouble(failure, ask));
        }
    }

    /** @param {Found[]} found */
    function show(found) {
        if (found.length === 0) {
            const change = make(
                "button",
                { type: "button", on: { click: () => page.search.edit() } },
                say("search.change"),
            );
            fillScreen(
                element,
                head(say("search.count", { count: 0 })),
                make("div", { class: "hint" }, make("p", {}, say("search.nothing", { text })), change),
            );
            return;
        }
        const rows = found.map((each) =>
            make(
                "li",
                {},
                make("button", { type: "button", on: { click: () => choosePlace(page, each) } }, placeRow(each)),
            ),
        );
        fillScreen(element, head(say("search.count", { count: found.length })), make("ul", { class: "rows" }, ...rows));
        marks.showResults(found, (each) => choosePlace(page, each));
        camera.fit(found);
    }

    ask();
    return {
        element,
        stop: "half",
        leave() {
            latest.drop();
            marks.showResults([], () => {});
        },
    };
}
