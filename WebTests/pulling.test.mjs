import assert from "node:assert/strict";
import { test } from "node:test";
import { Pulling } from "../Web/directions/pulling.js";
import { nearestOnLine } from "../Web/map/line.js";

const still = () => new Promise((resolve) => setImmediate(resolve));
const at = (lat, lon) => ({ lat, lon });

function pulling() {
    const seen = { asked: [], drawn: [], inserted: [] };
    const hands = new Pulling({
        points: [at(0, 0), at(1, 1), at(2, 2)],
        find: (points) => new Promise((resolve) => seen.asked.push({ points, resolve })),
        draw: (route) => seen.drawn.push(route),
        inserted: (...all) => seen.inserted.push(all),
        moved: () => {},
    });
    return { seen, hands };
}

test("while a line is pulled, one question waits, and the newest is asked after it", async () => {
    const { seen, hands } = pulling();
    hands.pulling(1, at(5, 5));
    hands.pulling(1, at(6, 6));
    hands.pulling(1, at(7, 7));
    assert.equal(seen.asked.length, 1);
    assert.deepEqual(seen.asked[0].points, [at(0, 0), at(1, 1), at(5, 5), at(2, 2)]);
    seen.asked[0].resolve("first");
    await still();
    assert.deepEqual(seen.drawn, ["first"]);
    assert.deepEqual(seen.asked[1].points[2], at(7, 7));
});

test("an answer after the release of the line is not drawn", async () => {
    const { seen, hands } = pulling();
    hands.moving(0, at(9, 9));
    assert.deepEqual(seen.asked[0].points, [at(0, 0), at(9, 9), at(2, 2)]);
    hands.pulled(0, at(9, 9));
    seen.asked[0].resolve("late");
    await still();
    assert.deepEqual(seen.drawn, []);
    assert.deepEqual(seen.inserted, [[0, at(9, 9)]]);
});

test("the nearest point of a line is found on its segments, at its corners and past its ends", () => {
    const line = [at(0, 0), { x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }].slice(1);
    assert.deepEqual(nearestOnLine({ x: 4, y: -3 }, line), { x: 4, y: 0, segment: 0, part: 0.4, far: 3 });
    assert.deepEqual(nearestOnLine({ x: 13, y: -4 }, line), { x: 10, y: 0, segment: 0, part: 1, far: 5 });
    assert.deepEqual(nearestOnLine({ x: 12, y: 14 }, line).far, Math.hypot(2, 4));
    assert.equal(nearestOnLine({ x: 1, y: 1 }, [{ x: 0, y: 0 }]), null);
});
