// What a link shows: where somebody is, until it ends. Asked for again and again while the page is in front; needs no account.
import { cornersOf } from "../core/geodesy.js";
import { sharedPlace } from "../data/circles.js";
import { Refused, Unreachable } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText } from "../text/quantities.js";
import { ageText, areasOf, areaText, exactPlace } from "./words.js";

/** How often it is asked where they are, in milliseconds. */
const OFTEN = 15_000;

/**
 * @param {Page} page
 * @param {{token: string}} view
 * @returns {SheetScreen}
 */
export function sharedPage(page, { token }) {
    const { views, marks, camera, peopleMap } = page;
    const element = make("article", { class: "screen person-card" });
    const latest = new Latest();
    /** @type {SharedPlace | null} */
    let known = null;
    let isFirst = true;
    let told = "";
    let timer = 0;

    async function ask() {
        clearTimeout(timer);
        try {
            const found = await latest.ask(undefined, (_, signal) => sharedPlace(token, signal));
            if (!found) return;
            known = found.answer;
            show(known, false);
        } catch (failure) {
            if (failure instanceof Refused && failure.code === "not_logged_in") return showOver();
            if (known && Date.parse(known.ends) <= page.now()) return showOver();
            if (known && failure instanceof Unreachable) show(known, true);
            else fillScreen(element, head(say("person.title")), trouble(failure, ask));
            if (!(failure instanceof Unreachable)) told = "";
        }
        if (document.visibilityState === "visible") timer = window.setTimeout(ask, OFTEN);
    }

    /** @param {string} name */
    const head = (name, fact = say("shared.fact")) => screenHead(name, fact, () => views.close());

    /**
     * @param {SharedPlace} shared
     * @param {boolean} isOld whether nobody answers just now.
     */
    function show(shared, isOld) {
        const { name, ends, person } = shared;
        const when = person ? ageText(person, page.now()) : waitingText(shared, page.now());
        const written = JSON.stringify([name, ends, person, when, isOld]);
        if (written === told) return;
        told = written;
        const place = exactPlace(person);
        const areas = areasOf(person);
        const around = person && areaText(person);
        const go = () => {
            if (place) views.open({ screen: "directions", from: { me: true }, to: { position: place, name } });
        };
        fillScreen(
            element,
            head(name, say("groups.until", { time: clockText(ends) })),
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
        page.titled(name);
        peopleMap.showAreas(areas);
        marks.select(place);
        if (!isFirst || !person) return;
        isFirst = false;
        if (place) camera.showChosen(place, page.position.fix?.position ?? null);
        else camera.fit(areas.flatMap(cornersOf));
    }

    function showOver() {
        told = "";
        marks.select(null);
        peopleMap.showAreas([]);
        fillScreen(
            element,
            head(say("person.title")),
            make("div", { class: "hint" }, make("p", {}, say("shared.over"))),
        );
    }

    // A page that nobody looks at asks nothing.
    const seen = () => {
        if (document.visibilityState === "visible") ask();
        else clearTimeout(timer);
    };
    document.addEventListener("visibilitychange", seen);
    fill(element, skeleton());
    ask();
    return {
        element,
        stop: "half",
        retry: ask,
        leave() {
            document.removeEventListener("visibilitychange", seen);
            clearTimeout(timer);
            latest.drop();
            marks.select(null);
            peopleMap.showAreas([]);
        },
    };
}

/**
 * Why nothing is shown, and by when something is: what is so of any link of that age, as more would say whether they move.
 *
 * @param {SharedPlace} shared
 * @param {number} now in milliseconds.
 */
function waitingText({ name, precision, expected }, now) {
    if (precision === "exact") return say("shared.waitingExact", { name });
    const isExpected = expected !== undefined && Date.parse(expected) > now;
    return isExpected ? say("shared.expected", { name, time: clockText(expected) }) : say("shared.waiting", { name });
}
