// The pictures that a device keeps: in which size, how many, and what their failures mean.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepPictures, keptPictureBytes, PICTURE_BYTES } from "../Web/data/kept-pictures.js";

const VENUE = "/api/v1/guide/venues/v1";
const LIMIT_PARTS = 3;
let entries;
let asked;
let answers;

beforeEach(() => {
    entries = new Map();
    asked = [];
    answers = () => new Response(new Uint8Array(10));
    const store = {
        match: async (key) => entries.get(key)?.clone(),
        matchAll: async () => [...entries.values()],
        put: async (key, answer) => entries.set(key, answer),
    };
    globalThis.caches = { open: async () => store };
    globalThis.fetch = async (address, { cache }) => {
        asked.push(address);
        // The service worker answers other requests with what is kept (sw.js).
        assert.equal(cache, "no-store");
        return answers(address);
    };
});

const how = () => ({ signal: new AbortController().signal, progress: () => {} });
const wanted = (...sizes) => sizes.map((size, index) => ({ id: `p${index}`, of: VENUE, size }));

test("each picture is kept in its size, beside the answer that it belongs to, and requested once", async () => {
    const pictures = wanted("large", "medium");
    await keepPictures(pictures, how());
    await keepPictures(pictures, how());
    assert.deepEqual(asked, ["/pictures/p0/large", "/pictures/p1/medium"]);
    const of = encodeURIComponent(VENUE);
    assert.deepEqual([...entries.keys()], [`/pictures/p0/large?of=${of}`, `/pictures/p1/medium?of=${of}`]);
    assert.equal(await keptPictureBytes(), 20);
});

test("the first pictures have the room", async () => {
    answers = () => new Response(new Uint8Array(PICTURE_BYTES / LIMIT_PARTS));
    await keepPictures(wanted("large", "large", "large", "medium", "medium"), how());
    assert.deepEqual(
        [...entries.keys()].map((key) => key.slice(0, 18)),
        ["/pictures/p0/large", "/pictures/p1/large", "/pictures/p2/large"],
    );
});

test("a picture that is gone is left out, and a server that is out of order makes the copy incomplete", async () => {
    answers = (address) => new Response(null, { status: address.includes("p0") ? 404 : 200 });
    await keepPictures(wanted("large", "medium"), how());
    assert.equal(entries.size, 1);
    answers = () => new Response(null, { status: 500 });
    await assert.rejects(keepPictures(wanted("large"), how()), { name: "Unreachable" });
});
