// The inside of buildings: areas, walls, doors, ways between levels, and labels, one level at a time.
import { FONT } from "./lettering.js";

/** The zooms of the tiles. */
export const INDOOR_ZOOM = { from: 17, to: 19 };
export const INDOOR_SOURCE = {
    type: "vector",
    tiles: ["indoor://{z}/{x}/{y}"],
    minzoom: INDOOR_ZOOM.from,
    maxzoom: INDOOR_ZOOM.to,
};

/** By whether the style is dark. Walls, doors' signs and texts have a contrast of 3:1 or more to the floors. */
export const INDOOR_COLOURS = {
    light: {
        floor: "#f1f2f5",
        room: "#ffffff",
        corridor: "#e8eef8",
        closed: "#e4e2de",
        way: "#f4e6c8",
        wall: "#6f7687",
        text: "#2b3240",
        halo: "#ffffff",
        chosen: "#d92d3a",
        chosenFloor: "#fbdfe1",
    },
    dark: {
        floor: "#1d2128",
        room: "#2a303a",
        corridor: "#1f2a3d",
        closed: "#24252a",
        way: "#3d3623",
        wall: "#8791a3",
        text: "#eef1f6",
        halo: "#14161a",
        chosen: "#ff7a83",
        chosenFloor: "#4a2a31",
    },
};

/** @typedef {typeof INDOOR_COLOURS.light} IndoorColours */

const CLASS = ["get", "class"];
const LEVEL = ["get", "level"];
/** Things outside buildings have no building. */
const BUILDING = ["coalesce", ["get", "building"], ""];
const SPACES = ["room", "corridor", "area"];
const WAYS = ["stairs", "lift", "escalator"];
const WIDTH = ["interpolate", ["exponential", 1.5], ["zoom"], 17, 0.8, 20, 3];

/**
 * A filter for the shown level of each building; things elsewhere are on the ground.
 *
 * @param {Map<string, number>} shown
 */
export function onShownLevel(shown) {
    const others = [...shown].filter(([building, level]) => building && level !== 0);
    return ["==", LEVEL, others.length > 0 ? ["match", BUILDING, ...others.flat(), 0] : 0];
}

/**
 * A filter for one room; for none, it finds nothing.
 *
 * @param {{building: string, ref?: string, name?: string} | null} room
 */
export function isRoom(room) {
    if (!room || (!room.ref && !room.name)) return false;
    const same = (/** @type {"ref" | "name"} */ key) => ["==", ["coalesce", ["get", key], ""], room[key] ?? ""];
    return ["all", ["==", BUILDING, room.building], same("ref"), same("name")];
}

/**
 * @param {...string} classes
 */
function of(...classes) {
    return ["match", CLASS, classes, true, false];
}

/**
 * The layers on the ground, beneath streets' changes and routes. Each has `metadata.filter`: its own part of the filter,
 * without the level.
 *
 * @param {IndoorColours} colours
 */
export function indoorGround(colours) {
    const area = { type: "fill", source: "indoor", "source-layer": "indoor_area" };
    const line = { type: "line", source: "indoor", "source-layer": "indoor_line" };
    const round = { "line-cap": "round", "line-join": "round" };
    const floor = [
        "case",
        ["match", ["get", "access"], ["private", "no"], true, false],
        colours.closed,
        ["match", CLASS, "room", colours.room, WAYS, colours.way, "level", colours.floor, colours.corridor],
    ];
    return [
        // Unseen: it says which building lies at a point, on whatever level.
        { id: "indoor-extent", ...area, paint: { "fill-opacity": 0 } },
        { id: "indoor-floor", ...area, metadata: {}, paint: { "fill-color": floor } },
        {
            id: "indoor-chosen",
            ...area,
            metadata: { filter: "chosen" },
            paint: { "fill-color": colours.chosenFloor },
        },
        {
            id: "indoor-edge",
            ...area,
            type: "line",
            metadata: { filter: ["!=", CLASS, "area"] },
            layout: round,
            paint: { "line-color": colours.wall, "line-width": WIDTH },
        },
        {
            id: "indoor-wall",
            ...line,
            metadata: { filter: of("wall") },
            layout: round,
            paint: { "line-color": colours.wall, "line-width": WIDTH },
        },
        {
            id: "indoor-steps",
            ...line,
            metadata: { filter: of(...WAYS) },
            paint: {
                "line-color": colours.wall,
                "line-width": ["interpolate", ["linear"], ["zoom"], 17, 3, 20, 12],
                "line-dasharray": [0.3, 0.3],
            },
        },
        {
            // A door is a gap in its wall.
            id: "indoor-door",
            type: "circle",
            source: "indoor",
            "source-layer": "indoor_point",
            metadata: { filter: of("door") },
            minzoom: 17.5,
            paint: {
                "circle-color": colours.corridor,
                "circle-radius": ["interpolate", ["exponential", 1.5], ["zoom"], 17.5, 1.2, 20, 4.5],
                // The doors that lead outside are marked.
                "circle-stroke-color": colours.wall,
                "circle-stroke-width": ["match", ["get", "kind"], "entrance", 1.5, 0],
            },
        },
        {
            id: "indoor-chosen-edge",
            ...area,
            type: "line",
            metadata: { filter: "chosen" },
            layout: round,
            paint: { "line-color": colours.chosen, "line-width": 3 },
        },
    ];
}

/**
 * The signs and labels, beneath the names of streets.
 *
 * @param {IndoorColours} colours
 */
export function indoorLabels(colours) {
    const written = { "text-color": colours.text, "text-halo-color": colours.halo, "text-halo-width": 1.6 };
    const ref = ["get", "ref"];
    const name = ["get", "name"];
    const short = ["coalesce", ref, name];
    const hasBoth = ["all", ["has", "ref"], ["has", "name"]];
    const both = ["format", ref, {}, "\n", {}, name, { "font-scale": 0.92 }];
    const isToilet = (/** @type {unknown} */ yes, /** @type {unknown} */ no) => [
        "match",
        ["get", "kind"],
        ["toilet", "toilets"],
        yes,
        no,
    ];
    return [
        {
            id: "indoor-label",
            type: "symbol",
            source: "indoor",
            "source-layer": "indoor_label",
            metadata: { filter: ["all", of(...SPACES), ["any", ["has", "ref"], ["has", "name"]]] },
            minzoom: 17.5,
            layout: {
                "text-field": ["step", ["zoom"], short, 19, ["case", ["all", hasBoth, ["!=", ref, name]], both, short]],
                "text-font": FONT,
                "text-size": 13,
                "text-max-width": 7,
                "text-padding": 3,
                "icon-image": isToilet("toilet:detail", ""),
                "text-anchor": isToilet("top", "center"),
                "text-offset": isToilet(["literal", [0, 0.8]], ["literal", [0, 0]]),
                "text-optional": true,
            },
            paint: written,
        },
        {
            id: "indoor-way",
            type: "symbol",
            source: "indoor",
            "source-layer": "indoor_point",
            metadata: { filter: of(...WAYS) },
            layout: {
                "icon-image": ["concat", "indoor-", CLASS],
                "icon-size": ["interpolate", ["linear"], ["zoom"], 17, 0.6, 18, 1],
                "icon-padding": 1,
            },
        },
    ];
}
