// How busy places are now: from grey to amber, and larger the busier, as colour alone says nothing to some.
import { NOTHING } from "./lettering.js";

export const busySources = { busy: { type: "geojson", data: NOTHING } };

/** @param {import("./colours.js").Colours} colours */
export function busyDiscs({ busy, halo }) {
    const level = ["get", "level"];
    return [
        {
            id: "busy",
            type: "circle",
            source: "busy",
            minzoom: 13,
            paint: {
                "circle-color": ["interpolate", ["linear"], level, 1, busy.least, 5, busy.most],
                "circle-opacity": 0.45,
                "circle-radius": ["interpolate", ["linear"], level, 1, 12, 5, 24],
                "circle-stroke-color": halo,
                "circle-stroke-width": 1,
            },
        },
    ];
}
