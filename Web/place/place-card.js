// The card of a selected place.
import { recent, saved } from "../data/kept-places.js";
import { Latest } from "../data/latest.js";
import { ROOM_ZOOM } from "../map/camera.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { namesLanguage, say } from "../text/catalogue.js";
import { insideText } from "../text/level-words.js";
import { actionBar } from "./actions.js";
import { callAddress, detailRows, factRow } from "./details.js";
import { kindText } from "./kinds.js";
import { placeOpenText } from "./open-text.js";
import { PlusCodeRow } from "./plus-code.js";
import { saveButton } from "./save-button.js";
import { WalkRow } from "./walk-row.js";

/** @typedef {{element: HTMLElement, leave: () => void}} Part */
/** @typedef {Record<"placeNow" | "placeInside", (page: Page, place: Place) => Part>} LaterParts */

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @param {() => Promise<LaterParts>} loadParts loads the parts that show how busy a place is, and its inside.
 * @returns {SheetScreen}
 */
export function placeCard(page, view, loadParts) {
    return new PlaceCard(page, view, loadParts);
}

/** The card of a place. */
class PlaceCard {
    stop = /** @type {const} */ ("half");
    element = make("article", { class: "screen place" });
    #latest = new Latest();
    #codes = new Latest();
    /** @type {WalkRow | null} */
    #walk = null;
    /** @type {Part[]} */
    #parts = [];
    #isLeft = false;

    /**
     * @param {Page} page
     * @param {{id: string}} view
     * @param {() => Promise<LaterParts>} loadParts
     */
    constructor(page, { id }, loadParts) {
        this.page = page;
        this.id = id;
        this.loadParts = loadParts;
        this.#ask();
    }

    #ask = async () => {
        fillScreen(
            this.element,
            screenHead("", null, () => this.page.views.close()),
            skeleton(),
        );
        try {
            const found = await this.#latest.ask(this.id, (question, signal) => this.page.data.place(question, signal));
            if (found) this.#show(found.answer);
        } catch (failure) {
            fillScreen(
                this.element,
                screenHead(say("place.unknown"), null, () => this.page.views.close()),
                trouble(failure, this.#ask),
            );
        }
    };

    /** @param {Place} place */
    #show(place) {
        const position = { lat: place.lat, lon: place.lon };
        const name = nameOf(place);
        const code = new PlusCodeRow(this.page);
        const slots = { placeNow: make("div", {}), placeInside: make("div", {}) };
        this.#walk = new WalkRow(this.page, position, false, place.levels?.[0]?.level);
        fillScreen(
            this.element,
            screenHead(name, factOf(place, this.page.now()), () => this.page.views.close()),
            this.#walk.element,
            actionBar(
                this.page,
                { place: this.id, name },
                name,
                saveButton(this.page, () => keptOf(place)),
                callButton(place),
            ),
            slots.placeNow,
            make(
                "dl",
                { class: "facts" },
                ...this.#insideRow(place),
                ...detailRows(place, this.page.now()),
                code.element,
            ),
            slots.placeInside,
        );
        for (const kept of [saved, recent]) kept.renew(keptOf(place));
        this.page.titled(name);
        this.page.marks.select(position, "place");
        if (place.levels) this.page.camera.show(position, ROOM_ZOOM);
        else this.page.camera.showChosen(position, this.page.position.fix?.position ?? null);
        this.#askCode(position, code);
        this.#showParts(place, slots);
    }

    /**
     * Shows how busy it is and the inside, once those parts of the page are there: the first screen does without them.
     *
     * @param {Place} place
     * @param {Record<keyof LaterParts, HTMLElement>} slots
     */
    async #showParts(place, slots) {
        try {
            const parts = await this.loadParts();
            if (this.#isLeft || !slots.placeNow.isConnected) return;
            for (const part of this.#parts) part.leave();
            this.#parts = [];
            /** @type {(keyof LaterParts)[]} */
            const names = hasInside(place) ? ["placeNow", "placeInside"] : ["placeNow"];
            for (const name of names) {
                const part = parts[name](this.page, place);
                this.#parts.push(part);
                slots[name].replaceWith(part.element);
            }
        } catch (failure) {
            console.info("how busy it is there, or its inside, cannot be shown:", failure);
        }
    }

    /**
     * The level and the building of a room, as a link to the building.
     *
     * @param {Place} place
     */
    #insideRow(place) {
        const text = insideText(place);
        if (!text) return [];
        const { building } = place;
        const open = () => building && this.page.views.open({ screen: "place", id: building.id });
        const content = building ? make("button", { type: "button", class: "link", on: { click: open } }, text) : text;
        return [factRow("layers", say("place.inside"), content)];
    }

    /**
     * @param {Position} position
     * @param {PlusCodeRow} code
     */
    async #askCode(position, code) {
        try {
            const found = await this.#codes.ask(position, (question, signal) =>
                this.page.data.address(question, signal),
            );
            if (found) code.show(found.answer);
        } catch (failure) {
            console.info("the plus code is not known:", failure);
        }
    }

    leave() {
        this.#latest.drop();
        this.#codes.drop();
        this.#isLeft = true;
        for (const part of this.#parts) part.leave();
        this.#walk?.leave();
        this.page.marks.select(null);
    }
}

/**
 * Whether a place is a room, or a building with an inside.
 *
 * @param {Place} place
 */
function hasInside({ levels, inside = false }) {
    return inside || levels !== undefined;
}

/**
 * The name in the reader's language.
 *
 * @param {Place} place
 */
export function nameOf({ name, names, label }) {
    return names[namesLanguage()] || name || label || "";
}

/**
 * Returns the fields to keep of a saved place.
 *
 * @param {Place} place
 * @returns {Found}
 */
function keptOf(place) {
    const { id, kind, category, label, lat, lon } = place;
    return {
        id,
        type: /** @type {Found["type"]} */ (place.type),
        kind,
        kind_names: place.kind_names,
        category,
        name: nameOf(place),
        label,
        lat,
        lon,
    };
}

/**
 * Returns the kind of a place, its local name where that differs, and whether it is open.
 *
 * @param {Place} place
 * @param {number} now milliseconds.
 */
function factOf(place, now) {
    const local = nameOf(place) === place.name ? null : make("span", { class: "local-name" }, place.name);
    const parts = [local, kindText(place), placeOpenText(place, now)].filter(Boolean);
    return make("span", {}, ...parts.flatMap((part, index) => (index > 0 ? [" · ", part] : [part])));
}

/** @param {Place} place */
function callButton({ phone }) {
    if (!phone) return null;
    return make(
        "a",
        { class: "button", href: callAddress(phone) },
        icon("phone"),
        make("span", {}, say("action.call")),
    );
}
