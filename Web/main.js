// Puts the page together: makes everything real once, and gives each part what it needs.
import { at } from "./address/root.js";
import { placesNow } from "./data/busyness.js";
import { Guide } from "./data/guide.js";
import { keptNote } from "./data/kept-atlas.js";
import { Latest } from "./data/latest.js";
import { listen, listenAnew } from "./data/live.js";
import { loadBareSourceBy } from "./data/own-stream.js";
import { LocalPlace } from "./data/local.js";
import { TodaysOverlay } from "./data/overlay.js";
import { People } from "./data/people.js";
import { Presence } from "./data/presence.js";
import { simulated } from "./data/simulated.js";
import { PlaceData } from "./data/place-data.js";
import { RemotePlace } from "./data/remote.js";
import { BusyMap } from "./map/busy-map.js";
import { MapCamera } from "./map/camera.js";
import { GuideMap } from "./map/guide-map.js";
import { colourPage, wantedStyle } from "./map/layers-menu.js";
import { LateMap } from "./map/late-map.js";
import { makeMap } from "./map/map.js";
import { Marks } from "./map/marks.js";
import { OverlayMap } from "./overlay/overlay-map.js";
import { PeopleMap } from "./map/people-map.js";
import { RouteLine } from "./map/route-line.js";
import { Facing } from "./position/facing.js";
import { Locating } from "./position/locating.js";
import { MyPosition } from "./position/position.js";
import { Simulation } from "./position/simulation.js";
import { busySwitch } from "./presence/busy-switch.js";
import { Reporting } from "./presence/reporting.js";
import { connectSign } from "./presence/sign.js";
import { connectSearch } from "./search/search.js";
import "./search/place-field.js";
import { watchConnection } from "./shell/connection-notice.js";
import { fill, icon, make } from "./shell/make.js";
import { Notices } from "./shell/notices.js";
import { connectTabs } from "./views/tabs.js";
import { connectMap, connectTools } from "./views/tools.js";
import { isRecent } from "./presence/words.js";
import "./sheet/bottom-sheet.js";
import { loadText, say } from "./text/catalogue.js";
import { Screens, loadLater } from "./views/screens.js";
import { Views } from "./views/views.js";

/**
 * The page's own elements.
 *
 * @param {string} id
 * @returns {any}
 */
const part = (id) => document.getElementById(id);

/** What is shown while venues are on the map. */
const GUIDE_SCREENS = ["home", "guide", "venue", "works", "work", "tour"];

/** What is shown while people are on the map. */
const PEOPLE_SCREENS = ["home", "now", "person", "groups"];
/** What is shown while it is on the map how busy places are, for those who asked for it. */
const BUSY_SCREENS = ["home", "now", "place", "results"];
/** After so many milliseconds it was read that people do not exist. */
const LIFE_MS = 30_000;

colourPage();
// An address to say aloud.
if (location.pathname === at("/privacy")) history.replaceState(null, "", at("/#privacy"));
// In another site's page there is the map and who is on it, and nothing else.
const isEmbedded = location.pathname === at("/embed");
document.documentElement.toggleAttribute("data-embedded", isEmbedded);
loadBareSourceBy(async () => (await import("./views/later.js")).BareSource);
const local = new LocalPlace();
const data = new PlaceData(new RemotePlace(), local, async () => (await keptNote()) !== null);
// The place is asked for before the words: nothing can be drawn without it.
const [answer] = await Promise.allSettled([data.about(), loadText()]);
const notices = new Notices(part("notices"));
if (!isEmbedded)
    navigator.serviceWorker
        ?.register(at("/sw.js"))
        .catch((failure) => console.info("no offline copy of the page:", failure));
try {
    if (answer.status === "rejected") throw answer.reason;
    const page = assemble(answer.value);
    await start(page);
    addMap(page);
} catch (failure) {
    console.info("the page could not start:", failure);
    tellNoStart();
}

/** Says that nobody answers and no copy is kept, and offers to try again. */
function tellNoStart() {
    const again = make("button", { type: "button", on: { click: () => location.reload() } }, say("action.tryAgain"));
    const text = make("p", {}, say("error.noStart"));
    part("tabs").hidden = true;
    fill(part("map"), make("div", { class: "trouble at-start", role: "alert" }, icon("wifi-off"), text, again));
    window.addEventListener("online", () => location.reload(), { once: true });
}

