// Answers to events that come often.
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { seldom } from "../Web/mesh/seldom.js";

const { random } = Math;
afterEach(() => {
    mock.timers.reset();
    Math.random = random;
});

test("many events in a row lead to one answer in each span", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    Math.random = () => 0;
    let count = 0;
    const heard = seldom(() => (count += 1), 1_000);
    // Each event comes before the time of the one before is over: a timer that begins anew would never end.
    for (let time = 0; time < 10_000; time += 100) {
        heard();
        mock.timers.tick(100);
    }
    assert.equal(count, 10);
    mock.timers.tick(10_000);
    assert.equal(count, 10);
});

test("devices that hear of the same thing answer at different times, at the latest after twice the span", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let late = 0;
    const all = Array.from({ length: 100 }, () => seldom(() => (late += 1), 1_000));
    for (const heard of all) heard();
    mock.timers.tick(999);
    assert.equal(late, 0);
    mock.timers.tick(501);
    assert.ok(late > 10 && late < 90);
    mock.timers.tick(500);
    assert.equal(late, 100);
});

test("what has ended answers no more", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const leaving = new AbortController();
    let count = 0;
    seldom(() => (count += 1), 1_000, leaving.signal)();
    leaving.abort();
    mock.timers.tick(2_000);
    assert.equal(count, 0);
});
