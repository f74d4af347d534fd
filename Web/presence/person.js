// Somebody who lets one know where they are: name, when and for how long, and the way there.
import { Latest } from "../data/latest.js";
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { dayText, whoText } from "./words.js";

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
        const written = JSON.stringify(person);
        if (written === told) return;
        told = written;
        fillScreen(
            element,
            screenHead(person.name, whoText(person), () => views.close()),
            make("p", { class: "when", "aria-live": "polite" }, dayText(person)),
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
        const { lat, lon, area } = person;
        latest.drop();
        peopleMap.showAreas(area ? [area] : []);
        if (lat !== undefined && lon !== undefined) {
            marks.select({ lat, lon });
            if (isFirst) camera.showChosen({ lat, lon }, page.position.fix?.position ?? null);
            if (person.is_exact) name({ lat, lon });
            else fill(where, say("person.aroundText"));
            return;
        }
        marks.select(null);
        fill(where, say(area ? "person.homeText" : "person.homeNowhere"));
        if (area && isFirst) camera.visit({ lat: (area.south + area.north) / 2, lon: (area.west + area.east) / 2 });
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
    function actions({ lat, lon, name: called }) {
        if (lat === undefined || lon === undefined) return null;
        const to = { position: { lat, lon }, name: called };
        const go = () => views.open({ screen: "directions", from: { me: true }, to });
        return make("div", { class: "actions" }, iconButton("route", say("action.directions"), go, { class: "main" }));
    }

    presence.addEventListener("change", show);
    show();
    return {
        element,
        stop: "half",
        retry: () => presence.retry(),
        leave() {
            presence.removeEventListener("change", show);
            latest.drop();
            marks.select(null);
            peopleMap.showAreas([]);
        },
    };
}
