// The map's style as this page draws it: the server's, with names in the reader's language, tiles through the page's
// own door to data, and the page's own layers in between.
import { at, credentials } from "../address/root.js";
import { accuracyRing, accuracySources } from "./layers/accuracy-layers.js";
import { busyDiscs, busySources } from "./layers/busy-layers.js";
import { CONTENT } from "./layers/colours.js";
import { guideLayers, guideSources } from "./layers/guide-layers.js";
import { overlayPlaces, overlaySources, overlayStreets } from "./layers/overlay-layers.js";
import { peopleLayers, peopleSources } from "./layers/people-layers.js";
import { postLayers, postSources } from "./layers/post-layers.js";
import { reachAreas, reachLabels, reachSources } from "./layers/reach-layers.js";
import { otherLabels, routeLines, routeSources } from "./layers/route-layers.js";

/** The drawn styles. */
export const STYLES = ["streets", "light", "dark"];
/** The style with pictures of the ground, which only some servers have. */
export const SATELLITE = "satellite";

/**
 * The styles that a server has.
 *
 * @param {About} about
 */
export function stylesOf(about) {
    return about.features?.includes(SATELLITE) ? [...STYLES, SATELLITE] : STYLES;
}

/** The first drawn label; the route lies beneath all labels. */
export const FIRST_LABEL = "oneway";
/** The sources that the page itself fills. */
const OWN_SOURCES = {
    ...reachSources,
    ...accuracySources,
    ...routeSources,
    ...guideSources,
    ...postSources,
    ...peopleSources,
    ...busySources,
    ...overlaySources,
};
/** Their names. */
export const OWN = Object.keys(OWN_SOURCES);

/**
 * Fetches a style and fits it to this page.
 *
 * @param {string} name one of `stylesOf(about)`.
 * @param {About} about
 * @param {string} language BCP 47 tag of the names.
 */
export async function fetchStyle(name, about, language) {
    const response = await fetch(at(`/styles/${name}.json`), { credentials: credentials() });
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
    /** @type {Record<string, any>} */
    const tiles = { type: "vector", tiles: ["place://{z}/{x}/{y}"], minzoom: 0, maxzoom: 14 };
    // The library asks for no tile beyond the antimeridian when a source has bounds.
    if (about.bounds[2] <= 180) tiles.bounds = about.bounds;
    const layers = style.layers.map((/** @type {any} */ layer) => inLanguage(layer, language));
    const colours = CONTENT[name === "dark" || name === SATELLITE ? "dark" : "light"];
    const under = layers.findIndex((/** @type {any} */ layer) => layer.id === FIRST_LABEL);
    /** @type {((colours: import("./layers/colours.js").Colours) => object[])[]} */
    const beneath = [overlayStreets, reachAreas, busyDiscs, accuracyRing, routeLines];
    layers.splice(under, 0, ...beneath.flatMap((content) => content(colours)));
    /** @type {typeof beneath} */
    const above = [reachLabels, otherLabels, overlayPlaces, guideLayers, postLayers, peopleLayers];
    // The page draws letters and icons itself, without asking for glyphs and a sprite.
    const { glyphs: _glyphs, sprite: _sprite, ...rest } = style;
    const pictures = style.sources?.[SATELLITE];
    return {
        ...rest,
        sources: { place: tiles, ...(pictures && { [SATELLITE]: pictures }), ...OWN_SOURCES },
        layers: [...layers, ...above.flatMap((content) => content(colours))],
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
