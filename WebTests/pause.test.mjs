import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { mock, test } from "node:test";
import { pause, unlessAborted } from "../Web/data/pause.js";

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

test("an abort ends the wait for an answer that never comes, and leaves no listener", async () => {
    const stop = new AbortController();
    const reason = new Error("cancelled");
    const waiting = unlessAborted(new Promise(() => {}), stop.signal);
    stop.abort(reason);
    await assert.rejects(waiting, reason);
    assert.deepEqual(getEventListeners(stop.signal, "abort"), []);
    await assert.rejects(unlessAborted(Promise.resolve(1), stop.signal), reason);
});

test("an answer and its failure come through, and leave no listener", async () => {
    const { signal } = new AbortController();
    assert.equal(await unlessAborted(Promise.resolve("yes"), signal), "yes");
    assert.equal(await unlessAborted(undefined, signal), undefined);
    await assert.rejects(unlessAborted(Promise.reject(new Error("no")), signal), /no/);
    assert.deepEqual(getEventListeners(signal, "abort"), []);
});
