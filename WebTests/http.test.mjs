// Requests whose answers stop in the middle, from a server on a real socket.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, afterEach, before, mock, test } from "node:test";
import { Refused, Unreachable } from "../Web/data/failures.js";
import { PlaceData } from "../Web/data/place-data.js";
import { RemotePlace } from "../Web/data/remote.js";
import { ask, content, read, send, useTokens } from "../Web/data/http.js";

globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} };
globalThis.document ??= Object.assign(new EventTarget(), { documentElement: { lang: "en", dataset: {} } });

const browserFetch = globalThis.fetch;
let server;
/** The answer that is on its way. */
let held;
/** The status, and how many of the 1 000 announced bytes come. */
let status;

before(async () => {
    server = createServer((_, response) => {
        response.writeHead(status, {
            "content-type": "application/json",
            "content-length": "1000",
            connection: "close",
        });
        response.write('{"name": ');
        held = response;
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    globalThis.fetch = async (address, options) => {
        const response = await browserFetch(`http://127.0.0.1:${server.address().port}${address}`, options);
        arrived();
        return response;
    };
});

after(() => {
    server.closeAllConnections();
    server.close();
});

afterEach(() => mock.timers.reset());

let arrived;
/** Begins a request whose answer has begun, and then stands still. */
async function begin(question, withStatus = 200) {
    status = withStatus;
    const head = new Promise((resolve) => (arrived = resolve));
    const answer = question();
    answer.catch(() => {});
    await head;
    await new Promise(setImmediate);
    // Not the promise itself: `await` would wait for it.
    return { answer };
}

const remote = new RemotePlace();
const questions = {
    about: (signal) => remote.about(signal),
    tile: (signal) => remote.tile({ z: 1, x: 0, y: 0 }, signal),
    gpx: (signal) =>
        remote.routeGPX(
            {
                points: [
                    { lat: 1, lon: 2 },
                    { lat: 3, lon: 4 },
                ],
                profile: "walk",
            },
            signal,
        ),
    change: (signal) => send("POST", "/api/v1/posts", {}, signal),
};

for (const [name, question] of Object.entries(questions)) {
    test(`${name}: an answer that stands still in the middle counts as none after a while`, async () => {
        mock.timers.enable({ apis: ["setTimeout"] });
        const { answer } = await begin(() => question());
        mock.timers.tick(10_000);
        await assert.rejects(answer, Unreachable);
    });

    test(`${name}: an answer that breaks off counts as none`, async () => {
        for (const code of [200, 400]) {
            const { answer } = await begin(() => question(), code);
            held.destroy();
            await assert.rejects(answer, Unreachable);
        }
    });

    test(`${name}: the reader's abort ends an answer in the middle`, async () => {
        const stop = new AbortController();
        const { answer } = await begin(() => question(stop.signal));
        stop.abort();
        await assert.rejects(answer, { name: "AbortError" });
    });
}

test("a request that is aborted before it begins is not sent", async () => {
    await assert.rejects(questions.about(AbortSignal.abort()), { name: "AbortError" });
});

test("the kept copy answers when the server's answer stands still", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const data = new PlaceData(remote, { about: async () => "copy" }, async () => true);
    const { answer } = await begin(() => data.about());
    mock.timers.tick(10_000);
    assert.equal(await answer, "copy");
    assert.equal(data.connection, "kept");
});

test("a refusal that a proxy words in its own way stays a refusal", async () => {
    const toServer = globalThis.fetch;
    try {
        for (const body of ["<h1>Not here</h1>", "null", ""]) {
            globalThis.fetch = async () => new Response(body, { status: 403, statusText: "Forbidden" });
            await assert.rejects(
                questions.about(),
                (failure) => failure instanceof Refused && failure.code === "unknown" && failure.status === 403,
            );
        }
    } finally {
        globalThis.fetch = toServer;
    }
});

/** A server that takes the token `good`, and answers what each request had. */
async function withTokens(tokens, body) {
    const toServer = globalThis.fetch;
    const seen = [];
    globalThis.fetch = async (address, { method = "GET", headers = {} }) => {
        const { authorization = null } = headers;
        seen.push([method, address, authorization]);
        if (authorization === null || authorization === "Bearer good")
            return new Response(JSON.stringify({ authorization }));
        const refused = JSON.stringify({ code: "not_logged_in", message: "log in first" });
        return new Response(refused, { status: 401 });
    };
    try {
        useTokens(tokens);
        await body(seen);
    } finally {
        useTokens({ current: async () => null, forget: async () => {} });
        globalThis.fetch = toServer;
    }
}

test("requests carry the token of the node that answers, except those that must not say who asks", async () => {
    await withTokens({ current: async () => "good", forget: () => assert.fail() }, async () => {
        assert.deepEqual(await read("/api/v1/me", {}), { authorization: "Bearer good" });
        assert.deepEqual(await send("POST", "/api/v1/posts", {}), { authorization: "Bearer good" });
        assert.deepEqual(await ask("/api/v1/mesh/pins", content, { who: "omit" }), { authorization: null });
        assert.deepEqual(await read("/api/v1/about", {}), { authorization: null });
    });
});

test("a token that has ended is forgotten: reading goes on as a guest, and writing fails", async () => {
    let token = "old";
    const tokens = { current: async () => token, forget: async () => (token = null) };
    await withTokens(tokens, async (seen) => {
        await assert.rejects(send("POST", "/api/v1/posts", {}), { code: "not_logged_in" });
        assert.equal(seen.length, 1);
        assert.equal(token, null);
        token = "old";
        assert.deepEqual(await read("/api/v1/me", {}), { authorization: null });
        assert.deepEqual(seen.slice(1), [
            ["GET", "/api/v1/me", "Bearer old"],
            ["GET", "/api/v1/me", null],
        ]);
    });
});

test("where no node proves its key, no request goes out", async () => {
    const current = async () => {
        throw new Error("the node did not prove its key");
    };
    await withTokens({ current, forget: () => assert.fail() }, async (seen) => {
        await assert.rejects(read("/api/v1/me", {}), Unreachable);
        assert.deepEqual(seen, []);
    });
});

test("a refusal of a bundle with its own copy of the class is one", () => {
    class Refused2 extends Error {
        name = "Refused";
    }
    assert.ok(new Refused2("no") instanceof Refused);
    assert.ok(!(new Unreachable("away") instanceof Refused));
    assert.ok(!({ name: "Refused" } instanceof Refused));
});
