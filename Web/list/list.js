// The map as a list: the places on screen, most important first, with the same actions. Screen readers meet it
// first.
import { placesInView } from "../map/drawn-places.js";
import { openDrawnPlace } from "../place/drawn.js";
import { placeRow } from "../search/place-row.js";
import { near, seenFrom } from "../search/search.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

const MOST = 60;
/** Most places are on the map from this zoom on. */
const FIRST_ZOOM = 14;

/** @typedef {import("../map/drawn-places.js").Drawn} Drawn */

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function listTwin(page) {
    const { views } = page;
    const element = make(
        "article",
        { class: "screen list" },
        screenHead(say("list.title"), null, () => views.close()),
    );
    let shown = "";

    function show() {
        const map = page.map.there;
        const me = near(page);
        const places = placesInView(map, me);
        const listed = places.slice(0, MOST);
        // The same list stays as it is, so that a reader keeps their place.
        const isFar = map.getZoom() < FIRST_ZOOM;
        const names = [isFar, ...listed.map(({ name }) => name)].join("\n");
        if (names === shown && element.firstChild) return;
        shown = names;
        fillScreen(
            element,
            screenHead(say("list.title"), say("list.count", { count: places.length }), () => views.close()),
            listed.length > 0
                ? make("ul", { class: "rows" }, ...listed.map((place) => row(page, place, me)))
                : make("p", { class: "hint" }, say("list.empty")),
            isFar && nearer(page),
        );
    }

    page.map.whenThere((map) => {
        map.on("idle", show);
        show();
    }, listTwin);
    const leave = () => page.map.whenThere((map) => map.off("idle", show), listTwin);
    return { element, stop: "full", leave };
}

/** @param {Page} page */
function nearer({ camera }) {
    const press = () => camera.show(camera.middle, FIRST_ZOOM + 1);
    const button = make("button", { type: "button", on: { click: press } }, say("keys.zoomIn"));
    return make("div", { class: "hint" }, make("p", {}, say("list.far")), button);
}

/**
 * @param {Page} page
 * @param {Drawn} place
 * @param {Position} me
 */
function row(page, place, me) {
    const { name, kind, group, position } = place;
    const found = placeRow(seenFrom(me, { id: "", type: "place", kind, category: group, name, ...position }));
    return make("li", {}, make("button", { type: "button", on: { click: () => openDrawnPlace(page, place) } }, found));
}
