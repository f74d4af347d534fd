import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("../Web/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://place.example";

/** A file as it was built at some time. */
function made(tag) {
    const answer = { ok: true, status: 200, tag, headers: { get: (name) => (name === "etag" ? tag : null) } };
    return { ...answer, clone: () => answer };
}

/** The worker with some files kept, a network that the test answers for, and a patience that ends when the test says so. */
function worker(fetch) {
    const listeners = {};
    const self = {
        location: { origin: ORIGIN, hostname: new URL(ORIGIN).hostname, href: `${ORIGIN}/sw.js` },
        addEventListener: (name, listener) => (listeners[name] = listener),
    };
    const kept = new Map([
        ["/", "kept"],
        ["/built/main.js", made("old")],
        ["/built/later.js", made("old")],
        ["/bocce.wasm", made("old")],
        ["/core.wasm", made("old")],
    ]);
    const cache = {
        match: async (path) => kept.get(path),
        put: async (path, answer) => kept.set(path, answer),
        // All or nothing, as browsers do.
        async addAll(requests) {
            const answers = await Promise.all(requests.map(({ path }) => fetch(path)));
            for (const [index, { path }] of requests.entries()) kept.set(path, answers[index]);
        },
    };
    /** Pictures of the guide. */
    const pictures = new Map();
    let end;
    const setTimeout = (act) => (end = act);
    function Request(path) {
        this.path = path;
    }
    new Function("self", "caches", "fetch", "setTimeout", "Response", "Request", "console", source)(
        self,
        { open: async () => cache, match: async (path) => pictures.get(path) },
        fetch,
        setTimeout,
        { error: () => "error" },
        Request,
        { info: () => {} },
    );
    const ask = (path, options = {}) => {
        let answer;
        listeners.fetch({
            request: { method: "GET", url: ORIGIN + path, ...options },
            respondWith: (given) => (answer = given),
            waitUntil: () => {},
        });
        return answer;
    };
    return { ask, kept, cache, pictures, loseSlowly: () => end?.() };
}

/** Lets everything happen that waits for nothing from outside. */
const settle = () => new Promise(setImmediate);

test("a file without a kept copy is awaited, however slow the network is", async () => {
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

test("a kept copy replaces a slow answer and a fault, and a good answer renews it", async () => {
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

test("the page's program is renewed as a whole or not at all", async () => {
    const shell = ["/built/main.js", "/built/later.js", "/bocce.wasm", "/core.wasm"];
    let isBroken = true;
    const { ask, kept } = worker(async (asked) => {
        const path = asked.url ?? asked;
        if (path === "/shell.json") return { json: async () => shell };
        if (isBroken && path === "/built/later.js") throw new Error("no network");
        return made("new");
    });
    const tags = () => shell.map((path) => kept.get(path).tag);
    const old = shell.map(() => "old");
    // An online reader gets the server's page, and the kept copy stays consistent.
    assert.equal((await ask("/built/main.js")).tag, "new");
    await settle();
    assert.deepEqual(tags(), old);
    // A program fits only the page that it was built with.
    for (const program of ["/bocce.wasm", "/core.wasm"]) {
        assert.equal((await ask(program)).tag, "new");
        await settle();
        assert.deepEqual(tags(), old);
    }
    isBroken = false;
    assert.equal((await ask("/built/main.js")).tag, "new");
    await settle();
    assert.ok(tags().every((tag) => tag === "new"));
});

test("on a device without space an online reader gets the server's file", async () => {
    const { ask, kept, cache } = worker(async () => ({ ok: true, status: 200, body: "new", clone: () => "new" }));
    cache.put = async () => {
        throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    };
    assert.equal((await ask("/")).body, "new");
    assert.equal(kept.get("/"), "kept");
});

test("without a network a picture comes in a kept size, and the page's own request in its size or not at all", async () => {
    let isOnline = false;
    const lost = new Error("no network");
    const { ask, pictures } = worker(async ({ url }) => {
        if (!isOnline) throw lost;
        return { status: 200, url };
    });
    const address = (name, size) => `/pictures/${name.repeat(36)}/${size}`;
    for (const [name, sizes] of Object.entries({ a: ["medium"], b: ["large"], c: ["medium", "large"] }))
        for (const size of sizes) pictures.set(address(name, size), `${name} ${size}`);
    const answers = {
        a: ["medium", "medium", "medium"],
        b: ["large", "large", "large"],
        c: ["medium", "medium", "large"],
    };
    for (const [name, sizes] of Object.entries(answers))
        for (const [index, size] of ["small", "medium", "large"].entries())
            assert.equal(await ask(address(name, size)), `${name} ${sizes[index]}`);
    await assert.rejects(ask(address("d", "large")), lost);
    await assert.rejects(ask(address("a", "large"), { cache: "no-store" }), lost);
    isOnline = true;
    assert.equal((await ask(address("a", "large"))).url, ORIGIN + address("a", "large"));
});
