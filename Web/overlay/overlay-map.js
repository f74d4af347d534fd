// The temporary changes on the map: closed and fenced lines and areas, the direction of one-way flow, stages and other
// places.
import { overlayIcon, overlayKey, overlayMiddle, overlayName } from "./words.js";

/** How near to a place or a line a tap must be. */
const TAP_PIXELS = 12;
const SHARP = ["overlay-place", "overlay-closed", "overlay-line", "overlay-name"];

const NOTHING = { type: "FeatureCollection", features: [] };

export class OverlayMap {
    /** @type {OverlayFeature[]} */
    #features = [];
    /** @type {ChangedStreet[]} */
    #streets = [];

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => this.#draw());
    }

    /**
     * @param {OverlayFeature[]} features
     * @param {ChangedStreet[]} streets
     */
    show(features, streets) {
        this.#features = features;
        this.#streets = streets;
        this.#draw();
    }

    /**
     * Returns the key of the feature at a point of the map; with `isWide`, also of an area around the point.
     *
     * @param {{x: number, y: number}} at
     * @param {boolean} isWide
     * @returns {string | null}
     */
    at({ x, y }, isWide) {
        const layers = (isWide ? ["overlay-area"] : SHARP).filter((id) => this.map.getLayer(id));
        const reach = isWide ? 0 : TAP_PIXELS;
        const box = [
            [x - reach, y - reach],
            [x + reach, y + reach],
        ];
        const [found] = layers.length > 0 ? this.map.queryRenderedFeatures(box, { layers }) : [];
        return found?.properties.key ?? null;
    }

    #draw() {
        this.map.getSource("overlay")?.setData(collection(this.#features, this.#streets));
    }
}

/**
 * @param {OverlayFeature[]} features
 * @param {ChangedStreet[]} streets
 */
function collection(features, streets) {
    if (features.length === 0) return NOTHING;
    return { type: "FeatureCollection", features: [...features.flatMap(drawn), ...streets.map(street)] };
}

/** @param {ChangedStreet} street */
function street({ kind, points }) {
    const geometry = { type: "LineString", coordinates: points.map(({ lat, lon }) => [lon, lat]) };
    return { type: "Feature", properties: { kind }, geometry };
}

/** @param {OverlayFeature} feature */
function drawn(feature) {
    const points = (feature.points ?? []).map(({ lat, lon }) => [lon, lat]);
    if (points.length === 0) return [];
    const properties = {
        kind: feature.kind,
        name: overlayName(feature),
        icon: overlayIcon(feature),
        key: overlayKey(feature),
    };
    const shape = (/** @type {string} */ type, /** @type {unknown} */ coordinates) => ({
        type: "Feature",
        properties: { ...properties, form: feature.area ? "area" : type },
        geometry: { type, coordinates },
    });
    if (points.length === 1) return [shape("Point", points[0])];
    const { lat, lon } = overlayMiddle(feature) ?? { lat: 0, lon: 0 };
    // Lines are cut at the edges of tiles, and would be named in each.
    const label = { ...shape("Point", [lon, lat]), properties: { ...properties, form: "label" } };
    const ring = [...points, points[0]];
    return feature.area
        ? [shape("Polygon", [ring]), shape("LineString", ring), label]
        : [shape("LineString", points), label];
}
