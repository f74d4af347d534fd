// The guide's venues, and the numbered stops of a tour.
import { CLUSTERED_ZOOM, IS_CLUSTER, clusterLayers } from "./cluster-layers.js";
import { FONT, NOTHING, NUMBER } from "./lettering.js";

export const guideSources = {
    guide: { type: "geojson", data: NOTHING, cluster: true, clusterRadius: 44, clusterMaxZoom: CLUSTERED_ZOOM },
    tour: { type: "geojson", data: NOTHING },
};

/**
 * The guide's marks lie above all other layers: there are few of them, and visitors came for them.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function guideLayers({ guide, onGuide, halo }) {
    const disc = { "circle-color": guide, "circle-stroke-color": onGuide, "circle-stroke-width": 2 };
    const name = {
        "text-field": ["get", "name"],
        "text-font": FONT,
        "text-size": 12.5,
        "text-anchor": "top",
        "text-max-width": 9,
        "text-padding": 4,
    };
    const called = { "text-color": guide, "text-halo-color": halo, "text-halo-width": 1.8 };
    const written = { "text-color": onGuide };
    return [
        ...clusterLayers("guide", "guide", disc, [15, 20, 19, 200, 24], onGuide),
        {
            id: "guide-venue",
            type: "circle",
            source: "guide",
            filter: ["!", IS_CLUSTER],
            paint: { ...disc, "circle-radius": 9 },
        },
        {
            id: "guide-name",
            type: "symbol",
            source: "guide",
            minzoom: 13,
            filter: ["!", IS_CLUSTER],
            layout: { ...name, "text-offset": [0, 1] },
            paint: called,
        },
        {
            id: "guide-stop",
            type: "circle",
            source: "tour",
            paint: { ...disc, "circle-radius": ["case", ["get", "current"], 17, 13] },
        },
        {
            id: "guide-stop-number",
            type: "symbol",
            source: "tour",
            layout: { ...NUMBER, "text-field": ["get", "number"] },
            paint: written,
        },
        {
            id: "guide-stop-name",
            type: "symbol",
            source: "tour",
            layout: { ...name, "text-offset": [0, 1.4], "text-optional": true },
            paint: called,
        },
    ];
}
