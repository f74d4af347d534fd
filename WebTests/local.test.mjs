// The kept copy as a source of data: when it opens.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { LocalPlace } from "../Web/data/local.js";

let posted;
let isKept;
const note = { about: { name: "Town" }, pack: { objects: [] }, keptAt: 1 };

beforeEach(() => {
    globalThis.localStorage = { getItem: () => "en" };
    posted = [];
    isKept = true;
    globalThis.Worker = class {
        addEventListener() {}
        postMessage({ question }) {
            posted.push(question);
        }
        terminate() {}
    };
    const store = { match: async () => Response.json(note) };
    globalThis.caches = { has: async () => isKept, open: async () => store };
});

test("the copy begins to open with the first question that is answered without it, and once", async () => {
    const place = new LocalPlace();
    assert.deepEqual(posted, []);
    assert.deepEqual(await place.about(), note.about);
    assert.deepEqual(await place.about(), note.about);
    assert.deepEqual(posted, ["open"]);
    // A replaced copy opens anew.
    place.close();
    await place.about();
    assert.deepEqual(posted, ["open", "open"]);
});

test("without a copy nothing opens", async () => {
    isKept = false;
    await assert.rejects(new LocalPlace().about(), { name: "Unreachable" });
    assert.deepEqual(posted, []);
});
