// What is different here for a while, on the map: closed and fenced lines and areas, the direction of one-way flow, stages and other places.
import { overlayIcon, overlayName } from "../overlay/words.js";

const NOTHING = { type: "FeatureCollection", features: [] };

export class OverlayMap {
    /** @type {OverlayFeature[]} */
    #features = [];

    /** @param {any} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => this.#draw());
    }

    /** @param {OverlayFeature[]} features */
    show(features) {
        this.#features = features;
        this.#draw();
    }

    #draw() {
        this.map.getSource("overlay")?.setData(collection(this.#features));
    }
}

/** @param {OverlayFeature[]} features */
function collection(features) {
    if (features.length === 0) return NOTHING;
    return { type: "FeatureCollection", features: features.flatMap(drawn) };
}

/** @param {OverlayFeature} feature */
function drawn(feature) {
    const points = (feature.points ?? []).map(({ lat, lon }) => [lon, lat]);
    if (points.length === 0) return [];
    const properties = { kind: feature.kind, name: overlayName(feature), icon: overlayIcon(feature) };
    const shape = (/** @type {string} */ type, /** @type {unknown} */ coordinates) => ({
        type: "Feature",
        properties: { ...properties, form: feature.area ? "area" : type },
        geometry: { type, coordinates },
    });
    if (feature.area) {
        const ring = [...points, points[0]];
        return [shape("Polygon", [ring]), shape("LineString", ring)];
    }
    return points.length === 1 ? [shape("Point", points[0])] : [shape("LineString", points)];
}
