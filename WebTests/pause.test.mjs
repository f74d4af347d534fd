import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { mock, test } from "node:test";
import { pause } from "../Web/data/pause.js";

test("a pause ends with its time and leaves no listener", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { signal } = new AbortController();
    const waiting = pause(30_000, signal);
    mock.timers.tick(30_000);
    await waiting;
    mock.timers.reset();
    assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("an abort ends a pause at once, also one that came before", async () => {
    const stop = new AbortController();
    const reason = new Error("cancelled");
    const waiting = pause(3_600_000, stop.signal);
    stop.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(pause(3_600_000, stop.signal), reason);
});
