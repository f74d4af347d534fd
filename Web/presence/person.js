// Somebody who lets one know where they are: name, when and for how long, and the way there.
import { cornersOf } from "../core/geodesy.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { ageText, areasOf, areaText, exactPlace, whoText } from "./words.js";

/** How often its age is said anew, in milliseconds. */
const OFTEN = 30_000;

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @returns {SheetScreen}
 */
export function personCard(page, { id }) {
    const { presence, views, marks, camera, peopleMap } = page;
    const element = make("article", { class: "screen person-card" });
    const where = make("p", { class: "where-text" });
    const latest = new Latest();
    let told = "";
    let isFirst = true;

    function show() {
        const person = presence.person(id);
        if (!person) return showNobody();
        const age = ageText(person, page.now());
        const written = JSON.stringify([person, age]);
        if (written === told) return;
        told = written;
        fillScreen(
            element,
            screenHead(person.name, whoText(person), () => views.close()),
            make("p", { class: "when", "aria-live": "polite" }, age),
            where,
            actions(person),
        );
        page.titled(person.name);
        showPlace(person);
        isFirst = false;
    }

    function showNobody() {
        const head = screenHead(say("person.title"), null, () => views.close());
        const gone = make("div", { class: "hint" }, make("p", {}, say("person.gone")));
        if (!presence.isKnown && !presence.failure) return fillScreen(element, head, skeleton());
        const failed = presence.isKnown ? gone : trouble(presence.failure, () => presence.retry());
        told = "";
        marks.select(null);
        peopleMap.showAreas([]);
        fillScreen(element, head, failed);
    }

    /** @param {SeenPerson} person */
    function showPlace(person) {
        const place = exactPlace(person);
        const areas = areasOf(person);
        latest.drop();
        peopleMap.showAreas(areas);
        marks.select(place);
        if (place) {
            if (isFirst) camera.showChosen(place, page.position.fix?.position ?? null);
            return name(place);
        }
        fill(where, areaText(person));
        if (isFirst && areas.length > 0) camera.fit(areas.flatMap(cornersOf));
        return undefined;
    }

    /** @param {Position} position */
    async function name(position) {
        try {
            const found = await latest.ask(position, (question, signal) => page.data.address(question, signal));
            const label = found?.answer.address?.label;
            if (label) fill(where, say("person.near", { address: label }));
        } catch (failure) {
            // The map shows it all the same.
            console.info("where somebody is has no name:", failure);
        }
    }

    /** @param {SeenPerson} person */
    function actions(person) {
        const position = exactPlace(person);
        if (!position) return null;
        const to = { position, name: person.name };
        const go = () => views.open({ screen: "directions", from: { me: true }, to });
        return make("div", { class: "actions" }, iconButton("route", say("action.directions"), go, { class: "main" }));
    }

    presence.addEventListener("change", show);
    const timer = window.setInterval(show, OFTEN);
    show();
    return {
        element,
        stop: "half",
        retry: () => presence.retry(),
        leave() {
            presence.removeEventListener("change", show);
            clearInterval(timer);
            latest.drop();
            marks.select(null);
            peopleMap.showAreas([]);
        },
    };
}
