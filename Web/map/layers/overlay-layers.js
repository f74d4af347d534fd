// The layers of the temporary changes.
import { FONT, NOTHING } from "./lettering.js";

export const overlaySources = { overlay: { type: "geojson", data: NOTHING } };

/**
 * Returns the layers of the changes on the ground and in the streets, beneath the route.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function overlayStreets({ closed, oneWay, ground }) {
    const kind = ["get", "kind"];
    const colour = ["match", kind, ["closed", "fence"], closed, ["one_way", "slow"], oneWay, ground];
    const width = ["interpolate", ["linear"], ["zoom"], 12, 2, 18, 6];
    const line = { type: "line", source: "overlay" };
    return [
        {
            // The streets that something drawn would change, while operators draw.
            id: "overlay-streets",
            ...line,
            filter: ["match", kind, ["blocked", "slowed"], true, false],
            layout: { "line-cap": "round", "line-join": "round" },
            paint: {
                "line-color": ["match", kind, "blocked", closed, oneWay],
                "line-width": ["interpolate", ["linear"], ["zoom"], 12, 5, 18, 18],
                "line-opacity": 0.5,
            },
        },
        {
            id: "overlay-area",
            type: "fill",
            source: "overlay",
            // A layer of areas would fill the lines around them, too.
            filter: ["all", ["==", ["geometry-type"], "Polygon"], ["!=", kind, "fence"]],
            paint: { "fill-color": colour, "fill-opacity": 0.18 },
        },
        {
            id: "overlay-line",
            ...line,
            filter: [
                "all",
                ["match", kind, ["closed", "blocked", "slowed"], false, true],
                ["==", ["geometry-type"], "LineString"],
            ],
            layout: { "line-join": "round" },
            paint: { "line-color": colour, "line-width": width },
        },
        {
            // Closed streets differ in form too, not by colour alone.
            id: "overlay-closed",
            ...line,
            filter: ["all", ["==", kind, "closed"], ["==", ["geometry-type"], "LineString"]],
            paint: { "line-color": closed, "line-width": width, "line-dasharray": [1.2, 0.8] },
        },
    ];
}

/**
 * Returns the layers of temporary places, and of the names and directions of lines.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function overlayPlaces({ oneWay, ground, closed, halo }) {
    const isLabel = ["==", ["get", "form"], "label"];
    const isPlace = ["all", ["==", ["geometry-type"], "Point"], ["!", isLabel]];
    const text = { "text-field": ["get", "name"], "text-font": FONT, "text-size": 12.5 };
    const nameColour = ["match", ["get", "kind"], ["closed", "fence"], closed, ["one_way", "slow"], oneWay, ground];
    return [
        {
            id: "overlay-direction",
            type: "symbol",
            source: "overlay",
            filter: ["==", ["get", "kind"], "one_way"],
            layout: {
                "symbol-placement": "line",
                "symbol-spacing": 60,
                "text-field": "➔",
                "text-font": FONT,
                "text-size": 18,
                "text-keep-upright": false,
                "text-allow-overlap": true,
            },
            paint: { "text-color": oneWay, "text-halo-color": halo, "text-halo-width": 2 },
        },
        {
            id: "overlay-name",
            type: "symbol",
            source: "overlay",
            minzoom: 14,
            filter: isLabel,
            layout: { ...text, "text-max-width": 9 },
            paint: { "text-color": nameColour, "text-halo-color": halo, "text-halo-width": 1.8 },
        },
        {
            id: "overlay-place",
            type: "symbol",
            source: "overlay",
            filter: isPlace,
            layout: {
                ...text,
                "icon-image": ["get", "icon"],
                "icon-allow-overlap": true,
                "icon-size": 1.3,
                "text-anchor": "top",
                "text-offset": [0, 1.1],
                "text-max-width": 9,
                "text-optional": true,
            },
            paint: { "text-color": ground, "text-halo-color": halo, "text-halo-width": 1.8 },
        },
    ];
}
