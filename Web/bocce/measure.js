// The line that measures from the jack to the nearest ball of each team, when it is close.
import { say } from "../text/catalogue.js";
import { NUMBERS } from "./table.js";

/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {import('./table.js').Table} Table */

/** Distances that differ by less than that, in points, are hard to tell by eye. */
const CLOSE = 15;

/** What counts after a throw, asked once for all frames until the next one. */
export class Measure {
    /** The balls that count now, a bit for each index. */
    nearer = 0;
    isClose = false;
    /** Where the jack lies, then the nearest ball of each team: x and y, in points. */
    places = new Float64Array(6);
    /** The distances in words, by team. */
    labels = ["", ""];

    /** @param {Table} table */
    read(table) {
        this.nearer = table.nearer;
        const nearest = [table.nearest(0), table.nearest(1)];
        const [blue, orange] = nearest.map((index) => (index < 0 ? Infinity : table.distance(index)));
        this.isClose = Math.abs(blue - orange) < CLOSE;
        if (!this.isClose) return;
        const { numbers } = table;
        for (const [place, index] of [0, ...nearest].entries()) {
            this.places[2 * place] = numbers[index * NUMBERS + 1];
            this.places[2 * place + 1] = numbers[index * NUMBERS + 2];
        }
        // Equal numbers for different distances would explain nothing.
        const digits = Math.round(blue) === Math.round(orange) ? 1 : 0;
        const written = (/** @type {number} */ distance) => Number(distance.toFixed(digits));
        this.labels = [blue, orange].map((distance) => say("aim.length", { length: written(distance) }));
    }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Measure} measure
 * @param {Palette} palette
 * @param {number} left
 * @param {number} bottom
 * @param {number} scale
 * @param {number} pixels device pixels in one of the page.
 */
export function drawMeasure(context, { isClose, places, labels }, palette, left, bottom, scale, pixels) {
    if (!isClose) return;
    context.beginPath();
    for (let team = 1; team < 3; team += 1) {
        context.moveTo(left + places[0] * scale, bottom - places[1] * scale);
        context.lineTo(left + places[2 * team] * scale, bottom - places[2 * team + 1] * scale);
    }
    context.lineWidth = 4 * pixels;
    context.strokeStyle = palette.halo;
    context.stroke();
    context.lineWidth = 1.5 * pixels;
    context.strokeStyle = palette.ink;
    context.stroke();
    for (let team = 1; team < 3; team += 1) {
        // Beyond the ball, seen from the jack, where nothing lies under the words.
        const x = places[2 * team] - places[0];
        const y = places[2 * team + 1] - places[1];
        const distance = Math.max(1, Math.sqrt(x * x + y * y));
        const beyond = 40 / distance;
        const middleX = left + (places[2 * team] + x * beyond) * scale;
        const middleY = bottom - (places[2 * team + 1] + y * beyond) * scale;
        drawLabel(context, labels[team - 1], middleX, middleY, palette, pixels);
    }
}

const FONTS = new Map();

/**
 * Draws words that are legible on any ground, within the canvas.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x their middle, in device pixels.
 * @param {number} y
 * @param {Palette} palette
 * @param {number} pixels
 */
export function drawLabel(context, text, x, y, palette, pixels) {
    let font = FONTS.get(pixels);
    if (!font) FONTS.set(pixels, (font = `600 ${14 * pixels}px Inter, "Noto Sans", system-ui, sans-serif`));
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    const half = context.measureText(text).width / 2 + 6 * pixels;
    const { width, height } = context.canvas;
    const inX = Math.max(half, Math.min(width - half, x));
    const inY = Math.max(14 * pixels, Math.min(height - 14 * pixels, y));
    context.lineWidth = 5 * pixels;
    context.strokeStyle = palette.halo;
    context.strokeText(text, inX, inY);
    context.fillStyle = palette.ink;
    context.fillText(text, inX, inY);
}
