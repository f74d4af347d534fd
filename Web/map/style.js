// The map's style as this page draws it: the server's, with names in the reader's language, tiles through the page's own door to
// data, and room for the page's own layers.

export const STYLES = ["streets", "light", "dark"];

/** The first drawn label; the route lies beneath all labels. */
const FIRST_LABEL = "oneway";
/** Closer than this every venue of the guide and every post is drawn by itself. */
const CLUSTERED_ZOOM = 15;
const FONT = ["Inter SemiBold", "Inter", "Noto Sans", "sans-serif"];
const IS_CLUSTER = ["has", "point_count"];
const NUMBER = { "text-font": FONT, "text-size": 13, "text-allow-overlap": true, "text-ignore-placement": true };
/** The style sheets say the same of the legend. */
const REACH_OPACITY = 0.16;
const NOTHING = { type: "FeatureCollection", features: [] };

/** The colours of the page's own layers, by whether the style is dark. */
const CONTENT = {
    light: {
        route: "#1d4fd7",
        routeCasing: "#ffffff",
        approach: "#5d78b8",
        other: "#8a919d",
        otherText: "#3f4652",
        accuracy: "#1a73ff",
        reach: "#1d4fd7",
        guide: "#7a34b8",
        onGuide: "#ffffff",
        post: "#0c8f6d",
        onPost: "#ffffff",
        closed: "#c62828",
        oneWay: "#9a5b00",
        ground: "#7a34b8",
        halo: "#ffffff",
    },
    dark: {
        route: "#6b9bff",
        routeCasing: "#0d1526",
        approach: "#8ba3d4",
        other: "#79818f",
        otherText: "#d6dae2",
        accuracy: "#5a9bff",
        reach: "#6b9bff",
        guide: "#c79bf2",
        onGuide: "#1c1030",
        post: "#4fd6ae",
        onPost: "#08241c",
        closed: "#ff8a80",
        oneWay: "#ffb74d",
        ground: "#c79bf2",
        halo: "#14161a",
    },
};

/**
 * Fetches a style and fits it to this page.
 *
 * @param {string} name one of STYLES.
 * @param {About} about
 * @param {string} language BCP 47 tag of the names.
 */
export async function fetchStyle(name, about, language) {
    const response = await fetch(`/styles/${name}.json`);
    if (!response.ok) throw new Error(`the style '${name}' was answered with ${response.status}`);
    return fitStyle(await response.json(), name, about, language);
}

/**
 * @param {any} style
 * @param {string} name
 * @param {About} about
 * @param {string} language
 */
export function fitStyle(style, name, about, language) {
    const tiles = { type: "vector", tiles: ["place://{z}/{x}/{y}"], minzoom: 0, maxzoom: 14, bounds: about.bounds };
    const layers = style.layers.map((/** @type {any} */ layer) => inLanguage(layer, language));
    const colours = CONTENT[name === "dark" ? "dark" : "light"];
    const under = layers.findIndex((/** @type {any} */ layer) => layer.id === FIRST_LABEL);
    layers.splice(under, 0, ...overlayStreets(colours), ...contentLayers(colours));
    return {
        ...style,
        sources: {
            place: tiles,
            reach: { type: "geojson", data: NOTHING },
            accuracy: { type: "geojson", data: NOTHING },
            otherRoutes: { type: "geojson", data: NOTHING },
            route: { type: "geojson", data: NOTHING, lineMetrics: false },
            guide: { type: "geojson", data: NOTHING, cluster: true, clusterRadius: 44, clusterMaxZoom: CLUSTERED_ZOOM },
            tour: { type: "geojson", data: NOTHING },
            posts: { type: "geojson", data: NOTHING, cluster: true, clusterRadius: 28, clusterMaxZoom: CLUSTERED_ZOOM },
            chosenPost: { type: "geojson", data: NOTHING },
            overlay: { type: "geojson", data: NOTHING },
        },
        layers: [
            ...layers,
            reachLabels(colours),
            otherLabels(colours),
            ...overlayPlaces(colours),
            ...guideLayers(colours),
            ...postLayers(colours),
        ],
    };
}

/**
 * @param {any} layer
 * @param {string} language
 */
function inLanguage(layer, language) {
    const field = layer.layout?.["text-field"];
    if (!field) return layer;
    const own = ["coalesce", ["get", `name_${language}`], ["get", "name"]];
    const label = layer.layout["symbol-placement"] === "line" ? own : withLocalName(own);
    return { ...layer, layout: { ...layer.layout, "text-field": replaceName(field, label) } };
}

/**
 * The name in the reader's language, and the local one beneath it where they differ.
 *
 * @param {any} own
 */
function withLocalName(own) {
    const local = ["format", own, {}, "\n", {}, ["get", "name"], { "font-scale": 0.82 }];
    return ["case", ["any", ["!", ["has", "name"]], ["==", own, ["get", "name"]]], own, local];
}

