// The card of a selected place.
import { recent, saved } from "../data/kept-places.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
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
 * @param {() => Promise<(page: Page, place: Place) => {element: HTMLElement, leave: () => void}>} loadNow loads what shows how busy a place is.
 * @returns {SheetScreen}
 */
export function placeCard(page, { id }, loadNow) {
    const element = make("article", { class: "screen place" });
    const latest = new Latest();
    const codes = new Latest();
    /** @type {WalkRow | null} */
    let walk = null;
    /** @type {{element: HTMLElement, leave: () => void} | null} */
    let now = null;
    let isLeft = false;

    async function ask() {
        fillScreen(
            element,
            screenHead("", null, () => page.views.close()),
            skeleton(),
        );
        try {
            const found = await latest.ask(id, (question, signal) => page.data.place(question, signal));
            if (found) show(found.answer);
        } catch (failure) {
            fillScreen(
                element,
                screenHead(say("place.unknown"), null, () => page.views.close()),
                trouble(failure, ask),
            );
        }
    }

    /** @param {Place} place */
    function show(place) {
        const position = { lat: place.lat, lon: place.lon };
        const name = nameOf(place);
        const code = new PlusCodeRow(page);
        const nowSlot = make("div", {});
        walk = new WalkRow(page, position, false);
        fillScreen(
            element,
            screenHead(name, factOf(place, page.now()), () => page.views.close()),
            walk.element,
            actionBar(
                page,
                { place: id, name },
                name,
                saveButton(page, () => keptOf(place)),
                callButton(place),
            ),
            nowSlot,
            make("dl", { class: "facts" }, ...detailRows(place, page.now()), code.element),
        );
        for (const kept of [saved, recent]) kept.renew(keptOf(place));
        page.titled(name);
        page.marks.select(position, "place");
        page.camera.showChosen(position, page.position.fix?.position ?? null);
        askCode(position, code);
        showNow(place, nowSlot);
    }

    /**
     * Shows how busy it is, once that part of the page is there: the first screen does without it.
     *
     * @param {Place} place
     * @param {HTMLElement} slot
     */
    async function showNow(place, slot) {
        try {
            const placeNow = await loadNow();
            if (isLeft || !slot.isConnected) return;
            now?.leave();
            now = placeNow(page, place);
            slot.replaceWith(now.element);
        } catch (failure) {
            console.info("how busy it is there cannot be shown:", failure);
        }
    }

    /**
     * @param {Position} position
     * @param {PlusCodeRow} code
     */
    async function askCode(position, code) {
        try {
            const found = await codes.ask(position, (question, signal) => page.data.address(question, signal));
            if (found) code.show(found.answer);
        } catch (failure) {
            console.info("the plus code is not known:", failure);
        }
    }

    ask();
    return {
        element,
        stop: "half",
        leave() {
            latest.drop();
            codes.drop();
            isLeft = true;
            now?.leave();
            walk?.leave();
            page.marks.select(null);
        },
    };
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
 * What is kept of it when it is saved.
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
 * What it is, its local name where that differs, and whether it is open.
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
