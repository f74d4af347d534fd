// The card of a selected place.
import { recent, saved } from "../data/kept-places.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { namesLanguage, say } from "../text/catalogue.js";
import { actionBar } from "./actions.js";
import { callAddress, detailRows } from "./details.js";
import { kindText } from "./kinds.js";
import { placeOpenText } from "./open-text.js";
import { PlusCodeRow } from "./plus-code.js";
import { saveButton } from "./save-button.js";
import { WalkRow } from "./walk-row.js";

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @param {() => Promise<(page: Page, place: Place) => {element: HTMLElement, leave: () => void}>} loadNow loads the
 *   part that shows how busy a place is.
 * @returns {SheetScreen}
 */
export function placeCard(page, view, loadNow) {
    return new PlaceCard(page, view, loadNow);
}

/** The card of a place. */
class PlaceCard {
    stop = /** @type {const} */ ("half");
    element = make("article", { class: "screen place" });
    #latest = new Latest();
    #codes = new Latest();
    /** @type {WalkRow | null} */
    #walk = null;
    /** @type {{element: HTMLElement, leave: () => void} | null} */
    #now = null;
    #isLeft = false;

    /**
     * @param {Page} page
     * @param {{id: string}} view
     * @param {() => Promise<(page: Page, place: Place) => {element: HTMLElement, leave: () => void}>} loadNow loads the
     *   part that shows how busy a place is.
     */
    constructor(page, { id }, loadNow) {
        this.page = page;
        this.id = id;
        this.loadNow = loadNow;
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
        const nowSlot = make("div", {});
        this.#walk = new WalkRow(this.page, position, false);
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
            nowSlot,
            make("dl", { class: "facts" }, ...detailRows(place, this.page.now()), code.element),
        );
        for (const kept of [saved, recent]) kept.renew(keptOf(place));
        this.page.titled(name);
        this.page.marks.select(position, "place");
        this.page.camera.showChosen(position, this.page.position.fix?.position ?? null);
        this.#askCode(position, code);
        this.#showNow(place, nowSlot);
    }

    /**
     * Shows how busy it is, once that part of the page is there: the first screen does without it.
     *
     * @param {Place} place
     * @param {HTMLElement} slot
     */
    async #showNow(place, slot) {
        try {
            const placeNow = await this.loadNow();
            if (this.#isLeft || !slot.isConnected) return;
            this.#now?.leave();
            this.#now = placeNow(this.page, place);
            slot.replaceWith(this.#now.element);
        } catch (failure) {
            console.info("how busy it is there cannot be shown:", failure);
        }
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
        this.#now?.leave();
        this.#walk?.leave();
        this.page.marks.select(null);
    }
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
