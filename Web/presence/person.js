// The card of a person who shares the location: name, times, and directions.
import { cornersOf } from "../core/geodesy.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { ageText, areasOf, areaText, exactPlace, whoText } from "./words.js";

/** How often to renew its age, in milliseconds. */
const OFTEN = 30_000;

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @returns {SheetScreen}
 */
export function personCard(page, view) {
    return new PersonCard(page, view);
}

/** The card of a person on the map. Follows the person. */
class PersonCard {
    stop = /** @type {const} */ ("half");
    element = make("article", { class: "screen person-card" });
    #where = make("p", { class: "where-text" });
    #latest = new Latest();
    #written = "";
    #isFirst = true;

    /**
     * @param {Page} page
     * @param {{id: string}} view
     */
    constructor(page, { id }) {
        this.page = page;
        this.id = id;
        const { presence } = page;
        presence.addEventListener("change", this.#show);
        this.timer = window.setInterval(this.#show, OFTEN);
        this.#show();
    }

    #show = () => {
        const person = this.page.presence.person(this.id);
        if (!person) return this.#showNobody();
        const age = ageText(person, this.page.now());
        const written = JSON.stringify([person, age]);
        if (written === this.#written) return;
        this.#written = written;
        fillScreen(
            this.element,
            screenHead(person.name, whoText(person), () => this.page.views.close()),
            make("p", { class: "when", "aria-live": "polite" }, age),
            this.#where,
            this.#actions(person),
        );
        this.page.titled(person.name);
        this.#showPlace(person);
        this.#isFirst = false;
    };

    #showNobody() {
        const head = screenHead(say("person.title"), null, () => this.page.views.close());
        const gone = make("div", { class: "hint" }, make("p", {}, say("person.gone")));
        if (!this.page.presence.isKnown && !this.page.presence.failure)
            return fillScreen(this.element, head, skeleton());
        const failed = this.page.presence.isKnown
            ? gone
            : trouble(this.page.presence.failure, () => this.page.presence.retry());
        this.#written = "";
        this.page.marks.select(null);
        this.page.peopleMap.showAreas([]);
        fillScreen(this.element, head, failed);
    }

    /** @param {SeenPerson} person */
    #showPlace(person) {
        const place = exactPlace(person);
        const areas = areasOf(person);
        this.#latest.drop();
        this.page.peopleMap.showAreas(areas);
        this.page.marks.select(place);
        if (place) {
            if (this.#isFirst) this.page.camera.showChosen(place, this.page.position.fix?.position ?? null);
            return this.#name(place);
        }
        fill(this.#where, areaText(person));
        if (this.#isFirst && areas.length > 0) this.page.camera.fit(areas.flatMap(cornersOf));
        return undefined;
    }

    /** @param {Position} position */
    async #name(position) {
        try {
            const found = await this.#latest.ask(position, (question, signal) =>
                this.page.data.address(question, signal),
            );
            const label = found?.answer.address?.label;
            if (label) fill(this.#where, say("person.near", { address: label }));
        } catch (failure) {
            // The map shows it all the same.
            console.info("where somebody is has no name:", failure);
        }
    }

    /** @param {SeenPerson} person */
    #actions(person) {
        const position = exactPlace(person);
        if (!position) return null;
        const to = { position, name: person.name };
        const go = () => this.page.views.open({ screen: "directions", from: { me: true }, to });
        return make("div", { class: "actions" }, iconButton("route", say("action.directions"), go, { class: "main" }));
    }

    retry() {
        return this.page.presence.retry();
    }

    leave() {
        this.page.presence.removeEventListener("change", this.#show);
        clearInterval(this.timer);
        this.#latest.drop();
        this.page.marks.select(null);
        this.page.peopleMap.showAreas([]);
    }
}
