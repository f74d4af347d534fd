// Puts the page together: makes everything real once, and gives each part what it needs.
import { at } from "./address/root.js";
import { Guide } from "./data/guide.js";
import { useTokens } from "./data/http.js";
import { keptNote } from "./data/pack-store.js";
import { listen, listenAnew } from "./data/live.js";
import { loadBareSourceBy } from "./data/own-stream.js";
import { LocalPlace } from "./data/local.js";
import { Outbox } from "./data/outbox.js";
import { openOutboxStore } from "./data/outbox-store.js";
import { TodaysOverlay } from "./data/overlay.js";
import { Community } from "./data/community.js";
import { isAtPlaceName } from "./data/place-name.js";
import { Presence } from "./data/presence.js";
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
import { PlanMap } from "./map/plan-map.js";
import { RouteLine } from "./map/route-line.js";
import { Facing } from "./position/facing.js";
import { Locating } from "./position/locating.js";
import { MyPosition } from "./position/position.js";
import { Simulation } from "./position/simulation.js";
import { busySwitch } from "./presence/busy-switch.js";
import { carrier } from "./presence/outgoing.js";
import { Reporting } from "./presence/reporting.js";
import { connectSign } from "./presence/sign.js";
import { connectSearch } from "./search/search.js";
import "./search/place-field.js";
import { watchConnection } from "./shell/connection-notice.js";
import { checkPack } from "./shell/pack-notice.js";
import { fill, icon, make } from "./shell/make.js";
import { Notices } from "./shell/notices.js";
import { watchOutbox } from "./shell/outbox-notice.js";
import { centreOnce, showBusy, showGuide, showMe, showOverlay, showPeople } from "./views/on-map.js";
import { connectTabs } from "./views/tabs.js";
import { connectMap, connectTools } from "./views/tools.js";
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

colourPage();
// An address to say aloud.
if (location.pathname === at("/privacy")) history.replaceState(null, "", at("/#privacy"));
// Inside another site's page there are the map and the people on it, and nothing else.
const isEmbedded = location.pathname === at("/embed");
document.documentElement.toggleAttribute("data-embedded", isEmbedded);
loadBareSourceBy(async () => (await import("./views/later.js")).BareSource);
const local = new LocalPlace();
const data = new PlaceData(new RemotePlace(), local, async () => (await keptNote()) !== null);
// The question about the place comes before the words: nothing can be drawn without its answer.
const [answer] = await Promise.allSettled([data.about(), loadText()]);
const notices = new Notices(part("notices"));
if (!isEmbedded)
    navigator.serviceWorker
        ?.register(at("/sw.js"))
        .catch((failure) => console.info("no offline copy of the page:", failure));
try {
    if (answer.status === "rejected") throw answer.reason;
    const page = assemble(answer.value);
    if (isAtPlaceName(page.about)) useTokens(tokensOf(page));
    await start(page);
    addMap(page);
} catch (failure) {
    console.info("the page could not start:", failure);
    showNoStart();
}

/** Says that the server does not answer and that there is no copy, and offers to try again. */
function showNoStart() {
    const again = make("button", { type: "button", on: { click: () => location.reload() } }, say("action.tryAgain"));
    const text = make("p", {}, say("error.noStart"));
    // Nothing else on the page works without the answer, and some parts have no words yet.
    for (const each of document.querySelectorAll(".skip, .tabs, .top, .tools, .credit"))
        each.toggleAttribute("hidden", true);
    fill(part("map"), make("div", { class: "trouble at-start", role: "alert" }, icon("wifi-off"), text, again));
    window.addEventListener("online", () => location.reload(), { once: true });
}

/**
 * The tokens of nodes, for requests that begin before the mesh's program is there.
 *
 * @param {Page} page
 */
function tokensOf(page) {
    const tokens = async () => (await import("./views/later.js")).nodeTokens(page);
    return {
        current: async () => (await tokens())?.current() ?? null,
        forget: async () => (await tokens())?.forget(),
    };
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
    const facing = new Facing(position);
    const camera = new MapCamera(map, about, () => covered(part("sheet")));
    const marks = map.drawer((there) => new Marks(there));
    const community = new Community(async (asking) => (await import("./views/later.js")).confirming(asking));
    community.addEventListener("me", listenAnew);
    const presence = new Presence(community);
    const locating = new Locating(part("locate"), { map, camera, position, facing, notices, views });
    return {
        data,
        community,
        outbox: new Outbox({
            store: openOutboxStore(),
            community,
            carry: carrier(community, presence),
            now: () => Date.now(),
            locks: navigator.locks,
        }),
        presence,
        reporting: new Reporting({ presence, position, now: () => Date.now() }),
        peopleMap: map.drawer((there) => new PeopleMap(there)),
        busyMap: map.drawer((there) => new BusyMap(there)),
        guide: new Guide(community),
        guideMap: map.drawer((there) => new GuideMap(there)),
        planMap: map.drawer((there) => new PlanMap(there)),
        floors: null,
        download: null,
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
        async logInAtNode(element) {
            const { logInAtNode } = await import("./views/later.js");
            await logInAtNode(this, element);
        },
        titled: (name) => title(name, about),
        checkCopy: () => local.check(),
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
    showOverlay(page, (features) => local.applyChanges(features));
    showPeople(page);
    showBusy(page);
    connectSign(part("reporting"), page);
    listen({
        account: (event) =>
            void import("./views/later.js").then(({ showAccountEvent }) => showAccountEvent(page, event)),
    });
    sheet.addEventListener("covered", () => camera.uncovered(views.current.screen !== "home"));
    views.addEventListener("camera", (event) => camera.jump(/** @type {CustomEvent<Camera>} */ (event).detail));
    connectTools(page, about.features?.includes("busyness") ? [busySwitch().element] : []);
    connectTabs(part("tabs"), views, sheet);
    watchConnection(page, () => page.map.now?.getSource("place")?.setTiles(["place://{z}/{x}/{y}"]));
    // In another site's page nobody is logged in, so nobody writes there.
    if (!isEmbedded) {
        watchOutbox(page);
        page.outbox.start();
    }
    simulation.beginFromAddress();
    await position.observePermission();
    if (!views.openedCamera) camera.open();
    screens.show();
    await screens.loaded;
    if (position.isAllowed || position.isSimulated) centreOnce(page);
    if (!isEmbedded) checkPack(page);
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
        const style = wantedStyle(about, data.connection);
        map.arrive(await makeMap(part("map"), data, about, { style, camera: views.openedCamera }));
        connectMap(page, map.there);
        document.documentElement.dataset.map = "";
        // The next screen then opens at once. Without a network, that screen says so.
        loadLater(page)
            .then((later) => {
                if (isEmbedded || !about.features?.includes("mesh")) return;
                later.carryMessages(page);
                later.showHelpPins(page);
            })
            .catch((failure) => console.info("the other screens did not come:", failure));
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
