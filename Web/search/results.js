// The results of a search that was sent as it was typed: a list, and marks on the map, in step with each other.
import { metresBetween } from "../core/geodesy.js";
import { coarse } from "../data/coarse.js";
import { Latest } from "../data/latest.js";
import { bandOf, bandText } from "../map/bands.js";
import { screenHead } from "../sheet/screen.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { areaButton } from "./area-button.js";
import { KINDS, KindChips } from "./kind-chips.js";
import { nothingFound } from "./nothing-found.js";
import { farness, placeRows } from "./place-row.js";
import { pointRow, resultRow } from "./result-row.js";
import { choosePlace, chooseTopic, near, numbered, resultsTitle, seenFrom } from "./search.js";
import { topicRow, withTopics } from "./topic-row.js";

const MOST = 20;
/** A smaller move leaves the results as they are. In metres. */
const SAME_PLACE_METRES = 100;
/** And the same distances to them. */
const SAME_DISTANCE_METRES = 20;

/**
 * The results, for a reader who comes back from one of the places.
 *
 * @typedef {{view: string, from: Position, isFromMe: boolean, found: Found[], beside: Beside, bands: number[] | null, chosen: string}} Known
 *
 * The pages of the guide among the results, and a kind of which the map has no place.
 *
 * @typedef {Pick<Suggestions, "guide" | "absent_kind">} Beside
 */

/** @type {Known | null} */
let known = null;

/**
 * @param {Page} page
 * @param {ResultsView} view
 * @returns {SheetScreen}
 */
export function results(page, view) {
    return new Results(page, view).screen;
}

class Results {
    #latest = new Latest();
    /** Of the bands. */
    #times = new Latest();
    #head;
    #chips;
    #body = make("div", { class: "results-body" });
    #area;
    /** The point from which distances count. */
    #from = /** @type {Position} */ ({ lat: 0, lon: 0 });
    #isFromMe = false;
    /** @type {Found[]} */
    #found = [];
    /** @type {Beside} */
    #beside = {};
    /**
     * The band of each, once that is known.
     *
     * @type {number[] | null}
     */
    #bands = null;
    /** @type {HTMLElement[]} */
    #rows = [];
    /** @type {HTMLElement[]} */
    #slots = [];
    #chosen = "";

