// What comes next on the route of the view through the camera.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { METRES_PER_DEGREE } from "../Web/core/geodesy.js";
import { useCatalogue } from "../Web/text/catalogue.js";
import { cameraRoute } from "../Web/views/ar-route.js";

useCatalogue("en", JSON.parse(readFileSync(new URL("../Web/text/en.json", import.meta.url), "utf8")));
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
        [10, "In 90 m: turn at B", 90, 0],
        [60, "In 40 m: turn at B", 40, 0],
        [97, "turn at B", 3, 0],
        [101, "In 200 m: turn at C", 199, 1],
        [210, "In 90 m: turn at C", 90, 1],
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
    assert.equal(next(at(0, 50)).text, "In 50 m: turn at B");
});

test("a stop ahead is said to be ahead, not reached", () => {
    const route = routeThrough([A, B, C, D]);
    const [depart, , corner, arrive] = route.legs[0].steps;
    const maneuver = { type: "arrive", location: B, stop: 1 };
    const stop = { ...route.legs[0].steps[1], maneuver, instruction: "You have reached stop 1" };
    const onward = { ...depart, maneuver: { type: "depart", location: B }, geometry_index: 1 };
    route.legs = [{ steps: [depart, stop] }, { steps: [onward, corner, arrive] }];
    const { next } = cameraRoute(route);
    assert.equal(next(at(0, 40)).text, "Stop 1 is in 60 m");
    assert.match(next(at(0, 97)).text, /^Stop 1 is in \d+ m$/);
    assert.equal(next(at(0, 150)).text, "In 150 m: turn at C");
});
