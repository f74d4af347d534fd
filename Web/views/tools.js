// The actions of the map, of the round buttons beside it, and of the keys.
import { openGuideMark } from "../guide/mark.js";
import { listenToMap } from "../map/gestures.js";
import { colourPage, connectLayers, wantedStyle } from "../map/layers-menu.js";
import { switchStyle } from "../map/map.js";
import { openDrawnPlace } from "../place/drawn.js";
import { KINDS } from "../search/kind-chips.js";
import { listenToKeys } from "../shell/keys.js";
import { say } from "../text/catalogue.js";

/**
 * The page's own elements.
 *
 * @param {string} id
 * @returns {any}
 */
const byID = (id) => document.getElementById(id);

/**
 * @param {Page} page
 * @param {LibraryMap} map
 */
export function connectMap(page, map) {
    const { camera, views } = page;
    const isRightToLeft = document.documentElement.dir === "rtl";
    map.addControl(
        new maplibregl.ScaleControl({ maxWidth: 96, unit: "metric" }),
        isRightToLeft ? "bottom-left" : "bottom-right",
    );
    const compass = byID("compass");
    map.on("rotate", () => {
        compass.style.setProperty("--bearing", `${-map.getBearing()}deg`);
        compass.hidden = Math.abs(map.getBearing()) < 0.5;
    });
    listenToMap(map, page, {
        guide: (found) => openGuideMark(page, found),
        person: (found) => openPerson(page, found),
        pin: (position) => openPin(views, position),
        place: (drawn) => openDrawnPlace(page, drawn),
        overlay: (key) => openOverlay(views, key),
        room: { press: (point) => page.floors?.press(point), isAt: (point) => page.floors?.isRoom(point) },
        nothing: () =>
            ["place", "pin", "me", "venue", "overlay", "person"].includes(views.current.screen) && views.close(),
    });
    map.on("moveend", () => views.follow(camera.now));
    map.on("error", (/** @type {{error: Error}} */ { error }) => console.info("map:", error?.message));
}

/**
 * @param {Page} page
 * @param {{person: string} | {cluster: number, position: Position}} found
 */
async function openPerson({ views, camera, peopleMap }, found) {
    if ("cluster" in found) return camera.show(found.position, await peopleMap.zoomOf(found.cluster));
    const view = /** @type {const} */ ({ screen: "person", id: found.person });
    if (views.current.screen === "person") views.replace(view);
    else views.open(view);
}

/**
 * Opens a pin. One at a time: a new pin takes the place of the old one.
 *
 * @param {import('./views.js').Views} views
 * @param {Position} position
 */
function openPin(views, position) {
    if (views.current.screen === "pin") views.replace({ screen: "pin", position });
    else views.open({ screen: "pin", position });
}

/**
 * @param {import('./views.js').Views} views
 * @param {string} key
 */
function openOverlay(views, key) {
    if (views.current.screen === "overlay") views.replace({ screen: "overlay", key });
    else views.open({ screen: "overlay", key });
}

/**
 * @param {Page} page
 * @param {HTMLElement[]} layers the switches of the optional layers.
 */
export function connectTools(page, layers) {
    const { map, camera, views, search, about, data, notices } = page;
    byID("skip").addEventListener("click", () => views.open({ screen: "list" }));
    byID("zoom-in").addEventListener("click", () => camera.zoomBy(1));
    byID("zoom-out").addEventListener("click", () => camera.zoomBy(-1));
    byID("camera-view").addEventListener("click", () => views.open(cameraViewOver(views.current)));
    byID("compass").addEventListener("click", () => camera.straighten());
    const restyle = () => {
        colourPage();
        map.whenThere((there) => {
            switchStyle(there, wantedStyle(about, data.connection), about).catch((failure) => {
                console.info("the map's style did not come:", failure);
                notices.show(say("layers.failed"));
            });
        }, switchStyle);
    };
    connectLayers(byID("layers"), byID("layers-menu"), page, { changed: restyle, layers });
    listenToKeys([
        { keys: ["/"], text: say("keys.search"), press: () => search.edit() },
        { keys: ["d"], text: say("keys.directions"), press: () => pressDirections(views) },
        { keys: ["l"], text: say("keys.locate"), press: () => byID("locate").click() },
        { keys: ["p"], text: say("keys.pin"), press: () => openPin(views, camera.middle) },
        { keys: ["+", "="], text: say("keys.zoomIn"), press: () => camera.zoomBy(1) },
        { keys: ["−", "-"], text: say("keys.zoomOut"), press: () => camera.zoomBy(-1) },
        { keys: ["0"], text: say("keys.reset"), press: () => camera.reset() },
        { keys: ["Escape"], text: say("keys.close"), press: () => views.back() },
    ]);
}

/**
 * Presses the directions button of the shown card, else opens empty directions from me.
 *
 * @param {import('./views.js').Views} views
 */
function pressDirections(views) {
    const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-key=d]"));
    if (button) button.click();
    else if (views.current.screen !== "directions") views.open({ screen: "directions", from: { me: true }, to: null });
}

/**
 * The camera view, opened from another view: the kind of places that the visitor looks for there comes first.
 *
 * @param {View} view
 * @returns {ARView}
 */
function cameraViewOver(view) {
    const kind = view.screen === "results" ? view.text : "kind" in view ? view.kind : undefined;
    return { screen: "ar", ...(kind && KINDS.includes(kind) && { kind }) };
}
