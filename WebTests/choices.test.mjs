import assert from "node:assert/strict";
import { test } from "node:test";
import { longerText, streetsText } from "../Web/directions/choices.js";
import { useCatalogue } from "../Web/text/catalogue.js";

useCatalogue("en", {
    "choice.longer": "+{time}",
    "choice.shorter": "-{time}",
    "choice.same": "Same time",
    "choice.via": "via {streets}",
});

test("how much longer a route takes is the difference of the times as they are shown", () => {
    const text = (mine, other) => longerText({ duration: mine }, { duration: other });
    // The list shows 13 and 10 minutes, although 2.2 minutes lie between them.
    assert.equal(text(756, 624), "+3 min");
    assert.equal(text(624, 756), "-3 min");
    // 10 and 10 minutes, although 50 seconds lie between them.
    assert.equal(text(629, 579), "Same time");
});

test("a route among others is named by what differs, a single route by its streets", () => {
    const legs = [{ summary: "Long Street" }];
    assert.equal(streetsText({ label: "farther north", legs }), "farther north");
    assert.equal(streetsText({ legs }), "via Long Street");
});
