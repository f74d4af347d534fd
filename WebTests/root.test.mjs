import assert from "node:assert/strict";
import { test } from "node:test";
import { ownPrefix } from "../Web/address/root.js";

test("no server's names begin like those of another at the same host", () => {
    const roots = ["", "/map", "/map-2", "/map-", "/map/2", "/m"];
    for (const root of roots) {
        const name = `${ownPrefix("hereabouts-atlas", root)}0f-1790856000000`;
        const owners = roots.filter((other) => name.startsWith(ownPrefix("hereabouts-atlas", other)));
        assert.deepEqual(owners, [root]);
    }
});

test("a server without a path goes on with the names that it always had", () => {
    assert.equal(ownPrefix("hereabouts-atlas", ""), "hereabouts-atlas-");
});
