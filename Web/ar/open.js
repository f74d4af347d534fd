// The view through the camera: a program of its own, which the page loads when somebody opens it.
import { at } from "../address/root.js";
import { make } from "../shell/make.js";
import { loadProgram } from "./program.js";
import { CameraView } from "./camera-view.js";
import { loadWords } from "./words.js";

export { Ground, tilesAround } from "./ground.js";
export { importanceOf } from "./importance.js";

/**
 * @typedef {{name: string, position: Position, height?: number, importance?: number, picture?: string, drawing: string,
 *   open: () => void}} ARPlace
 *   height above the ground in metres; the factor by which the place counts as nearer, 1 if missing; `drawing` names an
 *   icon.
 *
 * @typedef {{name: string, position: Position}} ARTarget the place to find, or the end of a route.
 *
 * The next maneuver of a route: its number, the metres to it along the route, its words with that distance, and the
 * name of its icon. `text` is null for the route's end, which has the target's name. `passed` is the index, among the
 * points, of the maneuver before it.
 *
 * @typedef {{step: number, far: number, text: string | null, drawing: string, passed: number}} ARNext
 *
 * @typedef {{points: Position[], next: (fix: {position: Position, accuracy: number}) => ARNext | null}} ARRoute
 *   `next` returns null for a position beside the route.
 *
 * The page gives: places around a position, and whether any tile of the map came for them; a target and a route,
 * which may come after the view was opened; and the words for distances and for the state of the position.
 *
 * @typedef {{
 *   position: import("../position/position.js").MyPosition,
 *   places: (me: Position) => Promise<{places: ARPlace[], hasTiles: boolean}>,
 *   target: Promise<ARTarget | null>,
 *   route: Promise<ARRoute | null>,
 *   distanceText: (metres: number) => string,
 *   positionText: (state: string) => string,
 *   close: () => void,
 * }} Surroundings
 */

/** @type {Promise<import("./program.js").Program> | null} */
let program = null;

/** Loads the program, the words and the style sheet; again if they did not come. */
async function load() {
    program ??= loadProgram();
    program.catch(() => (program = null));
    const [loaded] = await Promise.all([program, loadWords(), loadLook()]);
    return loaded;
}

/**
 * @param {HTMLElement} sheetBody where the screen says that the picture is behind a raised phone.
 * @param {Surroundings} surroundings
 */
export async function openCameraView(sheetBody, surroundings) {
    return new CameraView(await load(), sheetBody, surroundings);
}

/** Adds the style sheet to the page, once. */
async function loadLook() {
    if (document.getElementById("ar-look")) return;
    const link = make("link", { id: "ar-look", rel: "stylesheet", href: at("/built/ar.css") });
    await new Promise((resolve, reject) => {
        link.addEventListener("load", resolve, { once: true });
        link.addEventListener("error", () => reject(new Error("no style sheet")), { once: true });
        document.head.append(link);
    }).catch((failure) => {
        link.remove();
        throw failure;
    });
}
