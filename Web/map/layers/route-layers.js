// A route with its casing, the straight parts to and from the street, and alternatives in grey.
import { FONT, NOTHING } from "./lettering.js";

export const routeSources = {
    otherRoutes: { type: "geojson", data: NOTHING },
    route: { type: "geojson", data: NOTHING, lineMetrics: false },
};

/** @param {import("./colours.js").Colours} colours */
export function routeLines(colours) {
    const round = { "line-cap": "round", "line-join": "round" };
    const ridden = ["==", ["get", "part"], "route"];
    return [
        {
            id: "route-approach",
            type: "line",
            source: "route",
            filter: ["==", ["get", "part"], "approach"],
            layout: round,
            paint: { "line-color": colours.approach, "line-width": 4, "line-dasharray": [0.1, 2] },
        },
        {
            id: "route-other-casing",
            type: "line",
            source: "otherRoutes",
            layout: round,
            paint: {
                "line-color": colours.routeCasing,
                "line-width": ["interpolate", ["linear"], ["zoom"], 12, 6, 18, 12],
            },
        },
        {
            id: "route-other",
            type: "line",
            source: "otherRoutes",
            layout: round,
            paint: { "line-color": colours.other, "line-width": ["interpolate", ["linear"], ["zoom"], 12, 4, 18, 8] },
        },
        {
            id: "route-casing",
            type: "line",
            source: "route",
            filter: ridden,
            layout: round,
            paint: {
                "line-color": colours.routeCasing,
                "line-width": ["interpolate", ["linear"], ["zoom"], 12, 7, 18, 14],
            },
        },
        {
            id: "route",
            type: "line",
            source: "route",
            filter: ridden,
            layout: round,
            paint: { "line-color": colours.route, "line-width": ["interpolate", ["linear"], ["zoom"], 12, 4, 18, 9] },
        },
    ];
}

/**
 * How much longer alternatives take, beside them.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function otherLabels({ otherText, halo }) {
    return [
        {
            id: "route-other-label",
            type: "symbol",
            source: "otherRoutes",
            layout: {
                "symbol-placement": "line-center",
                "text-field": ["get", "label"],
                "text-font": FONT,
                "text-size": 13,
                "text-rotation-alignment": "viewport",
                "text-pitch-alignment": "viewport",
                "text-allow-overlap": true,
            },
            paint: { "text-color": otherText, "text-halo-color": halo, "text-halo-width": 2.5 },
        },
    ];
}
