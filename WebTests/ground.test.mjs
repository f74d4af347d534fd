// What stands around a position, of a map's tile that this test writes by the specification.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ground, tilesAround } from "../Web/ar/ground.js";

const varint = (number) => (number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))]);
const zigzag = (number) => (number < 0 ? -2 * number - 1 : 2 * number);
const bytes = (field, content) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
const text = (field, words) => bytes(field, [...new TextEncoder().encode(words)]);

/** The value of an attribute: a text, or a whole number. */
const value = (given) => (typeof given === "string" ? text(1, given) : [...varint(5 * 8), ...varint(given)]);

/** A layer of features: their properties and their points or rings. */
function layer(name, features) {
    const [keys, values] = [[], []];
    const at = (list, one) => (list.includes(one) ? list.indexOf(one) : list.push(one) - 1);
    const written = features.map(({ properties, parts }) => {
        const tags = Object.entries(properties).flatMap(([key, one]) => [at(keys, key), at(values, one)]);
        let [x, y] = [0, 0];
        const move = ([toX, toY]) => {
            const steps = [zigzag(toX - x), zigzag(toY - y)];
            [x, y] = [toX, toY];
            return steps;
        };
        const geometry = parts.flatMap(([first, ...rest]) => [
            9,
            ...move(first),
            ...(rest.length > 0 ? [8 * rest.length + 2, ...rest.flatMap(move), 15] : []),
        ]);
        return bytes(2, [...bytes(2, tags.flatMap(varint)), ...bytes(4, geometry.flatMap(varint))]);
    });
    const named = [...text(1, name), ...written.flat(), ...keys.flatMap((key) => text(3, key))];
    return bytes(3, [...named, ...values.flatMap((one) => bytes(4, value(one))), ...varint(5 * 8), ...varint(4096)]);
}

const square = (x, y, half) => [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
];
const point = (x, y) => [[[x, y]]];
/** A tile of Helsinki. By the formula of Web Mercator, its middle is at 60.168842, 24.949951. */
const NAME = { z: 14, x: 9327, y: 4742 };
const WRITTEN = [
    ...layer("pois", [
        { properties: { amenity: "cafe", name: "Kahvila", name_en: "Coffee" }, parts: point(2048, 2048) },
        { properties: { tourism: "museum", name: "In the yard" }, parts: point(2148, 2048) },
        { properties: { amenity: "bench" }, parts: point(2000, 2000) },
        { properties: { shop: "books", name: "Far off" }, parts: point(4095, 4095) },
    ]),
    ...layer("streets", [{ properties: { name: "A street" }, parts: [square(5, 5, 5)] }]),
    ...layer("public_transport", [
        { properties: { kind: "tram_stop", name: "Stop" }, parts: point(2050, 2100) },
        { properties: { kind: "tram_stop", name: "Stop" }, parts: point(2060, 2110) },
    ]),
    ...layer("buildings", [
        { properties: { height: 23 }, parts: [square(2048, 2048, 20)] },
        { properties: { height: 9 }, parts: [square(2148, 2048, 60), square(2148, 2048, 30)] },
        { properties: { dummy: 1 }, parts: [square(2060, 2110, 30)] },
    ]),
];
const ME = { lat: 60.1689, lon: 24.9497 };

function ground(written = WRITTEN) {
    const made = new Ground("en");
    made.add(NAME, new Uint8Array(written).buffer);
    return made;
}

test("named places stand at their positions, in the reader's language, the nearest first and each once", () => {
    const found = ground().around(ME, 440);
    assert.deepEqual(
        found.map(({ name, localName, kind, group }) => [name, localName, kind, group]),
        [
            ["Coffee", "Kahvila", "cafe", "amenity"],
            ["Stop", "Stop", "tram_stop", "transit"],
            ["In the yard", "In the yard", "museum", "tourism"],
        ],
    );
    assert.ok(Math.abs(found[0].position.lat - 60.168842) < 1e-6, found[0].position.lat);
    assert.ok(Math.abs(found[0].position.lon - 24.949951) < 1e-6);
});

test("a place is as high as the building that it is in, but not in its yard, nor where no height is known", () => {
    const heights = new Map(
        ground()
            .around(ME, 440)
            .map(({ name, height }) => [name, height]),
    );
    assert.deepEqual(
        [...heights],
        [
            ["Coffee", 23],
            ["Stop", undefined],
            ["In the yard", undefined],
        ],
    );
    assert.equal(ground().heightAt(ground().places[0].position), 23);
});

test("a cut or damaged tile is refused or read, and nothing else", () => {
    for (let end = 0; end < WRITTEN.length; end += 1) only(WRITTEN.slice(0, end));
    for (let at = 0; at < WRITTEN.length; at += 1)
        for (const flip of [1, 128, 255]) only(WRITTEN.map((byte, index) => (index === at ? byte ^ flip : byte)));
    assert.throws(() => ground(WRITTEN.slice(0, 40)), RangeError);
    assert.deepEqual(ground([]).around(ME, 440), []);
});

function only(written) {
    try {
        ground(written).around(ME, 440);
    } catch (failure) {
        assert.ok(failure instanceof RangeError, String(failure));
    }
}

test("the tiles around a position are those that a square around it meets", () => {
    assert.deepEqual(tilesAround(ME, 110), [NAME]);
    assert.equal(tilesAround({ lat: 60.1634, lon: 24.9609 }, 220).length, 4);
    // Across the antimeridian the world goes on.
    assert.deepEqual(
        tilesAround({ lat: 0.01, lon: 179.9999 }, 110).map(({ x }) => x),
        [16383, 0],
    );
    // No map is at the poles, and a simulated position may be there.
    assert.ok(tilesAround({ lat: 90, lon: 0 }, 900).length < 20);
});