    /**
     * @param {Page} page
     * @param {ResultsView} view
     */
    constructor(page, view) {
        this.page = page;
        this.view = view;
        this.#head = screenHead(resultsTitle(view.text), null, () => page.views.close());
        this.#chips = new KindChips(view.text, (kind) => this.#lookFor(kind));
        const head = make("div", { class: "head" }, this.#head, this.#chips.element);
        this.#area = areaButton(page, () => this.#searchHere());
        /** @type {SheetScreen} */
        this.screen = {
            element: make("article", { class: "screen results" }, head, this.#body),
            stop: "half",
            turnTo: (asked) => this.#turnTo(/** @type {ResultsView} */ (asked)),
            retry: () => this.#ask(),
            returnTo: () => this.#rows[this.#found.findIndex(({ id }) => id === this.#chosen)] ?? null,
            leave: () => this.#leave(),
        };
        page.position.addEventListener("change", this.#moved);
        this.#begin();
    }

    #begin() {
        const last = known;
        known = null;
        const me = this.page.position.fix?.position;
        // Distances from the middle of the map hold still; distances from me only if I am still there.
        const isThere = !last?.isFromMe || (me && metresBetween(last.from, me) < SAME_PLACE_METRES);
        if (last?.view !== JSON.stringify(this.view) || !isThere) {
            this.#ask();
            return;
        }
        this.#from = last.from;
        this.#isFromMe = last.isFromMe;
        this.#chosen = last.chosen;
        this.#show(last.found, last.beside);
        if (!this.view.near) this.page.camera.fit(last.found);
        if (last.bands) this.#showBands(last.bands);
        else this.#askBands();
    }

    #leave() {
        this.page.position.removeEventListener("change", this.#moved);
        this.#latest.drop();
        this.#times.drop();
        this.#area.remove();
        this.page.marks.showResults([], () => {});
        const [found, beside] = [this.#found, this.#beside];
        const left = { from: this.#from, isFromMe: this.#isFromMe, found, beside, bands: this.#bands };
        known = this.#chosen ? { ...left, view: JSON.stringify(this.view), chosen: this.#chosen } : null;
    }

    /** @param {ResultsView} view */
    #turnTo(view) {
        if (JSON.stringify(view) === JSON.stringify(this.view)) return;
        this.view = view;
        this.#head.querySelector("h2")?.replaceChildren(resultsTitle(view.text));
        this.#chips.mark(view.text);
        this.#ask();
    }

    /** @param {string} text the pressed kind, which is let go by another press. */
    #lookFor(text) {
        if (text === this.view.text) this.page.views.close();
        else this.page.views.replace({ ...this.view, text });
    }

    #searchHere() {
        this.page.views.replace({ screen: "results", text: this.view.text, near: this.page.camera.middle });
    }

    /** Distances count from where I am now. If they counted from the map before, the page searches again. */
    #moved = () => {
        if (this.view.near) return;
        const from = near(this.page);
        if (from !== this.page.position.fix?.position) return;
        if (!this.#isFromMe) {
            this.#isFromMe = true;
            this.#ask(this.#found.length > 0);
        } else if (metresBetween(from, this.#from) > SAME_DISTANCE_METRES) this.#seeFrom(from);
    };

    /** @param {Position} from */
    #seeFrom(from) {
        this.#from = from;
        this.#found = this.#found.map((each) => seenFrom(from, each));
        for (const [index, row] of this.#rows.entries())
            row.querySelector(".farness")?.replaceWith(farness(this.#found[index]));
        this.#askBands();
    }

    /** @param {boolean} [isQuiet] whether the shown results stay until the answer comes, and the map where it is. */
    async #ask(isQuiet = false) {
        const { page } = this;
        const { text, near: area } = this.view;
        this.#chosen = "";
        this.#times.drop();
        if (!isQuiet) {
            this.#area.hide();
            this.#clear();
            fill(this.#body, skeleton());
        }
        this.#from = area ?? near(page);
        this.#isFromMe = this.#from === page.position.fix?.position;
        try {
            const question = { text, near: this.#from, limit: MOST, guide: true };
            const found = await this.#latest.ask(question, (asked, signal) => page.data.search(asked, signal));
            if (!found) return;
            const { results: places, ...beside } = found.answer;
            this.#show(
                places.map((each) => seenFrom(this.#from, numbered(each, text))),
                beside,
            );
            if (!area && !isQuiet && this.#found.length > 0) page.camera.fit(this.#found);
            this.#askBands();
        } catch (failure) {
            // The shown results still hold; only their distances change.
            if (isQuiet) this.#seeFrom(this.#from);
            else
                fill(
                    this.#body,
                    trouble(failure, () => this.#ask()),
                );
        }
    }

    #clear() {
        [this.#found, this.#bands, this.#rows, this.#slots] = [[], null, [], []];
        this.#beside = {};
        this.page.marks.showResults([], () => {});
        this.#showFact("");
    }

    /** @param {string} fact */
    #showFact(fact) {
        this.#head.querySelector(".fact")?.replaceChildren(fact);
    }

    /**
     * @param {Found[]} found
     * @param {Beside} beside
     */
    #show(found, beside) {
        const { page } = this;
        const { guide = [], absent_kind: absent } = beside;
        [this.#found, this.#beside] = [found, beside];
        this.#area.watch();
        const count = say("search.count", { count: found.length + guide.length });
        this.#showFact(this.#isFromMe ? count : [count, say("search.fromMiddle")].join(" · "));
        if (found.length + guide.length === 0) {
            fill(this.#body, nothingFound(page, this.view, absent));
            return;
        }
        const topicOf = (/** @type {Topic} */ topic) =>
            make("button", { type: "button", on: { click: () => chooseTopic(page, topic) } }, topicRow(topic));
        const isKind = KINDS.includes(this.view.text);
        this.#slots = found.map(() => make("span", { class: "band-slot" }));
        // In a search for a kind, the matched part of a name means nothing.
        const shown = found.map((each) => (isKind ? { ...each, match: undefined } : each));
        this.#rows = placeRows(shown, this.#slots).map((row, index) =>
            resultRow(page, found[index], row, () => this.#choose(found[index])),
        );
        const isPartial =
            found.length > 0 && guide.length === 0 && found.every(({ partial, estimated }) => partial && !estimated);
        fill(
            this.#body,
            absent && make("p", { class: "hint", role: "status" }, say("search.absent", { kind: absent.name })),
            isPartial && make("p", { class: "hint" }, say("search.partial", { text: this.view.text })),
            make("ul", { class: "rows" }, ...withTopics(this.#rows, guide, topicOf).map((row) => make("li", {}, row))),
        );
        const chosen = (/** @type {Found} */ each) => this.#choose(each);
        page.marks.showResults(found, chosen, (each) => pointRow(this.#body, each));
    }

    /** @param {Found} found */
    #choose(found) {
        this.#chosen = found.id;
        choosePlace(this.page, found);
    }

    /** Asks how long the walk to each is; the list is there meanwhile. */
    async #askBands() {
        const { page } = this;
        if (this.#found.length === 0) return;
        const question = { from: coarse(this.#from), to: this.#found, profile: /** @type {const} */ ("foot") };
        try {
            const times = await this.#times.ask(question, (asked, signal) => page.data.travelTimes(asked, signal));
            if (times) this.#showBands(this.#found.map((_, index) => bandOf(times.answer[index] ?? null)));
        } catch (failure) {
            // The rows have distances; the card of each place asks for the walk again.
            console.info("the walks to the results are not known:", failure);
        }
    }

    /** @param {number[]} bands */
    #showBands(bands) {
        this.#bands = bands;
        for (const [index, slot] of this.#slots.entries()) {
            const text = bandText(bands[index]);
            const spoken = make("span", { class: "spoken" }, say("reach.walk", { band: text }));
            fill(slot, icon("footprints"), make("span", { "aria-hidden": "true" }, text), spoken);
        }
        this.page.marks.bandResults(this.#found.map(({ id }, index) => ({ id, band: bands[index] })));
    }
}
