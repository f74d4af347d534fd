import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Guide } from "../Web/data/guide.js";

const GUEST = { may_look: true };
const CURATOR = { may_look: true, account: { id: "c", role: "curator" } };
const INDEX = "/api/v1/guide";

/** The kept answers, by path. */
let kept;
/** Requests that wait for the test's answer. */
let asked;
/** Tells who asks, and that another does. */
let community;

beforeEach(() => {
    kept = new Map();
    asked = [];
    community = Object.assign(new EventTarget(), { now: CURATOR, me: async () => community.now });
    const store = {
        match: async (path) => kept.get(path),
        put: async (path, answer) => kept.set(path, answer),
        keys: async () => [...kept.keys()].map((path) => ({ url: `https://place.example${path}` })),
        delete: async ({ url }) => kept.delete(new URL(url).pathname),
    };
    const noted = new Map();
    Object.assign(globalThis, {
        caches: { open: async () => store },
        localStorage: {
            getItem: (key) => noted.get(key) ?? null,
            setItem: (key, value) => noted.set(key, value),
            removeItem: (key) => noted.delete(key),
        },
        fetch: (address) =>
            new Promise((resolve) =>
                asked.push((status, body) => {
                    const answer = new Response(JSON.stringify(body), { status });
                    resolve(Object.defineProperty(answer, "url", { value: address }));
                }),
            ),
    });
});

const settle = () => new Promise(setImmediate);

function become(me) {
    community.now = me;
    community.dispatchEvent(new Event("me"));
}

const index = (...ids) => ({ venues: ids.map((id) => ({ id, name: id, state: "published", works: 0 })), tours: [] });

test("an answer for the account before is requested again, and neither shown nor kept", async () => {
    const guide = new Guide(community);
    const answering = guide.all();
    await settle();
    become(GUEST);
    asked[0](200, index("seen", "hidden"));
    await settle();
    assert.equal(guide.index, null);
    assert.equal(kept.size, 0);
    assert.equal(asked.length, 2);
    asked[1](200, index("seen"));
    assert.deepEqual((await answering).answer, index("seen"));
    assert.deepEqual(guide.index, index("seen"));
    assert.deepEqual(await kept.get(INDEX).json(), index("seen"));
});

test("a refusal for the account before is requested again, too", async () => {
    community.now = GUEST;
    const guide = new Guide(community);
    const answering = guide.venue("draft");
    await settle();
    become(CURATOR);
    asked[0](404, { code: "not_found", message: "" });
    await settle();
    const answer = { venue: { id: "draft", state: "draft" }, works: [] };
    asked[1](200, answer);
    assert.deepEqual((await answering).answer, answer);
});

test("a person without access finds no kept copy, and a missing venue does not hide the others", async () => {
    const paths = [INDEX, `${INDEX}/venues/a`, `${INDEX}/venues/b`, "/api/v1/imprint"];
    const guide = new Guide(community);
    for (const [status, code, left] of [
        [404, "not_found", [paths[0], paths[2], paths[3]]],
        [401, "not_logged_in", [paths[3]]],
    ]) {
        for (const path of paths) kept.set(path, "");
        const answering = guide.venue("a");
        await settle();
        asked.pop()(status, { code, message: "" });
        await assert.rejects(answering, { code });
        assert.deepEqual([...kept.keys()].sort(), left.sort());
    }
});

test("a guide that the device has no space for does not count as kept", async () => {
    globalThis.fetch = async (address) =>
        Response.json(address === INDEX ? index("a") : { venue: { id: "a", state: "published" }, works: [] });
    const store = await caches.open();
    const put = store.put;
    const guide = new Guide(community);
    const keep = () => guide.keepWhole({ signal: new AbortController().signal, progress: () => {} });
    // The venue's answer does not fit.
    store.put = async (path, answer) => {
        if (path !== INDEX) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
        return put(path, answer);
    };
    await assert.rejects(keep(), /did not keep/);
    store.put = put;
    kept.clear();
    await keep();
    assert.ok(kept.has(`${INDEX}/venues/a`));
});
