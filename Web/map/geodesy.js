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
