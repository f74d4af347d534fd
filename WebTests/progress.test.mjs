import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { maneuverIcon } from "../Web/directions/maneuvers.js";
import { OffRoute, isOnRoute } from "../Web/directions/off-route.js";
import { Progress } from "../Web/directions/progress.js";
import { metresBetween } from "../Web/core/geodesy.js";

/** @param {[number, number][]} coordinates longitude first @param {number[][]} legs where the steps of each leg begin. */
function routeOf(coordinates, legs) {
    const step = (index) => ({ geometry_index: index, distance: 100, duration: 80, instruction: `at ${index}` });
    return { geometry: { coordinates }, legs: legs.map((begins) => ({ steps: begins.map(step) })) };
}

const line = [
    [24.94, 60.17],
    [24.94, 60.171],
    [24.94, 60.172],
    [24.944, 60.172],
];
const position = (lon, lat) => ({ lat, lon });
const far = (a, b) => metresBetween(position(...a), position(...b));

test("the step is the one whose stretch of the line is nearest", () => {
    const progress = new Progress(routeOf(line, [[0, 2, 3]]));
    assert.equal(progress.at(position(24.9401, 60.1705)).step, 0);
    assert.equal(progress.at(position(24.9399, 60.1715)).step, 0);
    assert.equal(progress.at(position(24.942, 60.17203)).step, 1);
});

test("progress has the distances to the next step, to the end and to the line", () => {
    const progress = new Progress(routeOf(line, [[0, 2, 3]]));
    const place = progress.at(position(24.9403, 60.171));
    const beside = far([24.94, 60.171], [24.9403, 60.171]);
    assert.ok(Math.abs(place.off - beside) < 0.5);
    assert.ok(Math.abs(place.far - far(line[1], line[2])) < 0.5);
    assert.ok(Math.abs(place.left - far(line[1], line[2]) - far(line[2], line[3])) < 0.5);
    assert.equal(place.isAtEnd, false);
    assert.equal(progress.at(position(24.94399, 60.17201)).isAtEnd, true);
});

test("on a line that leads back along itself, what lies ahead counts", () => {
    const east = 0.0009;
    const there = [
        [24.94, 60.17],
        [24.94, 60.179],
        [24.94 + east / 9, 60.179],
        [24.94 + east / 9, 60.17],
    ];
    const progress = new Progress(routeOf(there, [[0, 1, 2, 3]]));
    const back = position(24.94 + east / 20, 60.1702);
    assert.equal(progress.at(position(24.94 + east / 10, 60.1702)).step, 0);
    for (const lat of [60.172, 60.174, 60.176, 60.178]) progress.reach(progress.at(position(24.94, lat)));
    progress.reach(progress.at(position(24.94 + east / 9, 60.1788)));
    for (const lat of [60.1765, 60.174, 60.1715]) progress.reach(progress.at(position(24.94, lat)));
    assert.equal(progress.at(back).step, 2);
});

test("legs lie behind once their last point does", () => {
    const progress = new Progress(
        routeOf(line, [
            [0, 1],
            [1, 3],
        ]),
    );
    assert.equal(progress.at(position(24.94, 60.1704)).legs, 0);
    assert.equal(progress.at(position(24.94, 60.1716)).legs, 1);
});

test("a position far enough from the line, certain enough and for long enough, has left it", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
        let left = 0;
        const route = new OffRoute(() => left++);
        route.hear(29, 5);
        mock.timers.tick(20_000);
        assert.equal(left, 0);
        // As far off as the fix may be wrong, or a fix that says nothing.
        route.hear(45, 60);
        route.hear(900, 400);
        mock.timers.tick(20_000);
        assert.equal(left, 0);
        // A jump, and back.
        route.hear(45, 10);
        mock.timers.tick(3_000);
        route.hear(12, 10);
        mock.timers.tick(20_000);
        assert.equal(left, 0);
        route.hear(45, 10);
        mock.timers.tick(5_999);
        assert.equal(left, 0);
        mock.timers.tick(1);
        assert.equal(left, 1);
        // Nobody found a route: it is tried again.
        mock.timers.tick(6_000);
        assert.equal(left, 2);
        route.drop();
        mock.timers.tick(20_000);
        assert.equal(left, 2);
    } finally {
        mock.timers.reset();
    }
});

test("a vague fix may still be on the route", () => {
    assert.equal(isOnRoute(29, 5), true);
    assert.equal(isOnRoute(60, 5), false);
    assert.equal(isOnRoute(60, 80), true);
    assert.equal(isOnRoute(150, 2000), false);
});

test("every maneuver has an icon of the sprite", async () => {
    const { readFile } = await import("node:fs/promises");
    const listed = new Set((await readFile(new URL("../Web/icons.txt", import.meta.url), "utf8")).split("\n"));
    const modifiers = [
        "",
        "uturn",
        "sharp left",
        "left",
        "slight left",
        "straight",
        "slight right",
        "right",
        "sharp right",
    ];
    for (const type of [
        "depart",
        "arrive",
        "turn",
        "continue",
        "new name",
        "roundabout",
        "rotary",
        "roundabout turn",
        "exit roundabout",
        "end of road",
        "notification",
    ]) {
        for (const modifier of modifiers) assert.ok(listed.has(maneuverIcon({ type, modifier, location: [0, 0] })));
    }
});

test("a roundabout is drawn as one, a turn at one as a turn", () => {
    const drawn = (/** @type {string} */ type, /** @type {string} */ modifier) =>
        maneuverIcon({ type, modifier, location: [0, 0] });
    assert.equal(drawn("roundabout", "right"), "refresh-cw");
    assert.equal(drawn("rotary", "slight right"), "refresh-cw");
    assert.equal(drawn("roundabout turn", "left"), "corner-up-left");
    assert.equal(drawn("exit roundabout", "right"), "corner-up-right");
});
