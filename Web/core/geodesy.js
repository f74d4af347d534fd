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

/**
 * The distance of two points on the sphere, however far apart: haversine formula (Sinnott, Sky and Telescope 68, 1984).
 *
 * @param {Position} from
 * @param {Position} to
 */
export function metresAlong(from, to) {
    const [lat1, lat2, turn] = [from.lat, to.lat, to.lon - from.lon].map(radians);
    const s = Math.sin((lat2 - lat1) / 2);
    const t = Math.sin(turn / 2);
    return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(s * s + Math.cos(lat1) * Math.cos(lat2) * t * t)));
}

/**
 * The course on arrival along a great circle, in degrees clockwise from north: the bearing of the way back, turned
 * about.
 *
 * @param {Position} from
 * @param {Position} to
 */
export function courseOnArrival(from, to) {
    const [lat1, lat2, turn] = [to.lat, from.lat, from.lon - to.lon].map(radians);
    const y = Math.sin(turn) * Math.cos(lat2);
    const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
    return ((Math.atan2(y, x) * 180) / Math.PI + 540) % 360;
}

/** @param {number} degrees */
function radians(degrees) {
    return (degrees * Math.PI) / 180;
}

/** Corners of a drawn circle. */
const RING_CORNERS = 64;

/**
 * A circle on the ground. It is exact enough for the accuracy of a fix and for an approximate location.
 *
 * @param {Position} position
 * @param {number} metres
 */
export function ring({ lat, lon }, metres) {
    const degrees = metres / METRES_PER_DEGREE;
    const across = degrees / Math.cos((lat * Math.PI) / 180);
    const corners = Array.from({ length: RING_CORNERS + 1 }, (_, index) => {
        const turn = (index / RING_CORNERS) * 2 * Math.PI;
        return [lon + across * Math.cos(turn), lat + degrees * Math.sin(turn)];
    });
    return { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [corners] } };
}

/**
 * Returns opposite corners of the bounding box of an area or a circle.
 *
 * @param {Area | Circle} area
 * @returns {Position[]}
 */
export function cornersOf(area) {
    if ("south" in area)
        return [
            { lat: area.south, lon: area.west },
            { lat: area.north, lon: area.east },
        ];
    const { lat, lon, radius } = area;
    const degrees = radius / METRES_PER_DEGREE;
    const across = degrees / Math.cos((lat * Math.PI) / 180);
    return [
        { lat: lat - degrees, lon: lon - across },
        { lat: lat + degrees, lon: lon + across },
    ];
}

/**
 * Returns the smallest bounds that hold some points: west, south, east and north, in degrees.
 *
 * @param {Position[]} positions
 */
export function boundsOf(positions) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { lat, lon } of positions) {
        [west, east] = [Math.min(west, lon), Math.max(east, lon)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
    return [west, south, east, north];
}

/**
 * Returns whether a point lies within bounds or around them, also where bounds cross the antimeridian.
 *
 * @param {Position} position
 * @param {number[]} bounds west, south, east and north, in degrees; east may lie beyond 180.
 * @param {number} margin around the bounds, as a part of their width and height.
 */
export function isAround({ lat, lon }, [west, south, east, north], margin) {
    const across = (east - west) * margin;
    const along = (north - south) * margin;
    const isAcross = [lon, lon + 360].some((meridian) => meridian > west - across && meridian < east + across);
    return isAcross && lat > south - along && lat < north + along;
}
