// The screen of the camera view: a frame that loads it when it is first opened, and gives it places and the route.
import { metresBetween } from "../core/geodesy.js";
import { loadBundle } from "../data/bundle.js";
import { Unreachable } from "../data/failures.js";
import { ALTERNATIVES } from "../directions/asking.js";
import { endLevels, settle } from "../directions/ends.js";
import { rememberedProfile } from "../directions/profiles.js";
import { pictureAddress } from "../pictures/picture.js";
import { openDrawnPlace } from "../place/drawn.js";
import { kindIcon } from "../place/kinds.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { namesLanguage, say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";
import { cameraRoute } from "./ar-route.js";

/**
 * @typedef {typeof import("../ar/open.js")} Program
 * @typedef {import("../ar/open.js").ARPlace} ARPlace
 * @typedef {import("../directions/ends.js").Settled} Settled
 */

/** Farther places are not shown. In metres. */
const FARTHEST = 900;

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
 * @returns {import("../ar/open.js").Surroundings}
 */
function surroundingsOf(page, view, program, signal) {
    const target = view.to ? settled(page, view.to, signal).catch(() => null) : Promise.resolve(null);
    return {
        position: page.position,
        places: (me) => placesAround(page, program, me, view.kind, signal),
        target,
        route: target.then((to) => to && routeTo(page, view, to, signal)).catch(() => null),
        distanceText,
        positionText: (state) => say(`locate.${state}`),
        close: () => page.views.close(),
    };
}

/**
 * Settles an end. The view itself asks for my position, and its explanation must not lie under the view's dialog.
 *
 * @param {Page} page
 * @param {End} end
 * @param {AbortSignal} signal
 */
async function settled(page, end, signal) {
    const { position } = page;
    if ("me" in end && !position.fix)
        await new Promise((resolve) => {
            position.addEventListener("change", () => position.fix && resolve(null), { signal });
        });
    return settle(page, end, signal);
}

/**
 * Asks for the route that the view carries, as the screen of directions does; null for a view without a route.
 *
 * @param {Page} page
 * @param {ARView} view
 * @param {Settled} target
 * @param {AbortSignal} signal
 */
async function routeTo(page, { from, via = [], by, chosen = 0, isQuieter = false }, target, signal) {
    if (!from) return null;
    const ends = await Promise.all([from, ...via].map((end) => settled(page, end, signal)));
    const [start] = ends;
    if (!start || ends.includes(null)) return null;
    const points = [...ends.flatMap((end) => end?.position ?? []), target.position];
    const wishes = { profile: by ?? rememberedProfile(), alternatives: isQuieter ? 0 : ALTERNATIVES, isQuieter };
    const first = await page.data.route({ points, ...endLevels(start, target), ...wishes }, signal);
    return cameraRoute(first.alternatives?.[chosen - 1] ?? first);
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
 * @returns {Promise<{places: ARPlace[], hasTiles: boolean}>} the best places first, and whether any tile came.
 */
async function placesAround(page, { Ground, tilesAround, importanceOf }, me, kind, signal) {
    const ground = new Ground(namesLanguage());
    let hasTiles = false;
    const add = async (/** @type {{z: number, x: number, y: number}} */ name) => {
        try {
            ground.add(name, await page.data.tile(name, signal));
            hasTiles = true;
        } catch (failure) {
            // A tile that does not come, or is damaged, leaves the places of the others.
            console.info("a tile for the camera view did not come:", failure);
        }
    };
    const [venues] = await Promise.all([venuesOf(page), ...tilesAround(me, FARTHEST).map(add)]);
    const near = venues.filter(({ position }) => metresBetween(position, me) < FARTHEST);
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
    const effort = (/** @type {ARPlace} */ { position, importance = 1 }) => metresBetween(position, me) / importance;
    return { places: places.sort((one, other) => effort(one) - effort(other)), hasTiles };
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

/** @returns {Promise<Program>} */
const load = () => loadBundle("ar");
