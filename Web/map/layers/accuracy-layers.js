// The ring that I am in.
import { NOTHING } from "./lettering.js";

export const accuracySources = { accuracy: { type: "geojson", data: NOTHING } };

/** @param {import("./colours.js").Colours} colours */
export function accuracyRing(colours) {
    return [
        {
            id: "accuracy",
            type: "fill",
            source: "accuracy",
            paint: { "fill-color": colours.accuracy, "fill-opacity": 0.14 },
        },
        {
            id: "accuracy-edge",
            type: "line",
            source: "accuracy",
            paint: { "line-color": colours.accuracy, "line-opacity": 0.4, "line-width": 1 },
        },
    ];
}
