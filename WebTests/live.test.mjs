import assert from "node:assert/strict";
import { test } from "node:test";
import { Abreast } from "../Web/data/live.js";

test("a change between reading and the stream's beginning is missed, whichever comes first", () => {
    for (const [read, newest, misses] of [
        ["z", "10", true],
        ["10", "z", false],
        ["a1", "a2", true],
        ["a2", "a2", false],
    ]) {
        const reading = new Abreast();
        assert.equal(reading.misses({ read }), false);
        assert.equal(reading.misses({ newest }), misses);
        const listening = new Abreast();
        assert.equal(listening.misses({ newest }), false);
        assert.equal(listening.misses({ read }), misses);
        // A reader that has read again does not read a third time, with any result.
        assert.equal(listening.misses({ read }), false);
        assert.equal(listening.misses({ newest: "zzz" }), true);
    }
});

test("an event that arrived is not missed, but earlier events may be", () => {
    const abreast = new Abreast();
    abreast.heard("5");
    assert.equal(abreast.misses({ newest: "5" }), false);
    abreast.misses({ read: "5" });
    abreast.heard("a");
    abreast.heard("9");
    assert.equal(abreast.misses({ newest: "a" }), false);
    assert.equal(abreast.misses({ newest: "b" }), true);
    // Until the next reading, events continue from there.
    abreast.heard("c");
    assert.equal(abreast.misses({ newest: "c" }), true);
    assert.equal(abreast.misses({ read: "c" }), false);
    abreast.heard("d");
    assert.equal(abreast.misses({ newest: "d" }), false);
});

test("an answer of the device, and a server that sends no cursors, miss nothing", () => {
    const abreast = new Abreast();
    assert.equal(abreast.misses({ read: undefined }), false);
    assert.equal(abreast.misses({ newest: undefined }), false);
    assert.equal(abreast.misses({ newest: "5" }), false);
});
