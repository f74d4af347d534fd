// The *Nearby* screen: areas reachable within some minutes, and the places in them by kind, with their band.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { settle } from "../directions/ends.js";
import { ProfileSwitch, rememberProfile, rememberedProfile } from "../directions/profiles.js";
import { changesText, remark } from "../directions/result.js";
import { BANDS, bandOf, bandText } from "../map/bands.js";
import { KINDS, KindChips } from "../search/kind-chips.js";
import { placeRow } from "../search/place-row.js";
import { pointRow, resultRow } from "../search/result-row.js";
import { choosePlace, resultsTitle } from "../search/search.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";

const MOST = 20;

/**
 * @param {Page} page
 * @param {ReachView} view
 * @returns {SheetScreen}
 */
export function reachPage(page, view) {
    return new ReachPage(page, view).screen;
}

class ReachPage {
    /** Of the areas. */
    #latest = new Latest();
    /** Of the places in them. */
    #places = new Latest();
    #head = screenHead(say("reach.title"), null, () => this.page.views.close());
    #legend = make("div", { class: "reach-legend" });
    #found = make("div", { class: "reach-found" });
    #kinds;
    #switch;
    /** @type {Position | null} */
    #from = null;
    #isFirst = true;

    /**
     * @param {Page} page
     * @param {ReachView} view
     */
    constructor(page, { from, by, kind = "" }) {
        this.page = page;
        this.from = from;
        this.by = by ?? rememberedProfile();
        this.kind = kind;
        this.#switch = new ProfileSwitch(this.by, (profile) => this.#goBy(profile));
        this.#kinds = new KindChips(kind, (each) => this.#lookFor(each === this.kind ? "" : each));
        /** @type {SheetScreen} */
        this.screen = {
            element: make(
                "article",
                { class: "screen reach" },
                this.#head,
                this.#switch.element,
                this.#legend,
                this.#kinds.element,
                this.#found,
            ),
            stop: "half",
            turnTo: (asked) => this.#turnTo(/** @type {ReachView} */ (asked)),
            leave: () => this.#leave(),
        };
        page.overlay.addEventListener("streets", this.#streetsChanged);
        this.#ask();
    }

    #leave() {
        this.page.overlay.removeEventListener("streets", this.#streetsChanged);
        this.#latest.drop();
        this.#places.drop();
        const { marks } = this.page;
        marks.showReach(null);
        marks.showResults([], () => {});
        marks.select(null);
    }

    /** @param {ReachView} view */
    #turnTo({ from, by = this.by, kind = "" }) {
        const isSame = JSON.stringify([from, by]) === JSON.stringify([this.from, this.by]);
        if (isSame && kind === this.kind) return;
        [this.from, this.by] = [from, by];
        this.#switch.choose(by);
        this.#mark(kind);
        if (isSame) this.#askPlaces();
        else this.#ask();
    }