/**
 * Makes everything that screens are given.
 *
 * @param {About} about
 * @returns {Page}
 */
function assemble(about) {
    const views = new Views(window, isEmbedded);
    const map = new LateMap();
    const position = new MyPosition(navigator, window.isSecureContext);
    const facing = new Facing();
    const camera = new MapCamera(map, about, () => covered(part("sheet")));
    const marks = map.drawer((there) => new Marks(there));
    const people = new People(async (asking) => (await import("./views/later.js")).confirming(asking));
    people.addEventListener("me", listenAnew);
    const presence = new Presence(people);
    const locating = new Locating(part("locate"), { map, camera, position, facing, notices, views });
    return {
        data,
        people,
        presence,
        reporting: new Reporting({ presence, position, now: () => Date.now() }),
        peopleMap: map.drawer((there) => new PeopleMap(there)),
        busyMap: map.drawer((there) => new BusyMap(there)),
        guide: new Guide(people),
        guideMap: map.drawer((there) => new GuideMap(there)),
        overlay: new TodaysOverlay(() => Date.now()),
        overlayMap: map.drawer((there) => new OverlayMap(there)),
        picker: { take: null },
        about,
        map,
        camera,
        marks,
        routeLine: map.drawer((there) => new RouteLine(there)),
        position,
        facing,
        locating,
        simulation: new Simulation({ about, position, facing, notices }, window),
        views,
        notices,
        search: part("search"),
        now: () => Date.now(),
        titled: (name) => title(name, about),
        checkCopy: (store) => local.check(store),
        copyChanged() {
            local.close();
            data.retry();
        },
    };
}

/** @param {Page} page */
async function start(page) {
    const { about, camera, position, simulation, views, search } = page;
    const sheet = part("sheet");
    search.setAttribute("label", say("search.placeholder", { place: about.name }));
    sheet.hidden = false;
    sheet.giveWayTo(notices.states);
    connectSearch(search, part("search-back"), page);
    const screens = new Screens(page, sheet);
    showMe(page);
    showGuide(page);
    showOverlay(page);
    showPeople(page);
    showBusy(page);
    connectSign(part("reporting"), page);
    listen({
        account: (event) => void import("./views/later.js").then(({ tellOfAccount }) => tellOfAccount(page, event)),
    });
    sheet.addEventListener("covered", () => camera.uncovered(views.current.screen !== "home"));
    views.addEventListener("camera", (event) => camera.jump(/** @type {CustomEvent<Camera>} */ (event).detail));
    connectTools(page, about.features?.includes("busyness") ? [busySwitch().element] : []);
    connectTabs(part("tabs"), views, sheet);
    watchConnection(page, () => page.map.now?.getSource("place")?.setTiles(["place://{z}/{x}/{y}"]));
    simulation.beginFromAddress();
    await position.observePermission();
    if (!views.openedCamera) camera.open();
    screens.show();
    await screens.loaded;
    if (position.isAllowed || position.isSimulated) centreOnce(page);
    document.documentElement.dataset.ready = "";
}

/**
 * Adds the map. When it does not come, the page says so, and all else of it goes on.
 *
 * @param {Page} page
 */
