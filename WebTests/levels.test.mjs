import assert from "node:assert/strict";
import { test } from "node:test";
import { newLevels } from "../Web/directions/steps.js";
import { fromAbove, levelOfRoom, nearestToGround, shownLevels, spaceAt, spacesNamed } from "../Web/floors/levels.js";
import { mayBeOn } from "../Web/floors/my-level.js";

test("a switch lists the highest level first, by number", () => {
    const levels = [-1, -0.5, 0, 0.5, 2, 10].map((level) => ({ level }));
    assert.deepEqual(
        fromAbove(levels).map(({ level }) => level),
        [10, 2, 0.5, 0, -0.5, -1],
    );
});

test("the level nearest to the ground is the higher of two as near", () => {
    assert.equal(nearestToGround([-2, -1, 1, 3]), 1);
    assert.equal(nearestToGround([-3, -2]), -2);
    assert.equal(nearestToGround([]), undefined);
});

test("a choice holds for its building; others stay where the server or the tiles say", () => {
    const seen = new Map([
        ["w1", new Set([0, 1])],
        ["w2", new Set([0, 1])],
        ["w3", new Set([-1, 2])],
    ]);
    const shown = shownLevels(
        seen,
        (building) => (building === "w1" ? 1 : undefined),
        (building) => (building === "w2" ? 1 : undefined),
    );
    assert.deepEqual(
        [...shown],
        [
            ["w1", 1],
            ["w2", 1],
            ["w3", -1],
        ],
    );
});

test("a room is shown on the present level if it is there, else on its lowest", () => {
    assert.equal(levelOfRoom([0, 1], 1), 1);
    assert.equal(levelOfRoom([0, 1], 3), 0);
    assert.equal(levelOfRoom([2], undefined), 2);
});

test("a tap means the nearest space of its level and number", () => {
    const spaces = [
        { id: "w1", ref: "180", levels: [1], lat: 43, lon: -87 },
        { id: "w2", ref: "180", levels: [1], lat: 43.01, lon: -87 },
        { id: "w3", ref: "180", levels: [2], lat: 43.01, lon: -87 },
    ];
    assert.equal(spaceAt(spaces, { level: 1, ref: "180", position: { lat: 43.009, lon: -87 } }).id, "w2");
    assert.equal(spaceAt(spaces, { level: 3, ref: "180", position: { lat: 43, lon: -87 } }), undefined);
});

test("rooms are found without accents and case, and sorted by number", () => {
    const spaces = [
        { id: "a", ref: "100", name: "Café", levels: [0] },
        { id: "b", ref: "9", name: "CAFETERIA", levels: [0] },
        { id: "c", ref: "2", name: "Office", levels: [0] },
        { id: "d", levels: [0] },
    ];
    assert.deepEqual(
        spacesNamed(spaces, " café ").map(({ id }) => id),
        ["b", "a"],
    );
    assert.deepEqual(
        spacesNamed(spaces, "").map(({ id }) => id),
        ["c", "b", "a"],
    );
});

test("a step has a level where it differs from the step before", () => {
    const words = new Map([[0, "G"]]);
    const steps = [undefined, 0, 0, 2, undefined, 2].map((level) => ({ level, level_name: words.get(level) }));
    const [ground, second] = [
        { level: 0, name: "G" },
        { level: 2, name: undefined },
    ];
    assert.deepEqual(newLevels(steps), [undefined, ground, undefined, second, undefined, second]);
});

test("I may be on a level near one of its rooms", () => {
    const spaces = [{ id: "w1", class: "room", levels: [2], lat: 60.17, lon: 24.94 }];
    // A thousandth of a degree of latitude is 111 m.
    assert.ok(mayBeOn(spaces, 2, { lat: 60.1708, lon: 24.94 }));
    assert.ok(!mayBeOn(spaces, 2, { lat: 60.171, lon: 24.94 }));
    assert.ok(!mayBeOn(spaces, 1, { lat: 60.17, lon: 24.94 }));
});
