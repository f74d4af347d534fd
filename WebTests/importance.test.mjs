// How important places are for the view through the camera.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importanceOf } from "../Web/ar/importance.js";

/** From this on, in the program's measure, a place far off has no shops as rivals. */
const ABOVE_SHOPS = 2;

test("what people find their way by is more important than shops, and those than what stands at every corner", () => {
    for (const kind of ["castle", "station", "museum", "place_of_worship", "park"])
        assert.ok(importanceOf({ kind }, undefined) > ABOVE_SHOPS, kind);
    for (const kind of ["hairdresser", "cafe", "", "constructor"]) assert.equal(importanceOf({ kind }, undefined), 1);
    for (const kind of ["bench", "atm"]) assert.ok(importanceOf({ kind }, undefined) < 1);
    assert.ok(importanceOf({ isOfGuide: true }, undefined) > importanceOf({ kind: "museum" }, undefined));
});

test("the kind that the visitor looks for comes before all others", () => {
    const others = [{ isOfGuide: true }, { kind: "station" }, { kind: "castle", height: 39 }];
    for (const other of others) assert.ok(importanceOf({ kind: "cafe" }, "cafe") > importanceOf(other, "cafe"));
    assert.equal(importanceOf({ kind: "bakery" }, "cafe"), 1);
});

test("a high building lifts a known place, and no shop in it", () => {
    assert.equal(importanceOf({ kind: "station", height: 60 }, undefined), 2 * importanceOf({ kind: "station" }));
    assert.equal(importanceOf({ kind: "cafe", height: 60 }, undefined), 1);
});
