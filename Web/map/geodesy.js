// Lengths on the ground, on a sphere.

export const EARTH_RADIUS_METRES = 6_371_008.8; // mean radius R1, IUGG
/** Along a meridian. */
export const METRES_PER_DEGREE = (EARTH_RADIUS_METRES * Math.PI) / 180;

/**
 * The distance of two near points, flat: exact to a thousandth within a city.
 *
 * @param {Position} a
 * @param {Position} b
 */
export function metresBetween(a, b) {
    const along = (a.lat - b.lat) * METRES_PER_DEGREE;
    const across = (a.lon - b.lon) * METRES_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180);
    return Math.hypot(along, across);
}

/**
 * Initial bearing of two near points, flat. Degrees clockwise from north.
 *
 * @param {Position} from
 * @param {Position} to
 */
export function bearingBetween(from, to) {
    const across = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180);
    return ((Math.atan2(across, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}