async function addMap(page) {
    const { map, about, views } = page;
    notices.hold("map", null);
    try {
        map.arrive(await makeMap(part("map"), data, about, { style: wantedStyle(), camera: views.openedCamera }));
        connectMap(page, map.now);
        document.documentElement.dataset.map = "";
        // Whoever opens another screen next does not wait for it; who does without a network is told so then.
        loadLater().catch((failure) => console.info("the other screens did not come:", failure));
    } catch (failure) {
        console.info("the map did not come:", failure);
        notices.hold("map", say("error.noMap"), { label: say("action.tryAgain"), press: () => addMap(page) });
    }
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
 * Draws the guide's venues on the map beside the screens that are about the map itself or the guide.
 *
 * @param {Page} page
 */
function showGuide({ about, guide, guideMap, people, views }) {
    const update = () => guideMap.show(GUIDE_SCREENS.includes(views.current.screen));
    views.addEventListener("view", update);
    update();
    const isThere = about.features?.includes("guide");
    const latest = new Latest();
    // Nobody waits for it: the guide itself says what is wrong.
    const draw = () =>
        latest
            .ask(undefined, (_, signal) => guide.all(_, signal))
            .then(
                (found) => found && guideMap.setVenues(found.answer.answer.venues),
                () => guideMap.setVenues([]),
            );
    // What the one before saw may be hidden from the next.
    people.addEventListener("me", () => (isThere ? draw() : guideMap.setVenues([])));
    if (isThere) draw();
}

/**
 * Draws what is different here for a while, on every screen.
 *
 * @param {Page} page
 */
function showOverlay({ about, overlay, overlayMap }) {
    overlay.addEventListener("change", () => overlayMap.show(overlay.shown, overlay.streets));
    overlay.addEventListener("change", () => local.heed(overlay.features));
    // Nobody waits for it.
    if (about.features?.includes("overlay")) overlay.start();
}

/**
 * Draws who lets one know where they are, beside the screens that are about the map itself or about them.
 *
 * @param {Page} page
 */
function showPeople(page) {
    const { about, presence, peopleMap, reporting, views } = page;
    const update = () => peopleMap.show(PEOPLE_SCREENS.includes(views.current.screen));
    views.addEventListener("view", update);
    update();
    const draw = () => peopleMap.setPeople(presence.all.filter((one) => isRecent(one, page.now())));
    presence.addEventListener("change", draw);
    sayWhoIsSimulated(page);
    // Nobody waits for it.
    if (!about.features?.includes("positions")) return;
    presence.start();
    // Days pass without anybody telling of it.
    window.setInterval(draw, 60_000);
    // The sign that it does would not be seen in another site's page.
    if (!isEmbedded) reporting.resume();
}

/**
 * Says that some of the people on the map do not exist, until they are left out or it was read.
 *
 * @param {Page} page
 */
function sayWhoIsSimulated({ presence, views }) {
    let isSaid = false;
    let wasRead = false;
    const read = () => {
        wasRead = true;
        update();
    };
    const leaveOut = () => (simulated.isLeftOut = true);
    const update = () => {
        const areShown = presence.hasSimulated && !simulated.isLeftOut && views.current.screen === "home";
        const mustBeSaid = areShown && !wasRead;
        // People move all the time: what is said stays as it is.
        if (mustBeSaid === isSaid) return;
        isSaid = mustBeSaid;
        const text = isSaid ? say("simulated.life") : null;
        notices.hold("life", text, { label: say("simulated.hide"), press: leaveOut }, read, LIFE_MS);
    };
    presence.addEventListener("change", update);
    views.addEventListener("view", update);
}

/**
 * Draws how busy places are, beside the screens that are about the map itself or about now.
 *
 * @param {Page} page
 */
function showBusy({ about, busyMap, views }) {
    const update = () => busyMap.show(placesNow.isOnMap && BUSY_SCREENS.includes(views.current.screen));
    views.addEventListener("view", update);
    placesNow.addEventListener("choice", update);
    update();
    placesNow.addEventListener("change", () => busyMap.setPlaces(placesNow.all));
    if (about.features?.includes("busyness")) placesNow.start();
}

/** @param {Page} page */
function showMe({ position, facing, marks, views }) {
    const update = () => {
        const { fix, state, isOfSign } = position;
        const isSimulated = position.isSimulated && !isOfSign;
        const heading = facing.degrees ?? fix?.course ?? null;
        document.documentElement.style.setProperty("--facing", `${heading ?? 0}deg`);
        marks.showMe(fix && { ...fix, heading, isStale: state !== "found", isSimulated }, () =>
            views.open({ screen: "me" }),
        );
    };
    position.addEventListener("change", update);
    facing.addEventListener("change", update);
}

/**
 * Centres on me once, when the page is opened on the place itself by somebody who is there (N3).
 *
 * @param {Page} page
 */
function centreOnce({ position, facing, camera, views }) {
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
