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

/** The web map ends there, north and south. */
const MOST_LATITUDE = 85.051;

/**
 * The square of the web map's grid that a position is in.
 *
 * @param {Position} position
 * @param {number} zoom
 */
export function squareAt({ lat, lon }, zoom) {
    const latitude = Math.max(-MOST_LATITUDE, Math.min(lat, MOST_LATITUDE));
    const south = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
    const most = 2 ** zoom - 1;
    return {
        x: Math.min(most, Math.floor((lon / 360 + 0.5) * 2 ** zoom)),
        y: Math.min(most, Math.floor(south * 2 ** zoom)),
    };
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