    /** @param {Profile} profile */
    #goBy(profile) {
        this.by = profile;
        rememberProfile(profile);
        this.#note();
        this.#ask();
    }

    /** @param {string} kind none when empty. */
    #lookFor(kind) {
        this.#mark(kind);
        this.page.views.step(this.#view);
        this.#askPlaces();
    }

    /** @param {string} kind */
    #mark(kind) {
        this.kind = kind;
        this.#kinds.mark(kind);
    }

    /** @returns {ReachView} */
    get #view() {
        const { from, by, kind } = this;
        return { screen: "reach", from, by, ...(kind ? { kind } : {}) };
    }

    #note() {
        this.page.views.note(this.#view);
    }

    /** Asks again after streets were closed or opened. The shown areas stay until the answer comes. */
    #streetsChanged = () => this.#ask(true);

    /** @param {boolean} [isQuiet] whether the shown areas stay until the answer comes, or without one. */
    async #ask(isQuiet = false) {
        if (!isQuiet) {
            this.#places.drop();
            fill(this.#legend, skeleton());
            fill(this.#found);
        }
        try {
            const question = { from: this.from, by: this.by };
            const found = await this.#latest.ask(question, (asked, signal) => this.#find(asked, signal));
            if (found) this.#show(found.answer, isQuiet);
        } catch (failure) {
            if (isQuiet && !(failure instanceof Refused)) return;
            this.page.marks.showReach(null);
            fill(
                this.#legend,
                trouble(failure, () => this.#ask()),
            );
        }
    }

    /**
     * @param {{from: End, by: Profile}} asked
     * @param {AbortSignal} signal
     */
    async #find({ from, by }, signal) {
        const start = await settle(this.page, from, signal);
        if (!start) return null;
        const question = { from: start.position, minutes: BANDS, profile: by };
        return { start, answer: await this.page.data.reach(question, signal) };
    }

    /**
     * @param {{start: import("../directions/ends.js").Settled, answer: ReachAnswer} | null} found
     * @param {boolean} isQuiet
     */
    #show(found, isQuiet) {
        if (!found) {
            fill(this.#legend, make("p", { class: "hint" }, say("directions.noPosition")));
            return;
        }
        const { marks, camera } = this.page;
        const { start, answer } = found;
        this.#from = start.position;
        fill(/** @type {Element} */ (this.#head.querySelector(".fact")), say("reach.from", { place: start.name }));
        marks.showReach(answer);
        if (!("me" in this.from)) marks.select(start.position, "place");
        const corners = answer.reaches.flatMap(({ outline }) => outline.coordinates.flat(2));
        const rows = BANDS.map((_, band) =>
            make("li", {}, make("i", { class: "swatch", "data-band": band, "aria-hidden": "true" }), bandText(band)),
        );
        const label = say(`profile.${this.by}`);
        const list = make("ul", { class: "bands digits", "aria-label": label }, ...rows);
        fill(this.#legend, list, remark(changesText(this.page)));
        if (this.#isFirst && corners.length > 0) camera.fill(around(corners), start.position);
        this.#isFirst = false;
        this.#askPlaces(isQuiet);
    }

    /** @param {boolean} [isQuiet] */
    async #askPlaces(isQuiet = false) {
        const { marks } = this.page;
        const { kind, by } = this;
        const from = this.#from;
        if (!isQuiet) marks.showResults([], () => {});
        if (!kind || !from) {
            this.#places.drop();
            fill(this.#found, make("p", { class: "hint" }, say("reach.hint")));
            return;
        }
        if (!isQuiet) fill(this.#found, skeleton());
        try {
            const found = await this.#places.ask({ kind, by, from }, (asked, signal) =>
                this.#findPlaces(asked, signal),
            );
            if (found) this.#showPlaces(found.answer);
        } catch (failure) {
            if (isQuiet) return;
            fill(
                this.#found,
                trouble(failure, () => this.#askPlaces()),
            );
        }
    }

    /**
     * @param {{kind: string, by: Profile, from: Position}} asked
     * @param {AbortSignal} signal
     */
    async #findPlaces({ kind, by, from }, signal) {
        const { results } = await this.page.data.search({ text: kind, near: from, limit: MOST }, signal);
        if (results.length === 0) return [];
        const times = await this.page.data.travelTimes({ from, to: results, profile: by }, signal);
        const order = (/** @type {number | null} */ seconds) => seconds ?? Infinity;
        return results
            .map((place, index) => ({ place, seconds: times[index] ?? null }))
            .sort((a, b) => order(a.seconds) - order(b.seconds));
    }

    /** The kind that was searched for, where none of the buttons names it. */
    #wanted() {
        return !KINDS.includes(this.kind) && make("h3", { dir: "auto" }, this.kind);
    }

    /** @param {{place: Found, seconds: number | null}[]} found */
    #showPlaces(found) {
        const { page } = this;
        if (found.length === 0) {
            const text = say("search.nothing", { text: resultsTitle(this.kind) });
            fill(this.#found, make("p", { class: "hint", role: "status" }, text));
            return;
        }
        const rows = found.map(({ place, seconds }) => {
            const row = placeRow({ ...place, distance: undefined });
            row.append(bandBadge(seconds));
            return make(
                "li",
                {},
                resultRow(page, place, row, () => choosePlace(page, place)),
            );
        });
        const inReach = found.filter(({ seconds }) => bandOf(seconds) < BANDS.length).length;
        const count = make("p", { class: "spoken", role: "status" }, say("reach.count", { count: inReach }));
        fill(this.#found, this.#wanted(), count, make("ul", { class: "rows" }, ...rows));
        const marked = found.map(({ place, seconds }) => ({ ...place, band: bandOf(seconds) }));
        const chosen = (/** @type {Found} */ place) => choosePlace(page, place);
        page.marks.showResults(marked, chosen, (place) => pointRow(this.#found, place));
    }
}

/** @param {number | null} seconds */
function bandBadge(seconds) {
    const band = bandOf(seconds);
    const swatch = make("i", { class: "swatch", "data-band": band, "aria-hidden": "true" });
    return make(
        "span",
        { class: "band digits" },
        make("strong", {}, seconds === null ? say("directions.none") : durationText(seconds)),
        make("span", { class: "quiet" }, swatch, bandText(band)),
    );
}

/**
 * West, south, east, north of points.
 *
 * @param {[number, number][]} points longitude first.
 */
function around(points) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [lon, lat] of points) {
        [west, east] = [Math.min(west, lon), Math.max(east, lon)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
    return [west, south, east, north];
}
