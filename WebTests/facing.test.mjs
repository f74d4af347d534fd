import assert from "node:assert/strict";
import { test } from "node:test";
import { headingOf } from "../Web/position/device.js";

test("a phone without a compass says north with the accuracy -1, which is unknown", () => {
    assert.equal(headingOf({ webkitCompassHeading: 0, webkitCompassAccuracy: -1, alpha: 12 }), null);
    assert.equal(headingOf({ webkitCompassHeading: -1, webkitCompassAccuracy: 10 }), null);
    assert.equal(headingOf({ webkitCompassHeading: Number.NaN, webkitCompassAccuracy: 10 }), null);
});

test("north is north where the compass knows it", () => {
    assert.equal(headingOf({ webkitCompassHeading: 0, webkitCompassAccuracy: 15 }), 0);
    assert.equal(headingOf({ webkitCompassHeading: 271, webkitCompassAccuracy: 0 }), 271);
});

test("an angle counts only when it is one from north", () => {
    assert.equal(headingOf({ absolute: true, alpha: 90 }), 270);
    assert.equal(headingOf({ absolute: true, alpha: 0 }), 0);
    assert.equal(headingOf({ absolute: true, alpha: null }), null);
    assert.equal(headingOf({ absolute: false, alpha: 90 }), null);
    assert.equal(headingOf({}), null);
});
