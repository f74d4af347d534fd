// Which step of a route I am at.
import { metresBetween } from "../map/geodesy.js";

/** Farther from the line than this, I am not on the route. In metres. */
const OFF_ROUTE_METRES = 60;

/**
 * The index of the step whose stretch of the line is nearest to a position.
 *
 * @param {Route} route
 * @param {Step[]} steps
 * @param {Position} position
 * @returns {number} -1 when the position is not on the route.
 */
export function stepAt(route, steps, position) {
    const line = route.geometry.coordinates;
    let nearest = OFF_ROUTE_METRES;
    let piece = -1;
    for (let index = 0; index + 1 < line.length; index++) {
        const far = metresToPiece(position, line[index], line[index + 1]);
        if (far < nearest) {
            nearest = far;
            piece = index;
        }
    }
    if (piece < 0) return -1;
    const after = steps.findIndex((step) => step.geometry_index > piece);
    return (after < 0 ? steps.length : after) - 1;
}

/**
 * @param {Position} position
 * @param {[number, number]} start
 * @param {[number, number]} end
 */
function metresToPiece(position, start, end) {
    // In degrees of latitude, with longitude shrunk to the same length.
    const shrink = Math.cos((position.lat * Math.PI) / 180);
    const [ax, ay] = [(start[0] - position.lon) * shrink, start[1] - position.lat];
    const [dx, dy] = [(end[0] - start[0]) * shrink, end[1] - start[1]];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
    const nearest = { lat: position.lat + ay + part * dy, lon: position.lon + (ax + part * dx) / (shrink || 1) };
    return metresBetween(position, nearest);
}
