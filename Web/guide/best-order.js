// The order in which to visit venues so that the walk is short: the nearest next, then crossings taken out (2-opt). As the crow
// flies; the first venue stays the first. Those without a location come last.
import { metresBetween } from "../place/walk-row.js";

/**
 * @template {{location?: Position}} Stop
 * @param {Stop[]} stops
 * @returns {Stop[]}
 */
export function bestOrder(stops) {
    const located = stops.filter(({ location }) => location);
    const others = stops.filter(({ location }) => !location);
    const far = (/** @type {Stop} */ a, /** @type {Stop} */ b) =>
        metresBetween(/** @type {Position} */ (a.location), /** @type {Position} */ (b.location));
    const order = located.splice(0, 1);
    while (located.length > 0) {
        const last = order[order.length - 1];
        const nearest = located.reduce((best, each) => (far(last, each) < far(last, best) ? each : best));
        order.push(...located.splice(located.indexOf(nearest), 1));
    }
    untangle(order, far);
    return [...order, ...others];
}

/**
 * @template Stop
 * @param {Stop[]} order
 * @param {(a: Stop, b: Stop) => number} far
 */
function untangle(order, far) {
    const SMALLEST_GAIN_METRES = 0.01;
    for (let isBetter = true; isBetter; ) {
        isBetter = false;
        for (let first = 1; first < order.length - 1; first += 1) {
            for (let last = first + 1; last < order.length; last += 1) {
                const after = order[last + 1];
                const now = far(order[first - 1], order[first]) + (after ? far(order[last], after) : 0);
                const then = far(order[first - 1], order[last]) + (after ? far(order[first], after) : 0);
                if (now - then < SMALLEST_GAIN_METRES) continue;
                order.splice(first, last - first + 1, ...order.slice(first, last + 1).reverse());
                isBetter = true;
            }
        }
    }
}
