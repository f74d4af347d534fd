// The screen of the camera view: a frame that loads it when it is first opened, and gives it places and the route.
import { at } from "../address/root.js";
import { Unreachable } from "../data/failures.js";
import { settle } from "../directions/ends.js";
import { maneuverIcon } from "../directions/maneuvers.js";
import { rememberedProfile } from "../directions/profiles.js";
import { placesInView } from "../map/drawn-places.js";
import { pictureAddress } from "../pictures/picture.js";
import { openDrawnPlace } from "../place/drawn.js";
import { kindIcon } from "../place/kinds.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";

/**
 * @typedef {typeof import("../ar/open.js")} Program
 * @typedef {import("../ar/open.js").ARPlace} ARPlace
 * @typedef {import("../ar/open.js").ARRoute} ARRoute
 */

/** The zoom from which on the map has most places. */
const PLACES_ZOOM = 16;
/** Farther places are not shown, in degrees of latitude (900 m). */
const FARTHEST = 0.008;

/**
 * @param {Page} page
 * @param {ARView} view
 * @returns {SheetScreen}
 */
export function cameraPage(page, view) {
    const body = make("div", { class: "ar-body" });
    const head = screenHead(say("ar.title"), null, () => page.views.close());
    const element = make("article", { class: "screen ar" }, head, body);
    const aborting = new AbortController();
    /** @type {import("../ar/camera-view.js").CameraView | null} */
    let shown = null;
    let isLeft = false;

    async function open() {
        if (shown) return;
        fill(body, skeleton());
        try {
            const { openCameraView } = await load();
            const opened = isLeft ? null : await openCameraView(body, surroundingsOf(page, view, aborting.signal));
            if (isLeft) opened?.leave();
            else shown = opened;
        } catch (failure) {
            if (isLeft) return;
            console.info("the camera view did not come:", failure);
            fill(body, trouble(failure instanceof Error ? failure : new Unreachable(String(failure)), open));
        }
    }

    open();
    const leave = () => {
        isLeft = true;
        aborting.abort();
        shown?.leave();
    };
    return { element, stop: "peek", retry: open, leave };
}

/**
 * @param {Page} page
 * @param {ARView} view
 * @param {AbortSignal} signal
 * @returns {Promise<import("../ar/open.js").Surroundings>}
 */
async function surroundingsOf(page, view, signal) {
    return {
        position: page.position,
        places: (me) => placesAround(page, me),
        ...(await targetOf(page, view, signal)),
        distanceText,
        positionText: (state) => say(`locate.${state}`),
        close: () => page.views.close(),
    };
}

/**
 * The route that the view carries, and its end; or the place to find. Without an answer the view opens all the same.
 *
 * @param {Page} page
 * @param {ARView} view
 * @param {AbortSignal} signal
 * @returns {Promise<{route: ARRoute | null, target: {name: string, position: Position} | null}>}
 */
async function targetOf(page, { to, from, via = [], by, chosen = 0 }, signal) {
    const target = to ? await settle(page, to, signal).catch(() => null) : null;
    if (!target || !from) return { route: null, target };
    try {
        const ends = await Promise.all([from, ...via].map((end) => settle(page, end, signal)));
        if (ends.includes(null)) return { route: null, target };
        const points = [...ends.flatMap((end) => end?.position ?? []), target.position];
        const alternatives = via.length === 0 && chosen > 0 ? chosen : 0;
        const question = { points, profile: by ?? rememberedProfile(), alternatives };
        const first = await page.data.route(question, signal);
        return { route: routeOf(first.alternatives?.[chosen - 1] ?? first), target };
    } catch {
        return { route: null, target };
    }
}

/**
 * @param {Route} route
 * @returns {ARRoute}
 */
function routeOf({ geometry, legs }) {
    const points = geometry.coordinates.map(([lon, lat]) => ({ lat, lon }));
    const corners = legs
        .flatMap(({ steps }) => steps)
        .filter(({ maneuver }) => maneuver.type !== "depart")
        .map(({ maneuver, instruction, geometry_index: index }) => ({
            index,
            position: { lat: maneuver.location[1], lon: maneuver.location[0] },
            text: instruction,
            drawing: maneuverIcon(maneuver),
        }));
    return { points, corners };
}

/**
 * The venues of the guide and the named places of the map around a position.
 *
 * @param {Page} page
 * @param {Position} me
 * @returns {Promise<ARPlace[]>}
 */
async function placesAround(page, me) {
    const [venues, drawn] = await Promise.all([venuesOf(page), drawnAround(page, me)]);
    const names = new Set(venues.map(({ name }) => name));
    return [...venues, ...drawn.filter(({ name }) => !names.has(name))].filter(({ position }) => isNear(position, me));
}

/**
 * @param {Position} position
 * @param {Position} me
 */
function isNear({ lat, lon }, me) {
    return Math.hypot(lat - me.lat, (lon - me.lon) * Math.cos((me.lat * Math.PI) / 180)) < FARTHEST;
}

/**
 * @param {Page} page
 * @returns {Promise<ARPlace[]>}
 */
async function venuesOf({ about, guide, views }) {
    if (!about.features?.includes("guide")) return [];
    const found = await guide.all(undefined).catch(() => null);
    return (found?.answer.venues ?? []).flatMap(({ id, name, location, picture }) =>
        location
            ? [
                  {
                      name,
                      position: location,
                      picture: picture && pictureAddress(picture.id, "small"),
                      drawing: "book-open",
                      open: () => views.open({ screen: "venue", id }),
                  },
              ]
            : [],
    );
}

/**
 * @param {Page} page
 * @param {Position} me
 * @returns {Promise<ARPlace[]>}
 */
async function drawnAround(page, me) {
    const map = await new Promise((resolve) => page.map.whenThere(resolve, drawnAround));
    if (map.getZoom() < PLACES_ZOOM || !map.getBounds().contains([me.lon, me.lat]))
        page.camera.jump({ ...page.camera.now, ...me, zoom: Math.max(PLACES_ZOOM, map.getZoom()) });
    if (!map.areTilesLoaded()) await new Promise((resolve) => map.once("idle", resolve));
    return placesInView(map, me).map((place) => ({
        name: place.name,
        position: place.position,
        drawing: kindIcon({ type: "place", kind: place.kind, category: place.group, name: place.name }),
        open: () => openDrawnPlace(page, place),
    }));
}

let attempts = 0;

/**
 * The program is a bundle of its own, as the game is. A browser does not ask again for a module that did not come, so
 * the address differs.
 *
 * @returns {Promise<Program>}
 */
async function load() {
    const query = attempts > 0 ? `?attempt=${attempts}` : "";
    try {
        return await import(at(`/built/ar.js${query}`));
    } catch (failure) {
        attempts += 1;
        throw failure;
    }
}
