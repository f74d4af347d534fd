// Puts the page together: makes everything real once, and gives each part what it needs.
import { keptNote } from "./data/kept-atlas.js";
import { LocalPlace } from "./data/local.js";
import { PlaceData } from "./data/place-data.js";
import { RemotePlace } from "./data/remote.js";
import { MapCamera } from "./map/camera.js";
import { listenToMap } from "./map/gestures.js";
import { colourPage, connectLayers, wantedStyle } from "./map/layers-menu.js";
import { makeMap, switchStyle } from "./map/map.js";
import { Marks } from "./map/marks.js";
import { drawnPlaceOpener } from "./place/drawn.js";
import { Facing } from "./position/facing.js";
import { Locating } from "./position/locating.js";
import { MyPosition } from "./position/position.js";
import { connectSearch } from "./search/search.js";
import "./search/place-field.js";
import { watchConnection } from "./shell/connection-notice.js";
import { listenToKeys } from "./shell/keys.js";
import { fill, icon, make } from "./shell/make.js";
import { Notices } from "./shell/notices.js";
import "./sheet/bottom-sheet.js";
import { loadText, say } from "./text/catalogue.js";
import { Screens } from "./views/screens.js";
import { Views } from "./views/views.js";

/**
 * The page's own elements.
 *
 * @param {string} id
 * @returns {any}
 */
const part = (id) => document.getElementById(id);

colourPage();
await loadText();
const notices = new Notices(part("notices"));
const local = new LocalPlace();
const data = new PlaceData(new RemotePlace(), local, async () => (await keptNote()) !== null);
navigator.serviceWorker?.register("/sw.js").catch((failure) => console.info("no offline copy of the page:", failure));
await start();

/** Starts with the first answer about the place; without one says so and offers to try again. */
async function start() {
    try {
        await build(await data.about());
    } catch (failure) {
        console.info("the page could not start:", failure);
        const again = make(
            "button",
            { type: "button", on: { click: () => location.reload() } },
            say("action.tryAgain"),
        );
        fill(
            part("map"),
            make(
                "div",
                { class: "trouble at-start", role: "alert" },
                icon("wifi-off"),
                make("p", {}, say("error.noStart")),
                again,
            ),
        );
        window.addEventListener("online", () => location.reload(), { once: true });
    }
}

/** @param {About} about */
async function build(about) {
    const views = new Views(window);
    const map = await makeMap(part("map"), data, about, { style: wantedStyle(), camera: views.openedCamera });
    const sheet = part("sheet");
    const search = part("search");
    const position = new MyPosition(navigator, window.isSecureContext);
    const facing = new Facing();
    const camera = new MapCamera(map, about, () => covered(sheet));
    const marks = new Marks(map);
    const locating = new Locating(part("locate"), { map, camera, position, facing, notices });
    /** @type {Page} */
    const page = {
        data,
        about,
        map,
        camera,
        marks,
        position,
        locating,
        views,
        notices,
        search,
        now: () => Date.now(),
        titled: (name) => title(name, about),
        openDrawn: (drawn) => openDrawn(drawn),
        checkCopy: (store) => local.check(store),
        copyChanged() {
            local.close();
            data.retry();
        },
    };
    const openDrawn = drawnPlaceOpener(page);

    search.setAttribute("label", say("search.placeholder", { place: about.name }));
    sheet.hidden = false;
    connectSearch(search, part("search-back"), page);
    const screens = new Screens(page, sheet);
    showMe(page, facing);
    connectMap(page, openDrawn);
    connectTools(page);
    watchConnection(page, () => map.getSource("place")?.setTiles(["place://{z}/{x}/{y}"]));
    await position.observePermission();
    screens.show();
    if (!views.openedCamera && views.current.screen === "home") camera.open();
    if (position.isAllowed) centreOnce(page, facing);
    document.documentElement.dataset.ready = "";
}

/**
 * How much of the map is covered at each edge.
 *
 * @param {import('./sheet/bottom-sheet.js').BottomSheet} sheet
 */
