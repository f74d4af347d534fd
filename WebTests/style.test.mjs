import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fitStyle, STYLES, stylesOf } from "../Web/map/style.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../Web/styles/${name}.json`, import.meta.url), "utf8"));
const layers = read("layers");
const palettes = read("palettes");
const texts = (value) =>
    typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(texts) : [];
const tokens = new Set(
    texts(layers)
        .filter((text) => text.startsWith("@"))
        .map((text) => text.slice(1)),
);

// Layers of Shortbread 1.1, https://shortbread-tiles.org/schema/1.1/
const SHORTBREAD = `
    ocean water_polygons water_polygons_labels water_lines water_lines_labels dam_lines dam_polygons
    pier_lines pier_polygons boundaries boundary_labels place_labels land sites buildings addresses
    streets street_polygons street_labels streets_polygons_labels street_labels_points bridges
    aerialways ferries public_transport pois
`
    .trim()
    .split(/\s+/);

for (const style of STYLES) {
    test(`the palette '${style}' has exactly the colours that the layers name`, () => {
        assert.deepEqual(Object.keys(palettes[style]).toSorted(), [...tokens].toSorted());
    });
}

test("layers draw what the tiles have, under names of their own", () => {
    const ids = layers.layers.map((layer) => layer.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const layer of layers.layers)
        if (layer.type !== "background") assert.ok(SHORTBREAD.includes(layer["source-layer"]), layer.id);
});

test("the page asks for no glyphs and no sprite, which other map programs need", () => {
    const style = { ...layers, glyphs: "{origin}/fonts/{fontstack}/{range}.pbf", sprite: "{origin}/sprites/streets" };
    const fitted = fitStyle(style, "streets", { bounds: [24, 60, 25, 61] }, "en");
    assert.deepEqual(
        ["glyphs", "sprite"].filter((name) => name in fitted),
        [],
    );
});

test("names are asked for in the reader's language, with the local name beneath at points only", () => {
    const about = { bounds: [24, 60, 25, 61] };
    const fitted = fitStyle(layers, "streets", about, "sv");
    const field = (id) => JSON.stringify(fitted.layers.find((layer) => layer.id === id).layout["text-field"]);
    assert.match(field("street-label"), /name_sv/);
    assert.doesNotMatch(field("street-label"), /format/);
    assert.match(field("place-town"), /format.*"\\n"/);
    assert.match(field("house-number"), /housenumber/);
    assert.doesNotMatch(field("house-number"), /name_sv/);
    assert.deepEqual(fitted.sources.place.tiles, ["place://{z}/{x}/{y}"]);
});

test("the route lies above the streets and beneath the labels", () => {
    const ids = fitStyle(layers, "dark", { bounds: [0, 0, 1, 1] }, "en").layers.map((layer) => layer.id);
    assert.ok(ids.indexOf("route") > ids.indexOf("bridge-fill"));
    assert.ok(ids.indexOf("route") < ids.indexOf("street-label"));
});

/** Relative luminance and contrast of WCAG 2.2. @param {string} colour #rrggbb */
function luminance(colour) {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
function contrast(a, b) {
    const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
}

/** The layers under names, besides land and buildings: named features, and lines with names along them. */
const GROUNDS = {
    "house-number": ["building-raised"],
    "poi-nature": ["park", "grass", "forest"],
    "street-text": ["road", "primary", "motorway"],
    "street-text-quiet": ["road"],
    "water-text": ["water"],
};
const written = new Set(
    layers.layers.flatMap((layer) => (layer.layout?.["text-field"] ? texts(layer.paint["text-color"]) : [])),
);
const names = [...written].map((token) => token.slice(1)).filter((name) => name !== "oneway");

for (const style of STYLES) {
    const palette = palettes[style];
    const check = (name, ground, wanted) => {
        const found = contrast(palette[name], palette[ground]);
        assert.ok(found >= wanted, `${name} on ${ground}: ${found.toFixed(2)}`);
    };

    test(`names of the style '${style}' can be read wherever they lie: 4.5 to 1, without their halo`, () => {
        assert.ok(names.length > 14);
        for (const name of names)
            for (const ground of ["land", "building", ...(GROUNDS[name] ?? [])]) check(name, ground, 4.5);
    });

    test(`the arrows of one-way streets of the style '${style}' are seen on them: 3 to 1`, () => {
        for (const ground of ["road", "road-quiet"]) check("oneway", ground, 3);
    });
}

test("only a server with pictures has the style 'satellite', and its pictures stay in the style", () => {
    assert.deepEqual(stylesOf({ features: ["tiles"] }), STYLES);
    assert.deepEqual(stylesOf({}), STYLES);
    assert.deepEqual(stylesOf({ features: ["tiles", "satellite"] }), [...STYLES, "satellite"]);
    const pictures = { type: "raster", url: "/tiles/satellite.json", tileSize: 256 };
    const labels = layers.layers.filter((layer) => layer.type === "symbol");
    const satellite = { id: "satellite", type: "raster", source: "satellite" };
    const style = { ...layers, sources: { ...layers.sources, satellite: pictures }, layers: [satellite, ...labels] };
    const fitted = fitStyle(style, "satellite", { bounds: [24, 60, 25, 61] }, "en");
    assert.deepEqual(fitted.sources.satellite, pictures);
    const ids = fitted.layers.map((layer) => layer.id);
    assert.equal(ids[0], "satellite");
    assert.ok(ids.indexOf("route") > 0 && ids.indexOf("route") < ids.indexOf("street-label"));
    assert.equal("satellite" in fitStyle(layers, "streets", { bounds: [24, 60, 25, 61] }, "en").sources, false);
});
