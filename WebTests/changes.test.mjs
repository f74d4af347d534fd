import assert from "node:assert/strict";
import { test } from "node:test";
import { concernsStreets, numbersOfChanges } from "../Web/core/changes.js";
import { isRestOf } from "../Web/directions/rest.js";

const points = [
    { lat: 60.1, lon: 24.9 },
    { lat: 60.2, lon: -24.8 },
];
const gate = { kind: "entrance", points: [{ lat: 60.15, lon: 24.85 }] };

test("each kind that affects streets is encoded in the numbers of the core", () => {
    assert.deepEqual(numbersOfChanges([{ kind: "closed", points }]), [0, 15, 1, 0, 2, 0, 60.1, 24.9, 60.2, -24.8]);
    assert.deepEqual(
        numbersOfChanges([{ kind: "one_way", ways: [7, 8], profiles: ["car"] }]),
        [1, 8, 1, 2, 2, 0, 7, 8],
    );
    const slow = {
        kind: "slow",
        factor: 2.5,
        points: [...points, points[0]],
        area: true,
        profiles: ["foot", "bicycle"],
    };
    assert.deepEqual(numbersOfChanges([slow]).slice(0, 6), [2, 5, 2.5, 1, 3, 0]);
});

test("entrances open fences, and nothing else", () => {
    assert.deepEqual(
        numbersOfChanges([{ kind: "fence", points }, gate, { kind: "closed", points }]),
        [3, 15, 1, 0, 2, 1, 60.1, 24.9, 60.2, -24.8, 60.15, 24.85, 0, 15, 1, 0, 2, 0, 60.1, 24.9, 60.2, -24.8],
    );
});

test("features that block nobody are not encoded", () => {
    for (const kind of ["stage", "stall", "toilets", "first_aid", "meeting_point", "entrance"]) {
        assert.equal(concernsStreets({ kind }), false);
        assert.deepEqual(numbersOfChanges([{ kind, points: points.slice(1) }]), []);
    }
    assert.deepEqual(numbersOfChanges([{ kind: "closed", points: points.slice(1) }]), []);
});

test("a route is the rest of another where it leads along it to its end", () => {
    const route = (...coordinates) => ({ geometry: { coordinates } });
    const whole = route([0, 0], [1, 0], [1, 1], [2, 1]);
    assert.ok(isRestOf(whole, whole));
    assert.ok(isRestOf(route([1, 0.5], [1, 1], [2, 1]), whole));
    assert.ok(!isRestOf(route([1, 0.5], [1.5, 1], [2, 1]), whole));
    assert.ok(!isRestOf(whole, route([1, 1], [2, 1])));
    assert.ok(!isRestOf(route([0, 0], [1, 0], [1, 1]), whole));
});
