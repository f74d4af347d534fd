// What comes next on the route of the view through the camera.
import assert from "node:assert/strict";
import { test } from "node:test";
import { METRES_PER_DEGREE } from "../Web/core/geodesy.js";
import { cameraRoute } from "../Web/views/ar-route.js";

const DEGREE = METRES_PER_DEGREE;
/** A line of 300 m north and 200 m east near the equator, with a turn after 100 m, where a corner B is, and at C. */
const [A, B, C, D] = [
    [0, 0],
    [0, 100],
    [0, 300],
    [200, 300],
].map(([east, north]) => [east / DEGREE, north / DEGREE]);

function routeThrough(coordinates) {
    const types = coordinates.map((_, index) => (index === 0 ? "depart" : "turn"));
    types[types.length - 1] = "arrive";
    const steps = coordinates.map((location, index) => ({
        maneuver: { type: types[index], modifier: "right", location },
        instruction: `${types[index]} at ${"ABCD"[index]}`,
        geometry_index: index,
        distance: 100,
        duration: 80,
    }));
    return { geometry: { coordinates }, legs: [{ steps }] };
}

const at = (east, north) => ({ position: { lat: north / DEGREE, lon: east / DEGREE }, accuracy: 8 });

test("halfway to a corner, that corner is next, as far as the route is long up to it", () => {
    const { next, points } = cameraRoute(routeThrough([A, B, C, D]));
    assert.deepEqual(points[2], { lat: C[1], lon: C[0] });
    for (const [north, text, far, passed] of [
        [10, "turn at B", 90, 0],
        [60, "turn at B", 40, 0],
        [99, "turn at B", 1, 0],
        [101, "turn at C", 199, 1],
        [210, "turn at C", 90, 1],
    ]) {
        const found = next(at(2, north));
        assert.equal(found.text, text);
        assert.equal(found.passed, passed);
        assert.ok(Math.abs(found.far - far) < 0.1, `${north}: ${found.far}`);
    }
});

test("the last maneuver is the end, without words of its own", () => {
    const { next } = cameraRoute(routeThrough([A, B, C, D]));
    const found = next(at(150, 300));
    assert.equal(found.text, null);
    assert.ok(Math.abs(found.far - 50) < 0.1);
});

test("the way round a bend is measured along it", () => {
    const route = routeThrough([A, B, C, D]);
    route.legs[0].steps.splice(1, 2);
    assert.ok(Math.abs(cameraRoute(route).next(at(0, 200)).far - 300) < 0.1);
});

test("beside the route nothing is next", () => {
    const { next } = cameraRoute(routeThrough([A, B, C, D]));
    assert.equal(next(at(-100, 50)), null);
    assert.equal(next(at(0, 50)).text, "turn at B");
});
