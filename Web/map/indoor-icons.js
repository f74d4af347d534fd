// The signs of stairs, lifts and escalators on the map: a light drawing on a square in the colour of walls.
import { make } from "../shell/make.js";

const DENSITY = 3;
/** In CSS pixels; the drawings are on a grid of 24. */
const SIDE = 20;
const DRAWINGS = /** @type {Record<string, string>} */ ({
    "indoor-stairs": "M4 19h4v-4h4v-4h4V7h4",
    "indoor-lift": "M12 5v14M8 9l4-4 4 4M8 15l4 4 4-4",
    "indoor-escalator": "M3 18h4L17 8h4M8 9l4-4M8.5 5H12v3.5",
});

/**
 * Draws the signs as a map asks for them.
 *
 * @param {LibraryMap} map
 * @param {() => {wall: string, halo: string}} colours of the present style.
 */
export function paintIndoorIcons(map, colours) {
    map.on("styleimagemissing", ({ id }) => {
        if (!(id in DRAWINGS) || map.hasImage(id)) return;
        map.addImage(id, paint(DRAWINGS[id], colours()), { pixelRatio: DENSITY });
    });
}

/**
 * Makes a map draw the signs anew, as in another style.
 *
 * @param {LibraryMap} map
 */
export function forgetIndoorIcons(map) {
    for (const id of Object.keys(DRAWINGS)) if (map.hasImage(id)) map.removeImage(id);
}

/**
 * @param {string} drawing
 * @param {{wall: string, halo: string}} colours
 */
function paint(drawing, { wall, halo }) {
    const size = SIDE * DENSITY;
    const canvas = make("canvas", { width: size, height: size });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.scale(size / 24, size / 24);
    const square = new Path2D();
    square.roundRect(1, 1, 22, 22, 5);
    context.fillStyle = wall;
    context.strokeStyle = halo;
    // A shape on a canvas, not the elements of an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(square);
    context.lineWidth = 2.4;
    context.lineCap = "round";
    context.lineJoin = "round";
    context.stroke(new Path2D(drawing));
    return context.getImageData(0, 0, size, size);
}
