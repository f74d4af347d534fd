import assert from "node:assert/strict";
import { test } from "node:test";
import { localities } from "../Web/search/localities.js";

const shop = (name, more) => ({ id: "n1", type: "place", name, lat: 0, lon: 0, street: "Main Street", ...more });

test("places of one name in different towns name the town", () => {
    const found = [shop("R", { city: "Espoo" }), shop("R", { city: "Vantaa" }), shop("S", { city: "Espoo" })];
    assert.deepEqual(localities(found), ["Espoo", "Vantaa", undefined]);
});

test("in one town the street and its corner are enough, else the district, else the quarter", () => {
    const at = (cross_street, suburb, neighbourhood) =>
        shop("R", { city: "Espoo", cross_street, suburb, neighbourhood });
    assert.deepEqual(localities([at("A", "North"), at("B", "South")]), [undefined, undefined]);
    assert.deepEqual(localities([at("A", "North"), at("A", "South")]), ["North", "South"]);
    assert.deepEqual(localities([at("A", "North", "Hill"), at("A", "North", "Shore")]), ["Hill", "Shore"]);
    assert.deepEqual(localities([at("A", "North"), at("A", "North")]), [undefined, undefined]);
});

test("a street and a stop of the same name differ by their kinds", () => {
    const found = [shop("Main", { type: "street", city: "Espoo" }), shop("Main", { type: "place", city: "Vantaa" })];
    assert.deepEqual(localities(found), [undefined, undefined]);
});