/**
 * @param {any} expression
 * @param {any} label
 * @returns {any}
 */
function replaceName(expression, label) {
    if (!Array.isArray(expression)) return expression;
    if (expression.length === 2 && expression[0] === "get" && expression[1] === "name") return label;
    return expression.map((part) => replaceName(part, label));
}

/** @param {typeof CONTENT.light} colours */
function contentLayers(colours) {
    const round = { "line-cap": "round", "line-join": "round" };
    const ridden = ["==", ["get", "part"], "route"];
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
 * What is different for a while on the ground and in the streets, beneath the route.
 *
 * @param {typeof CONTENT.light} colours
 */
function overlayStreets({ closed, oneWay, ground }) {
    const kind = ["get", "kind"];
    const colour = ["match", kind, ["closed", "fence"], closed, ["one_way", "slow"], oneWay, ground];
    const width = ["interpolate", ["linear"], ["zoom"], 12, 2, 18, 6];
    const line = { type: "line", source: "overlay" };
    return [
        {
            id: "overlay-area",
            type: "fill",
            source: "overlay",
            filter: ["all", ["==", ["get", "form"], "area"], ["!=", kind, "fence"]],
            paint: { "fill-color": colour, "fill-opacity": 0.18 },
        },
        {
            id: "overlay-line",
            ...line,
            filter: ["all", ["!=", kind, "closed"], ["==", ["geometry-type"], "LineString"]],
            layout: { "line-join": "round" },
            paint: { "line-color": colour, "line-width": width },
        },
        {
            // What is closed differs in form too, not by its colour alone.
            id: "overlay-closed",
            ...line,
            filter: ["all", ["==", kind, "closed"], ["==", ["geometry-type"], "LineString"]],
            paint: { "line-color": closed, "line-width": width, "line-dasharray": [1.2, 0.8] },
        },
    ];
}

/**
 * What is where for a while, and the names and directions of lines.
 *
 * @param {typeof CONTENT.light} colours
 */
function overlayPlaces({ oneWay, ground, closed, halo }) {
    const isPoint = ["==", ["geometry-type"], "Point"];
    const text = { "text-field": ["get", "name"], "text-font": FONT, "text-size": 12.5 };
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
            filter: ["all", ["!", isPoint], ["==", ["geometry-type"], "LineString"]],
            layout: { ...text, "symbol-placement": "line-center", "text-offset": [0, 1.2], "text-optional": true },
            paint: {
                "text-color": ["match", ["get", "kind"], ["closed", "fence"], closed, ground],
                "text-halo-color": halo,
                "text-halo-width": 1.8,
            },
        },
        {
            id: "overlay-place",
            type: "symbol",
            source: "overlay",
            filter: isPoint,
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

/**
 * The time of each band along its edge.
 *
 * @param {typeof CONTENT.light} colours
 */
function reachLabels({ reach, halo }) {
    return {
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
    };
}

/**
 * How much longer other ways take, beside them.
 *
 * @param {typeof CONTENT.light} colours
 */
function otherLabels({ otherText, halo }) {
    return {
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
    };
}

/**
 * Posts are drawn and not elements, and gathered where they would cover one another, so that tens of thousands stay smooth.
 *
 * @param {typeof CONTENT.light} colours
 */
function postLayers({ post, onPost }) {
    const disc = { "circle-color": post, "circle-stroke-color": onPost, "circle-stroke-width": 2.5 };
    return [
        ...clusterLayers("post", "posts", disc, [12, 20, 16, 200, 20], onPost),
        {
            id: "post",
            type: "circle",
            source: "posts",
            filter: ["!", IS_CLUSTER],
            paint: { ...disc, "circle-radius": 8 },
        },
        {
            id: "post-chosen",
            type: "circle",
            source: "chosenPost",
            paint: { ...disc, "circle-radius": 13, "circle-stroke-width": 4 },
        },
    ];
}

/**
 * Discs that stand for several marks each, and how many these are.
 *
 * @param {string} id what the layers' names begin with.
 * @param {string} source
 * @param {Record<string, unknown>} disc
 * @param {number[]} radii pixels, and from how many marks on the next holds, in turns.
 * @param {string} written the colour of the number.
 */
function clusterLayers(id, source, disc, radii, written) {
    const radius = ["step", ["get", "point_count"], ...radii];
    return [
        {
            id: `${id}-cluster`,
            type: "circle",
            source,
            filter: IS_CLUSTER,
            paint: { ...disc, "circle-radius": radius },
        },
        {
            id: `${id}-count`,
            type: "symbol",
            source,
            filter: IS_CLUSTER,
            layout: { ...NUMBER, "text-field": ["get", "point_count_abbreviated"] },
            paint: { "text-color": written },
        },
    ];
}

/**
 * The guide's marks lie above all else that the map draws: there are few, and they are what one came for.
 *
 * @param {typeof CONTENT.light} colours
 */
function guideLayers({ guide, onGuide, halo }) {
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
