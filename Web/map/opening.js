// Where the map opens: near enough that the place fills the screen, far enough to see it.

/** Pixels of the whole world at zoom 0, as MapLibre counts. */
const WORLD = 512;
/** Nearer than the whole place would fit, in zoom levels: its edges are ragged. */
const NEARER = 0.6;
/** The part of the place's size that is left out at each edge: streets end there one by one. */
const RAGGED = 0.02;
/** A place much longer than wide is not followed into its middle any farther than this. */
const NEAREST = 1.8;

/**
 * Returns a camera that shows as much of a place as possible and nothing outside its bounds. If one side of the place
 * is too short for that, the place lies in the middle.
 *
 * @param {{bounds: [number, number, number, number], center: Position}} place
 * @param {{width: number, height: number, aside: number}} room that shows the map, in pixels, and how far the middle of
 *   the free part lies right of its middle.
 * @param {number} maxZoom
 * @param {number} [nearer] a zoom that is wanted where it is nearer.
 * @returns {{zoom: number, lat: number, lon: number}} the position in the middle of the room.
 */
export function openingCamera(
    { bounds: [west, south, east, north], center },
    { width, height, aside },
    maxZoom,
    nearer = 0,
) {
    const [left, right] = within(across(west), across(east));
    const [top, bottom] = within(along(north), along(south));
    const zoomOf = (/** @type {number} */ pixels, /** @type {number} */ part) => Math.log2(pixels / (part * WORLD));
    const zooms = [zoomOf(width, right - left), zoomOf(height, bottom - top)];
    const whole = Math.min(...zooms);
    const filled = Math.min(Math.max(...zooms, whole + NEARER), whole + NEAREST);
    const zoom = Math.max(Math.min(filled, maxZoom), nearer);
    const pixels = WORLD * 2 ** zoom;
    return {
        zoom,
        lon: degreesAcross(kept(across(center.lon) - aside / pixels, left, right, width / pixels)),
        lat: degreesAlong(kept(along(center.lat), top, bottom, height / pixels)),
    };
}

/**
 * @param {number} low
 * @param {number} high
 */
function within(low, high) {
    const edge = (high - low) * RAGGED;
    return /** @type {const} */ ([low + edge, high - edge]);
}

/**
 * The middle of a view of `size` that shows nothing beyond `low` and `high`, as near to the one wanted as that goes.
 *
 * @param {number} wanted
 * @param {number} low
 * @param {number} high
 * @param {number} size
 */
function kept(wanted, low, high, size) {
    if (high - low <= size) return (low + high) / 2;
    return Math.min(Math.max(wanted, low + size / 2), high - size / 2);
}

// The projection of the map (EPSG:3857), from 0 to 1 across the world.

/** @param {number} lon */
function across(lon) {
    return lon / 360 + 0.5;
}

/** @param {number} lat */
function along(lat) {
    const sine = Math.sin((lat * Math.PI) / 180);
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param {number} x */
function degreesAcross(x) {
    return (x - 0.5) * 360;
}

/** @param {number} y */
function degreesAlong(y) {
    return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
