// The layers of people who share their location.
import { CLUSTERED_ZOOM, IS_CLUSTER, clusterLayers } from "./cluster-layers.js";
import { FONT, NOTHING, NUMBER } from "./lettering.js";

export const peopleSources = {
    people: { type: "geojson", data: NOTHING, cluster: true, clusterRadius: 36, clusterMaxZoom: CLUSTERED_ZOOM },
    peopleAreas: { type: "geojson", data: NOTHING },
    homeAreas: { type: "geojson", data: NOTHING },
};

/** A name below its mark, or in its middle. */
const NAMED = { "text-field": ["get", "name"], "text-font": FONT, "text-size": 12.5, "text-max-width": 9 };

/**
 * People, by the first letter of their names, on top of the areas around homes and around people whose position is not
 * exact.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function peopleLayers(colours) {
    return [...homeLayers(colours), ...areaLayers(colours), ...discLayers(colours)];
}

/** @param {import("./colours.js").Colours} colours */
function homeLayers({ person }) {
    return [
        {
            id: "home-area",
            type: "fill",
            source: "homeAreas",
            paint: { "fill-color": person, "fill-opacity": 0.12 },
        },
        {
            id: "home-area-edge",
            type: "line",
            source: "homeAreas",
            paint: { "line-color": person, "line-width": 1.5, "line-dasharray": [2, 2] },
        },
    ];
}

/**
 * People whose position is not exact: the circle that each is in, and the name in its middle. They have no disc, which
 * would mark a false place, and no cluster gathers them.
 *
 * @param {import("./colours.js").Colours} colours
 */
function areaLayers({ person, halo }) {
    const isMiddle = ["==", ["geometry-type"], "Point"];
    return [
        {
            id: "person-around",
            type: "fill",
            source: "peopleAreas",
            paint: { "fill-color": person, "fill-opacity": 0.1 },
        },
        {
            id: "person-around-edge",
            type: "line",
            source: "peopleAreas",
            filter: ["!", isMiddle],
            paint: { "line-color": person, "line-opacity": 0.5 },
        },
        {
            // Unseen: there for taps.
            id: "person-around-middle",
            type: "circle",
            source: "peopleAreas",
            filter: isMiddle,
            paint: { "circle-opacity": 0, "circle-radius": 12 },
        },
        {
            id: "person-around-name",
            type: "symbol",
            source: "peopleAreas",
            filter: isMiddle,
            layout: NAMED,
            paint: { "text-color": person, "text-halo-color": halo, "text-halo-width": 1.8 },
        },
    ];
}

/**
 * People whose position is exact.
 *
 * @param {import("./colours.js").Colours} colours
 */
function discLayers({ person, onPerson, halo }) {
    const disc = { "circle-color": person, "circle-stroke-color": onPerson, "circle-stroke-width": 2 };
    // Simulated people are paler.
    const presence = ["case", ["get", "isSimulated"], 0.6, 1];
    const isOne = ["!", IS_CLUSTER];
    return [
        ...clusterLayers("person", "people", disc, [14, 20, 18, 200, 22], onPerson),
        {
            id: "person",
            type: "circle",
            source: "people",
            filter: isOne,
            paint: { ...disc, "circle-radius": 12, "circle-opacity": presence },
        },
        {
            id: "person-letter",
            type: "symbol",
            source: "people",
            filter: isOne,
            layout: { ...NUMBER, "text-field": ["get", "letter"] },
            paint: { "text-color": onPerson },
        },
        {
            id: "person-name",
            type: "symbol",
            source: "people",
            minzoom: 13,
            filter: isOne,
            layout: { ...NAMED, "text-anchor": "top", "text-offset": [0, 1.1] },
            paint: { "text-color": person, "text-halo-color": halo, "text-halo-width": 1.8 },
        },
    ];
}
