// Compares new routes with earlier ones, of which a part may already lie behind me.

/** Less than this is no difference, in seconds. */
const SAME_SECONDS = 1;

/**
 * Returns whether a route is the rest of another one: the same line from somewhere on it to its end.
 *
 * @param {Route} route
 * @param {Route} other
 */
export function isRestOf(route, other) {
    const [rest, whole] = [route, other].map(({ geometry }) => geometry.coordinates);
    const behind = whole.length - rest.length;
    if (behind < 0) return false;
    // The first point is where the street is nearest to me, wherever that is.
    return rest.slice(1).every(([lon, lat], index) => {
        const [x, y] = whole[behind + 1 + index];
        return lon === x && lat === y;
    });
}

/**
 * Whether a route takes another time than the same route before.
 *
 * @param {Route} route
 * @param {Route} before
 */
export function isSlower(route, before) {
    const isWhole = route.geometry.coordinates.length === before.geometry.coordinates.length;
    return (
        isWhole &&
        Math.abs(route.distance - before.distance) < 1 &&
        Math.abs(route.duration - before.duration) > SAME_SECONDS
    );
}