function covered(sheet) {
    const side = sheet.coveredWidth;
    const isRightToLeft = document.documentElement.dir === "rtl";
    const top = sheet.isPanel ? 0 : part("search").getBoundingClientRect().bottom;
    return { top, bottom: sheet.coveredHeight, left: isRightToLeft ? 0 : side, right: isRightToLeft ? side : 0 };
}

/**
 * @param {string} name
 * @param {About} about
 */
function title(name, about) {
    document.title = [name, about.name, "Hereabouts"].filter(Boolean).join(" · ");
    part("title").textContent = about.name;
}

/**
 * @param {Page} page
 * @param {Facing} facing
 */
function showMe({ position, marks, views }, facing) {
    const update = () => {
        const { fix, state } = position;
        const heading = facing.degrees ?? fix?.course ?? null;
        document.documentElement.style.setProperty("--facing", `${heading ?? 0}deg`);
        marks.showMe(fix && { ...fix, heading, isStale: state !== "found" }, () => views.open({ screen: "me" }));
    };
    position.addEventListener("change", update);
    facing.addEventListener("change", update);
}

/**
 * Centres on me once, when the page is opened on the place itself by somebody who is there (N3).
 *
 * @param {Page} page
 * @param {Facing} facing
 */
function centreOnce({ position, camera, views }, facing) {
    const mayMove = !views.openedCamera && views.current.screen === "home";
    const centre = () => {
        if (position.state !== "found" || !position.fix) return;
        position.removeEventListener("change", centre);
        if (mayMove && camera.isHere(position.fix.position)) camera.show(position.fix.position, 16);
    };
    position.addEventListener("change", centre);
    position.start();
    if (!("requestPermission" in (globalThis.DeviceOrientationEvent ?? {}))) facing.start();
}

/**
 * @param {Page} page
 * @param {Page['openDrawn']} openDrawn
 */
function connectMap({ map, camera, views }, openDrawn) {
    listenToMap(map, {
        pin: (position) => openPin(views, position),
        place: openDrawn,
        nothing: () => ["place", "pin", "me"].includes(views.current.screen) && views.close(),
    });
    map.on("moveend", () => views.follow(camera.now));
    map.on("error", (/** @type {{error: Error}} */ { error }) => console.info("map:", error?.message));
}

/**
 * One pin at a time: a new one takes the old one's place.
 *
 * @param {import('./views/views.js').Views} views
 * @param {Position} position
 */
function openPin(views, position) {
    if (views.current.screen === "pin") views.replace({ screen: "pin", position });
    else views.open({ screen: "pin", position });
}

/** @param {Page} page */
function connectTools(page) {
    const { map, camera, views, search, about } = page;
    map.addControl(new maplibregl.ScaleControl({ maxWidth: 96, unit: "metric" }), "bottom-right");
    part("skip").addEventListener("click", () => views.open({ screen: "list" }));
    part("zoom-in").addEventListener("click", () => camera.zoomBy(1));
    part("zoom-out").addEventListener("click", () => camera.zoomBy(-1));
    const compass = part("compass");
    compass.addEventListener("click", () => camera.straighten());
    map.on("rotate", () => {
        compass.style.setProperty("--bearing", `${-map.getBearing()}deg`);
        compass.hidden = Math.abs(map.getBearing()) < 0.5;
    });
    const restyle = () => {
        colourPage();
        switchStyle(map, wantedStyle(), about);
    };
    connectLayers(part("layers"), part("layers-menu"), { map, camera, changed: restyle });
    listenToKeys([
        { keys: ["/"], text: say("keys.search"), press: () => search.edit() },
        { keys: ["d"], text: say("keys.directions"), press: () => pressDirections(views) },
        { keys: ["l"], text: say("keys.locate"), press: () => part("locate").click() },
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
 * @param {import('./views/views.js').Views} views
 */
function pressDirections(views) {
    const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-key=d]"));
    if (button) button.click();
    else if (views.current.screen !== "directions") views.open({ screen: "directions", from: { me: true }, to: null });
}
