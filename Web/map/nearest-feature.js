// Which of the marks that the map draws is meant by a tap.

/**
 * The drawn point nearest to a point of the map; of several at the same place, the one of the lowest `rank` among its
 * properties.
 *
 * @param {LibraryMap} map
 * @param {string[]} layers those that the style lacks are left out.
 * @param {{x: number, y: number}} at
 * @param {number} reach pixels that a tap may miss by.
 * @returns {any | null} the library's feature.
 */
export function nearestFeature(map, layers, { x, y }, reach) {
    const present = layers.filter((id) => map.getLayer(id));
    if (present.length === 0) return null;
    const box = [
        [x - reach, y - reach],
        [x + reach, y + reach],
    ];
    const off = (/** @type {any} */ { geometry }) => {
        const seen = map.project(geometry.coordinates);
        return Math.hypot(seen.x - x, seen.y - y);
    };
    const found = map.queryRenderedFeatures(box, { layers: present });
    const rank = (/** @type {any} */ { properties }) => properties.rank ?? 0;
    found.sort((/** @type {any} */ a, /** @type {any} */ b) => off(a) - off(b) || rank(a) - rank(b));
    return found[0] ?? null;
}
