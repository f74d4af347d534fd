import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("../Web/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://place.example";

/** The worker with one file kept, a network that the test answers for, and a patience that ends when the test says so. */
function worker(fetch) {
    const listeners = {};
    const self = { location: { origin: ORIGIN }, addEventListener: (name, listener) => (listeners[name] = listener) };
    const kept = new Map([["/", "kept"]]);
    const cache = { match: async (path) => kept.get(path), put: async (path, answer) => kept.set(path, answer) };
    let end;
    const setTimeout = (act) => (end = act);
    new Function("self", "caches", "fetch", "setTimeout", "Response", source)(
        self,
        { open: async () => cache },
        fetch,
        setTimeout,
        { error: () => "error" },
    );
    const ask = (path) => {
        let answer;
        listeners.fetch({ request: { method: "GET", url: ORIGIN + path }, respondWith: (given) => (answer = given) });
        return answer;
    };
    return { ask, kept, loseSlowly: () => end?.() };
}

/** Lets everything happen that waits for nothing from outside. */
const settle = () => new Promise(setImmediate);

test("what is not kept is waited for, however slow the network is", async () => {
    let arrive;
    const { ask, kept, loseSlowly } = worker(() => new Promise((resolve) => (arrive = resolve)));
    const answer = ask("/trust.html");
    await settle();
    loseSlowly();
    await settle();
    arrive({ ok: true, status: 200 });
    assert.deepEqual(await answer, { ok: true, status: 200 });
    assert.equal(kept.has("/trust.html"), false);
});

test("what is kept stands in for a slow answer and for a fault, and is renewed by a good one", async () => {
    let arrive;
    const { ask, kept, loseSlowly } = worker(() => new Promise((resolve) => (arrive = resolve)));
    const slow = ask("/");
    await settle();
    loseSlowly();
    assert.equal(await slow, "kept");
    const faulty = ask("/");
    await settle();
    arrive({ ok: false, status: 503 });
    assert.equal(await faulty, "kept");
    const good = ask("/");
    await settle();
    arrive({ ok: true, status: 200, clone: () => "new" });
    assert.equal((await good).status, 200);
    assert.equal(kept.get("/"), "new");
});
