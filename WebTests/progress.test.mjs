import assert from "node:assert/strict";
import { test } from "node:test";
import { maneuverIcon } from "../Web/directions/maneuvers.js";
import { stepAt } from "../Web/directions/progress.js";

const route = {
    geometry: {
        coordinates: [
            [24.94, 60.17],
            [24.94, 60.171],
            [24.94, 60.172],
            [24.944, 60.172],
        ],
    },
};
const steps = [{ geometry_index: 0 }, { geometry_index: 2 }, { geometry_index: 3 }];

test("the step is the one whose stretch of the line is nearest", () => {
    assert.equal(stepAt(route, steps, { lat: 60.1705, lon: 24.9401 }), 0);
    assert.equal(stepAt(route, steps, { lat: 60.1715, lon: 24.9399 }), 0);
    assert.equal(stepAt(route, steps, { lat: 60.17203, lon: 24.942 }), 1);
});

test("off the route there is no step", () => {
    assert.equal(stepAt(route, steps, { lat: 60.18, lon: 24.94 }), -1);
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
