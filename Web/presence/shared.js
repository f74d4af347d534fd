// The screen behind a link: where a person is, until the link ends. Asks again while the page is visible. Needs no
// account.
import { cornersOf } from "../core/geodesy.js";
import { sharedPlace } from "../data/circles.js";
import { Refused, Unreachable } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText } from "../text/quantities.js";
import { ageText, areasOf, areaText, exactPlace } from "./words.js";

/** How often to ask where the person is, in milliseconds. */
const OFTEN = 15_000;

/**
 * @param {Page} page
 * @param {{token: string}} view
 * @returns {SheetScreen}
 */
export function sharedPage(page, view) {
    return new SharedPage(page, view);
}

/** The card of a person who shares the location by a link. */
class SharedPage {
    stop = /** @type {const} */ ("half");
    element = make("article", { class: "screen person-card" });
    #latest = new Latest();
    /** @type {SharedPlace | null} */
    #known = null;
    #isFirst = true;
    #written = "";
    #timer = 0;

    /**
     * @param {Page} page
     * @param {{token: string}} view
     */
    constructor(page, { token }) {
        this.page = page;
        this.token = token;
        document.addEventListener("visibilitychange", this.#seen);
        fill(this.element, skeleton());
        this.#ask();
        this.retry = this.#ask;
    }

    #ask = async () => {
        clearTimeout(this.#timer);
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => sharedPlace(this.token, signal));
            if (!found) return;
            this.#known = found.answer;
            this.#show(this.#known, false);
        } catch (failure) {
            if (failure instanceof Refused && failure.code === "not_logged_in") return this.#showOver();
            if (this.#known && Date.parse(this.#known.ends) <= this.page.now()) return this.#showOver();
            if (this.#known && failure instanceof Unreachable) this.#show(this.#known, true);
            else fillScreen(this.element, this.#head(say("person.title")), trouble(failure, this.#ask));
            if (!(failure instanceof Unreachable)) this.#written = "";
        }
        if (document.visibilityState === "visible") this.#timer = window.setTimeout(this.#ask, OFTEN);
    };

    /** @param {string} name */
    #head(name, fact = say("shared.fact")) {
        return screenHead(name, fact, () => this.page.views.close());
    }

    /**
     * @param {SharedPlace} shared
     * @param {boolean} isOld whether the server does not answer at the moment.
     */
    #show(shared, isOld) {
        const { name, ends, person } = shared;
        const when = person ? ageText(person, this.page.now()) : waitingText(shared, this.page.now());
        const written = JSON.stringify([name, ends, person, when, isOld]);
        if (written === this.#written) return;
        this.#written = written;
        const place = exactPlace(person);
        const areas = areasOf(person);
        const around = person && areaText(person);
        const go = () => {
            if (place)
                this.page.views.open({ screen: "directions", from: { me: true }, to: { position: place, name } });
        };
        fillScreen(
            this.element,
            this.#head(name, say("groups.until", { time: clockText(ends) })),
            isOld ? make("p", { class: "remark" }, icon("wifi-off"), make("span", {}, say("now.old"))) : null,
            make("p", { class: "when", "aria-live": "polite" }, when),
            around ? make("p", { class: "where-text" }, around) : null,
            place
                ? make(
                      "div",
                      { class: "actions" },
                      iconButton("route", say("action.directions"), go, { class: "main" }),
                  )
                : null,
        );
        this.page.titled(name);
        this.page.peopleMap.showAreas(areas);
        this.page.marks.select(place);
        if (!this.#isFirst || !person) return;
        this.#isFirst = false;
        if (place) this.page.camera.showChosen(place, this.page.position.fix?.position ?? null);
        else this.page.camera.fit(areas.flatMap(cornersOf));
    }

    #showOver() {
        this.#written = "";
        this.page.marks.select(null);
        this.page.peopleMap.showAreas([]);
        fillScreen(
            this.element,
            this.#head(say("person.title")),
            make("div", { class: "hint" }, make("p", {}, say("shared.over"))),
        );
    }

    // A hidden page asks nothing.
    #seen = () => {
        if (document.visibilityState === "visible") this.#ask();
        else clearTimeout(this.#timer);
    };

    leave() {
        document.removeEventListener("visibilitychange", this.#seen);
        clearTimeout(this.#timer);
        this.#latest.drop();
        this.page.marks.select(null);
        this.page.peopleMap.showAreas([]);
    }
}

/**
 * Returns why there is no position, and by when there will be one: the same for every link of that age, as more would
 * reveal a move.
 *
 * @param {SharedPlace} shared
 * @param {number} now in milliseconds.
 */
function waitingText({ name, precision, expected }, now) {
    if (precision === "exact") return say("shared.waitingExact", { name });
    const isExpected = expected !== undefined && Date.parse(expected) > now;
    return isExpected ? say("shared.expected", { name, time: clockText(expected) }) : say("shared.waiting", { name });
}
