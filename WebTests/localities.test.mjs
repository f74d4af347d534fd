import assert from "node:assert/strict";
import { test } from "node:test";
import { localities, restOfAddress } from "../Web/search/localities.js";

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

test("a row says the name and the building once, and cuts no other address", () => {
    const building = { id: "w1", name: "Science House" };
    const cases = [
        [{ name: "E180", label: "Science House, Helsinki", building }, "Helsinki"],
        [{ name: "E180", label: "Science House", building }, ""],
        [{ name: "E180", label: "7 Harbour Street, Helsinki", building: { id: "w1" } }, "7 Harbour Street, Helsinki"],
        [{ name: "E180", label: "Science Houses, Helsinki", building }, "Science Houses, Helsinki"],
        [{ name: "Harbour", label: "Harbour, Helsinki" }, "Helsinki"],
        [{ name: "7", label: "72 Harbour Street, Helsinki" }, "72 Harbour Street, Helsinki"],
        [{ name: "Harbour Street", label: "Harbour Street 7, Helsinki" }, "Harbour Street 7, Helsinki"],
        [{ name: "Helsinki" }, ""],
    ];
    for (const [found, rest] of cases) assert.equal(restOfAddress(found), rest);
});
