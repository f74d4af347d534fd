// The places that the map draws: the one at a point, and all in view.
import { namesLanguage } from "../text/catalogue.js";

/**
 * A place as the map draws it, its name in the reader's language and the local one.
 *
 * @typedef {{name: string, localName: string, kind: string, group: string, position: Position}} Drawn
 */

/** How near to a place a tap must be. */
const TAP_PIXELS = 6;
/** The groups of places, most important first. */
const IMPORTANCE = ["culture", "nature", "lodging", "civic", "food", "health", "shop", "service", "transit", "detail"];
/** The attributes of the tile schema with the kind of a place. */
const KINDS = ["kind", "tourism", "amenity", "leisure", "shop", "historic", "office", "man_made"];
/**
 * Stops of one name on both sides of a street, and places whose parts are mapped one by one, are listed once. In
 * degrees of latitude.
 */
const SAME_PLACE = 0.0012;

/**
 * @param {LibraryMap} map
 * @param {{x: number, y: number}} point
 * @returns {Drawn | null}
 */
export function placeAt(map, { x, y }) {
    const box = [
        [x - TAP_PIXELS, y - TAP_PIXELS],
        [x + TAP_PIXELS, y + TAP_PIXELS],
    ];
    const [found] = map.queryRenderedFeatures(box, { layers: placeLayers(map) });
    return found?.properties.name ? drawn(found, found.layer.id) : null;
}

/**
 * The named places of the part of the map on screen, most important first, then nearest to a point. The list twin of
 * the map shows them.
 *
 * @param {LibraryMap} map
 * @param {Position} middle
 * @returns {Drawn[]}
 */
export function placesInView(map, middle) {
    const bounds = map.getBounds();
    const found = placeLayers(map)
        .flatMap((layer) => featuresOf(map, layer).map((feature) => drawn(feature, layer)))
        .filter(({ name, position }) => name && bounds.contains([position.lon, position.lat]));
    found.sort((a, b) => rank(a) - rank(b) || farness(a.position, middle) - farness(b.position, middle));
    /** @type {Map<string, Drawn[]>} */
    const listed = new Map();
    return found.filter((place) => {
        const same = listed.get(place.name) ?? [];
        if (same.some(({ position }) => farness(position, place.position) < SAME_PLACE)) return false;
        listed.set(place.name, [...same, place]);
        return true;
    });
}

/**
 * @param {LibraryMap} map
 * @returns {string[]} the layers whose symbols are places.
 */
function placeLayers(map) {
    const layers = map.getStyle()?.layers ?? [];
    return layers
        .map((/** @type {{id: string}} */ { id }) => id)
        .filter((/** @type {string} */ id) => /^(poi-|transit)/.test(id));
}

/**
 * @param {LibraryMap} map
 * @param {string} layer
 * @returns {any[]}
 */
function featuresOf(map, layer) {
    const sourceLayer = map.getLayer(layer)?.sourceLayer;
    return map.querySourceFeatures("place", { sourceLayer, filter: map.getFilter(layer) });
}

/**
 * @param {any} feature
 * @param {string} layer
 * @returns {Drawn}
 */
function drawn({ geometry, properties }, layer) {
    const [lon, lat] = geometry.coordinates;
    return {
        name: properties[`name_${namesLanguage()}`] ?? properties.name,
        localName: properties.name,
        kind: KINDS.map((key) => properties[key]).find(Boolean) ?? "",
        group: layer.startsWith("transit") ? "transit" : layer.replace("poi-", ""),
        position: { lat, lon },
    };
}

/** @param {Drawn} place */
function rank({ group }) {
    return IMPORTANCE.indexOf(group);
}

/**
 * In degrees of latitude, flat.
 *
 * @param {Position} a
 * @param {Position} b
 */
function farness(a, b) {
    return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180));
}
