// Makes the map: style, tiles through the page's door to data, raised buildings when tilted.
import { at, credentials, isEmbedded } from "../address/root.js";
import { namesLanguage, say } from "../text/catalogue.js";
import { forgetIcons, loadDrawings, paintIcons } from "./icons.js";
import { OWN, SATELLITE, fetchStyle } from "./style.js";

/** Buildings rise only when the map is tilted: seen from above, walls would cover the streets beside them. */
const RAISED_LAYER = "building-raised";
/** Degrees around the place that the camera may look at, as a part of the place's own size. */
const MARGIN = 0.5;

/**
 * @param {HTMLElement} container
 * @param {PlaceSource} data
 * @param {About} about
 * @param {{style: string, camera: Camera | null}} start
 */
export async function makeMap(container, data, about, start) {
    await loadLibrary();
    serveTiles(data);
    if (maplibregl.getRTLTextPluginStatus() === "unavailable")
        maplibregl.setRTLTextPlugin(new URL(at("/map/rtl.js"), location.href).href, true);
    const [style] = await Promise.all([
        fetchStyle(start.style, about, namesLanguage()),
        loadDrawings(),
        // Labels are drawn with the page's typeface once and not again, so it has to be there first.
        Promise.all([400, 500, 600].map((weight) => document.fonts.load(`${weight} 16px Inter`))).catch(() => []),
    ]);
    const map = new maplibregl.Map({
        container,
        style,
        ...opening(about, start.camera),
        maxBounds: widened(about.bounds, MARGIN),
        maxZoom: 20.5,
        minZoom: 3,
        maxPitch: 65,
        attributionControl: false,
        dragRotate: true,
        clickTolerance: 6,
        fadeDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200,
        transformRequest: isEmbedded()
            ? (/** @type {string} */ url) => ({ url, credentials: credentials() })
            : undefined,
        locale: { "Map.Title": say("map.label"), "Marker.Title": say("map.mark") },
    });
    map.scrollZoom.setWheelZoomRate(1 / 300);
    paintIcons(map);
    raiseWhenTilted(map);
    creditPictures(style);
    return map;
}

/**
 * Switches a map to another style.
 *
 * @param {LibraryMap} map
 * @param {string} name
 * @param {About} about
 */
export async function switchStyle(map, name, about) {
    const style = await fetchStyle(name, about, namesLanguage());
    forgetIcons(map);
    for (const id of OWN) {
        const held = map.getSource(id)?.serialize().data;
        if (held) style.sources[id] = { ...style.sources[id], data: held };
    }
    map.setStyle(style, { diff: true });
    creditPictures(style);
}

/**
 * Names the makers of a style's pictures beside those of the map. Sources write credits as HTML; here they are text.
 *
 * @param {{sources: Record<string, any>}} style
 */
function creditPictures(style) {
    const element = document.getElementById("pictures-credit");
    if (!element) return;
    const credit = style.sources[SATELLITE]?.attribution ?? "";
    const text = credit.replaceAll(/<[^>]*>/g, "");
    // The separator before it runs in the page's direction, whatever that of the credit.
    /** @type {Element} */ (element.firstElementChild).textContent = text;
    element.hidden = text === "";
}

/** Loads MapLibre, which is not a module. */
async function loadLibrary() {
    if (/** @type {any} */ (globalThis).maplibregl) return;
    const script = document.createElement("script");
    script.src = at("/vendor/maplibre-gl.js");
    await new Promise((resolve, reject) => {
        script.addEventListener("load", resolve);
        script.addEventListener("error", () => reject(new Error("the map's library did not come")));
        document.head.append(script);
    });
}

/** @param {PlaceSource} data */
function serveTiles(data) {
    maplibregl.addProtocol(
        "place",
        async (/** @type {{url: string}} */ { url }, /** @type {AbortController} */ { signal }) => {
            const [z, x, y] = url.replace("place://", "").split("/").map(Number);
            return { data: await data.tile({ z, x, y }, signal) };
        },
    );
}

/**
 * @param {About} about
 * @param {Camera | null} camera
 */
function opening(about, camera) {
    if (!camera) return { bounds: about.bounds };
    return { center: [camera.lon, camera.lat], zoom: camera.zoom, bearing: camera.bearing, pitch: camera.pitch };
}

/**
 * @param {[number, number, number, number]} bounds
 * @param {number} part
 */
function widened([west, south, east, north], part) {
    const across = Math.max((east - west) * part, 0.02);
    const along = Math.max((north - south) * part, 0.02);
    return [west - across, Math.max(south - along, -85), east + across, Math.min(north + along, 85)];
}

/** @param {LibraryMap} map */
function raiseWhenTilted(map) {
    const update = () => {
        const wanted = map.getPitch() > 1 ? "visible" : "none";
        if (map.getLayer(RAISED_LAYER) && map.getLayoutProperty(RAISED_LAYER, "visibility") !== wanted) {
            map.setLayoutProperty(RAISED_LAYER, "visibility", wanted);
        }
    };
    map.on("pitch", update);
    map.on("style.load", update);
}
