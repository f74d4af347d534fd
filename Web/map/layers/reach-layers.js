// The areas within reach in some minutes: one in the other, with the time along each edge.
import { FONT, NOTHING } from "./lettering.js";

/** The style sheets say the same of the legend. */
const REACH_OPACITY = 0.16;

export const reachSources = { reach: { type: "geojson", data: NOTHING } };

/** @param {import("./colours.js").Colours} colours */
export function reachAreas(colours) {
    return [
        // The bands lie one in the other: where they are three, the colour is strongest.
        {
            id: "reach",
            type: "fill",
            source: "reach",
            paint: { "fill-color": colours.reach, "fill-opacity": REACH_OPACITY },
        },
        {
            id: "reach-edge",
            type: "line",
            source: "reach",
            paint: { "line-color": colours.reach, "line-opacity": 0.7, "line-width": 1.5 },
        },
    ];
}

/**
 * The time of each band along its edge.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function reachLabels({ reach, halo }) {
    return [
        {
            id: "reach-label",
            type: "symbol",
            source: "reach",
            layout: {
                "symbol-placement": "line",
                "symbol-spacing": 300,
                "text-field": ["get", "label"],
                "text-font": FONT,
                "text-size": 13,
            },
            paint: { "text-color": reach, "text-halo-color": halo, "text-halo-width": 2 },
        },
    ];
}
