import assert from "node:assert/strict";
import { test } from "node:test";
import { unbroken } from "../Web/data/remote.js";
import { fitStyle } from "../Web/map/style.js";

const FIJI = { bounds: [179.97, -16.81, -179.97, -16.79], center: { lat: -16.8, lon: -179.99 }, tile_version: "1" };
const HELSINKI = { bounds: [24.9, 60.1, 25.1, 60.2], center: { lat: 60.15, lon: 25 }, tile_version: "1" };

test("over the antimeridian the place's longitudes go on beyond 180 degrees", () => {
    const { bounds, center } = unbroken(FIJI);
    assert.deepEqual(
        bounds.map((side) => Math.round(side * 100) / 100),
        [179.97, -16.81, 180.03, -16.79],
    );
    assert.ok(Math.abs(center.lon - 180.01) < 1e-9);
    assert.equal(unbroken({ ...FIJI, center: { lat: -16.8, lon: 179.98 } }).center.lon, 179.98);
    assert.equal(unbroken(HELSINKI), HELSINKI);
});

test("over the antimeridian the tiles' source has no bounds, beyond which nothing would be asked for", () => {
    const source = (about) =>
        Object.values(fitStyle({ layers: [], sources: {} }, "light", about, "en").sources).find(
            ({ type }) => type === "vector",
        );
    assert.equal(source(unbroken(FIJI)).bounds, undefined);
    assert.deepEqual(source(HELSINKI).bounds, HELSINKI.bounds);
});
