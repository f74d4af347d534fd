// The view through the camera: a program of its own, which the page loads when somebody opens it.
import { at } from "../address/root.js";
import { make } from "../shell/make.js";
import { loadProgram } from "./program.js";
import { CameraView } from "./camera-view.js";
import { loadWords } from "./words.js";

export { Ground, farness, tilesAround } from "./ground.js";
export { importanceOf } from "./importance.js";

/**
 * @typedef {{name: string, position: Position, height?: number, importance?: number, picture?: string, drawing: string,
 *   open: () => void}} ARPlace
 *   height above the ground in metres; the factor by which the place counts as nearer, 1 if missing; `drawing` names an
 *   icon.
 *
 * @typedef {{points: Position[], corners: {position: Position, index: number, text: string, drawing: string}[]}} ARRoute
 *   `index` is that of a corner among the points.
 *
 * What the page gives: places around a position, the route if there is one, its end or the place to find, and the words
 * for distances and for the state of the position.
 *
 * @typedef {{
 *   position: import("../position/position.js").MyPosition,
 *   places: (me: Position) => Promise<ARPlace[]>,
 *   route: ARRoute | null,
 *   target: {name: string, position: Position} | null,
 *   distanceText: (metres: number) => string,
 *   positionText: (state: string) => string,
 *   close: () => void,
 * }} Surroundings
 */

/** @type {Promise<import("./program.js").Program> | null} */
let program = null;

/** Loads what the view needs; again if it did not come. */
async function load() {
    program ??= loadProgram();
    program.catch(() => (program = null));
    const [loaded] = await Promise.all([program, loadWords(), loadLook()]);
    return loaded;
}

/**
 * @param {HTMLElement} sheetBody where the screen says that the picture is behind a raised phone.
 * @param {Promise<Surroundings>} surroundings
 */
export async function openCameraView(sheetBody, surroundings) {
    const [loaded, given] = await Promise.all([load(), surroundings]);
    return new CameraView(loaded, sheetBody, given);
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
