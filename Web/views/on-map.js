// The drawings on the map beside the screens: me, venues, temporary changes, people and busy places.
import { isEmbedded } from "../address/root.js";
import { placesNow } from "../data/busyness.js";
import { Latest } from "../data/latest.js";
import { simulated } from "../data/simulated.js";
import { isRecent } from "../presence/words.js";
import { say } from "../text/catalogue.js";

/** The screens with venues on the map. */
const GUIDE_SCREENS = ["home", "guide", "venue", "works", "work", "tour"];

/** The screens with people on the map. */
const PEOPLE_SCREENS = ["home", "now", "person", "groups"];
/** The screens with busy places on the map, for readers who switched that on. */
const BUSY_SCREENS = ["home", "now", "place", "results"];
/** Milliseconds after which the notice about simulated people closes. */
const LIFE_MS = 30_000;

/**
 * Draws the venues of the guide, beside the screens about the map itself or the guide.
 *
 * @param {Page} page
 */
export function showGuide({ about, guide, guideMap, community, views }) {
    const update = () => guideMap.show(GUIDE_SCREENS.includes(views.current.screen));
    views.addEventListener("view", update);
    update();
    const isThere = about.features?.includes("guide");
    const latest = new Latest();
    // A failure stays silent here: the guide itself shows the error.
    const draw = () =>
        latest
            .ask(undefined, (_, signal) => guide.all(_, signal))
            .then(
                (found) => found && guideMap.setVenues(found.answer.answer.venues),
                () => guideMap.setVenues([]),
            );
    // The next account must not see the people of the last one.
    community.addEventListener("me", () => (isThere ? draw() : guideMap.setVenues([])));
    if (isThere) draw();
}

/**
 * Draws the temporary changes, on every screen.
 *
 * @param {Page} page
 * @param {(features: OverlayFeature[]) => void} applyChanges applies them to routes of this device.
 */
export function showOverlay({ about, overlay, overlayMap }, applyChanges) {
    overlay.addEventListener("change", () => overlayMap.show(overlay.shown, overlay.streets));
    overlay.addEventListener("change", () => applyChanges(overlay.features));
    if (about.features?.includes("overlay")) overlay.start();
}

/**
 * Draws the people who share their location, beside the screens about the map itself or about people.
 *
 * @param {Page} page
 */
export function showPeople(page) {
    const { about, presence, peopleMap, reporting, views } = page;
    const update = () => peopleMap.show(PEOPLE_SCREENS.includes(views.current.screen));
    views.addEventListener("view", update);
    update();
    const draw = () => peopleMap.setPeople(presence.all.filter((one) => isRecent(one, page.now())));
    presence.addEventListener("change", draw);
    sayWhoIsSimulated(page);
    if (!about.features?.includes("positions")) return;
    presence.start();
    // People whose last report is a day old go from the map without an event.
    window.setInterval(draw, 60_000);
    // A visitor of another site's page would not see that this page reports.
    if (!isEmbedded()) reporting.resume();
}

/**
 * Says that some of the people on the map are simulated, until the reader leaves them out or has read it.
 *
 * @param {Page} page
 */
function sayWhoIsSimulated({ presence, notices, views }) {
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
        // Only a change is said again: people move all the time.
        if (mustBeSaid === isSaid) return;
        isSaid = mustBeSaid;
        const text = isSaid ? say("simulated.life") : null;
        notices.hold("life", text, { label: say("simulated.hide"), press: leaveOut }, read, LIFE_MS);
    };
    presence.addEventListener("change", update);
    views.addEventListener("view", update);
}

/**
 * Draws how busy places are, beside the screens about the map itself or about now.
 *
 * @param {Page} page
 */
export function showBusy({ about, busyMap, views }) {
    const update = () => busyMap.show(placesNow.isOnMap && BUSY_SCREENS.includes(views.current.screen));
    views.addEventListener("view", update);
    placesNow.addEventListener("choice", update);
    update();
    placesNow.addEventListener("change", () => busyMap.setPlaces(placesNow.all));
    if (about.features?.includes("busyness")) placesNow.start();
}

/**
 * Draws my position and where I face.
 *
 * @param {Page} page
 */
export function showMe({ position, facing, marks, views }) {
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
 * Centres the map on me once, when I open the page without an address and am at the place.
 *
 * @param {Page} page
 */
export function centreOnce({ position, facing, camera, views }) {
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
