// The screen of the camera view: a frame that loads it when it is first opened, and gives it places and the route.
import { at } from "../address/root.js";
import { Unreachable } from "../data/failures.js";
import { endLevels, settle } from "../directions/ends.js";
import { maneuverIcon } from "../directions/maneuvers.js";
import { rememberedProfile } from "../directions/profiles.js";
import { pictureAddress } from "../pictures/picture.js";
import { openDrawnPlace } from "../place/drawn.js";
import { kindIcon } from "../place/kinds.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { namesLanguage, say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";

/**
 * @typedef {typeof import("../ar/open.js")} Program
 * @typedef {import("../ar/open.js").ARPlace} ARPlace
 * @typedef {import("../ar/open.js").ARRoute} ARRoute
 */

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
            const program = await load();
            const given = surroundingsOf(page, view, program, aborting.signal);
            const opened = isLeft ? null : await program.openCameraView(body, given);
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
 * @param {Program} program
 * @param {AbortSignal} signal
 * @returns {Promise<import("../ar/open.js").Surroundings>}
 */
async function surroundingsOf(page, view, program, signal) {
    return {
        position: page.position,
        places: (me) => placesAround(page, program, me, view.kind, signal),
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
        const [start] = ends;
        if (!start || ends.includes(null)) return { route: null, target };
        const points = [...ends.flatMap((end) => end?.position ?? []), target.position];
        const alternatives = via.length === 0 && chosen > 0 ? chosen : 0;
        const profile = by ?? rememberedProfile();
        const question = { points, profile, alternatives, ...endLevels(start, target) };
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
 * The venues of the guide and the named places of the map around a position. The map stays where the user left it: the
 * places come from its tiles.
 *
 * @param {Page} page
 * @param {Program} program
 * @param {Position} me
 * @param {string | undefined} kind what the visitor looks for.
 * @param {AbortSignal} signal
 * @returns {Promise<ARPlace[]>} as many as the view takes are the best of them.
 */
async function placesAround(page, { Ground, tilesAround, farness, importanceOf }, me, kind, signal) {
    const ground = new Ground(namesLanguage());
    const add = async (/** @type {{z: number, x: number, y: number}} */ name) => {
        try {
            ground.add(name, await page.data.tile(name, signal));
        } catch (failure) {
            // A tile that does not come, or is damaged, leaves the places of the others.
            console.info("a tile for the camera view did not come:", failure);
        }
    };
    const [venues] = await Promise.all([venuesOf(page), ...tilesAround(me, FARTHEST).map(add)]);
    const near = venues.filter(({ position }) => farness(position, me) < FARTHEST);
    const names = new Set(near.map(({ name }) => name));
    const drawn = ground.around(me, FARTHEST).filter(({ name }) => !names.has(name));
    const places = [
        ...near.map((venue) => {
            const height = ground.heightAt(venue.position);
            return { ...venue, height, importance: importanceOf({ height, isOfGuide: true }, kind) };
        }),
        ...drawn.map((place) => ({
            name: place.name,
            position: place.position,
            height: place.height,
            importance: importanceOf(place, kind),
            drawing: kindIcon({ type: "place", kind: place.kind, category: place.group, name: place.name }),
            open: () => void openDrawnPlace(page, place),
        })),
    ];
    const effort = (/** @type {ARPlace} */ { position, importance = 1 }) => farness(position, me) / importance;
    return places.sort((one, other) => effort(one) - effort(other));
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
