// The line that measures from the jack to the nearest ball of each team, when it is close.
import { say } from "../text/catalogue.js";
import { NUMBERS } from "./table.js";

/** @typedef {import('./brush.js').Brush} Brush */
/** @typedef {import('./table.js').Table} Table */

/** Distances that differ by less than that, in points, are hard to tell by eye. */
const CLOSE = 15;
/** How far beyond the middle of a ball its distance is written, in points. */
const LABEL = 42;

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
 * @param {Brush} brush
 * @param {Measure} measure
 */
export function drawMeasure(brush, { isClose, places, labels }) {
    if (!isClose) return;
    const { context, pixels } = brush;
    context.beginPath();
    for (let team = 1; team < 3; team += 1) {
        context.moveTo(brush.x(places[0]), brush.y(places[1]));
        context.lineTo(brush.x(places[2 * team]), brush.y(places[2 * team + 1]));
    }
    brush.stroke(1.5 * pixels);
    for (let team = 1; team < 3; team += 1) {
        // Beyond the ball, seen from the jack, where nothing lies under the words.
        const x = places[2 * team] - places[0];
        const y = places[2 * team + 1] - places[1];
        const beyond = LABEL / Math.max(1, Math.hypot(x, y));
        brush.write(
            labels[team - 1],
            brush.x(places[2 * team] + x * beyond),
            brush.y(places[2 * team + 1] + y * beyond),
        );
    }
}
