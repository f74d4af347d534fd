import assert from "node:assert/strict";
import { test } from "node:test";
import { openingCamera } from "../Web/map/opening.js";

/** Pixels between two coordinates on a map at a zoom, by the formulas of the OpenStreetMap wiki (Slippy map tilenames), tiles of 512. */
const scale = (zoom) => 512 * 2 ** zoom;
const x = (lon, zoom) => ((lon + 180) / 360) * scale(zoom);
const y = (lat, zoom) => {
    const radians = (lat * Math.PI) / 180;
    return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * scale(zoom);
};

/** How far a view reaches beyond a place, in pixels: left, right, top and bottom. */
function beyond({ zoom, lat, lon }, { width, height }, [west, south, east, north]) {
    return [
        x(west, zoom) - (x(lon, zoom) - width / 2),
        x(lon, zoom) + width / 2 - x(east, zoom),
        y(north, zoom) - (y(lat, zoom) - height / 2),
        y(lat, zoom) + height / 2 - y(south, zoom),
    ];
}

const PHONE = { width: 412, height: 560, aside: 0 };
const DESK = { width: 1280, height: 800, aside: 200 };
const HELSINKI = [24.93518, 60.16416, 24.95341, 60.17911];
const middle = ([west, south, east, north]) => ({ lat: (south + north) / 2, lon: (west + east) / 2 });

test("nothing beyond the place is shown", () => {
    for (const room of [PHONE, DESK])
        for (const [east, north] of [
            [0.5, 0.5],
            [0.05, 0.9],
            [1, 0],
            [2, -1],
        ]) {
            const center = { lon: 24.93518 + east * 0.01823, lat: 60.16416 + north * 0.01495 };
            const camera = openingCamera({ bounds: HELSINKI, center }, room, 16.5);
            for (const pixels of beyond(camera, room, HELSINKI)) assert.ok(pixels < 1e-6, `${pixels}`);
        }
});

test("its centre is in the middle as far as that goes", () => {
    const bounds = [10, -5, 10.4, -4.6];
    const camera = openingCamera({ bounds, center: { lat: -4.8, lon: 10.19 } }, PHONE, 16.5);
    assert.ok(Math.abs(camera.lat - -4.8) < 1e-3 && Math.abs(camera.lon - 10.19) < 1e-9);
    const wide = openingCamera({ bounds: [10, -5, 11, -4.6], center: { lat: -4.8, lon: 10.5 } }, DESK, 16.5);
    // The centre is 200 pixels right of the middle.
    assert.ok(Math.abs(x(10.5, wide.zoom) - x(wide.lon, wide.zoom) - 200) < 1e-6);
});

test("a strip is not followed too near, and lies in the middle across", () => {
    for (const [bounds, isTall] of [
        [[10, 50, 10.01, 50.4], true],
        [[10, 50, 10.6, 50.01], false],
    ]) {
        const camera = openingCamera({ bounds, center: middle(bounds) }, DESK, 16.5);
        const [left, right, top, bottom] = beyond(camera, DESK, bounds);
        const [[one, other], long] = isTall
            ? [
                  [left, right],
                  [top, bottom],
              ]
            : [
                  [top, bottom],
                  [left, right],
              ];
        assert.ok(one > 0 && Math.abs(one - other) < 1e-3);
        assert.ok(long.every((pixels) => pixels < 0));
    }
});

test("a tiny place is not looked at nearer than streets are", () => {
    const bounds = [10, 50, 10.0001, 50.0001];
    assert.equal(openingCamera({ bounds, center: middle(bounds) }, PHONE, 16.5).zoom, 16.5);
});

test("a nearer view stays as near, moved no farther than to show nothing beyond the place", () => {
    const [west, south] = HELSINKI;
    const camera = openingCamera({ bounds: HELSINKI, center: { lat: south, lon: west } }, PHONE, 16.5, 17.5);
    assert.equal(camera.zoom, 17.5);
    assert.ok(beyond(camera, PHONE, HELSINKI).every((pixels) => pixels < 0));
    const inside = { lat: 60.1716, lon: 24.9443 };
    const still = openingCamera({ bounds: HELSINKI, center: inside }, PHONE, 16.5, 17.5);
    assert.ok(Math.hypot(still.lat - inside.lat, still.lon - inside.lon) < 1e-9);
});
