// The service worker at the name of a mesh's place, where nodes with pages of different age answer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../Web/sw.js", import.meta.url), "utf8");
const FILES = ["/", "/main.js", "/built/main.js"];

class FakeCache {
    #all = new Map();
    #pathOf = (/** @type {any} */ request) => new URL(request.url ?? request, "https://x").pathname;

    /** @param {(request: any) => Promise<Response>} fetch */
    constructor(fetch) {
        this.fetch = fetch;
    }

    async match(request) {
        return this.#all.get(this.#pathOf(request))?.clone();
    }

    async put(request, response) {
        this.#all.set(this.#pathOf(request), response);
    }

    async addAll(requests) {
        for (const request of requests) await this.put(request, await this.fetch(request));
    }
}

/** A browser with a worker of this program at `origin`, and the node that answers there now. */
class Browser {
    node = { version: "1.2.0", text: "one", host: "library.local", isThere: true };
    now = 0;
    asked = [];
    #listeners = new Map();

    constructor(origin = "https://library.local:8443") {
        this.origin = origin;
        const fetch = async (request) => this.#answer(new URL(request.url ?? request, origin).pathname);
        const stores = new Map();
        const caches = {
            open: async (name) => {
                if (!stores.has(name)) stores.set(name, new FakeCache(fetch));
                return stores.get(name);
            },
        };
        const self = {
            location: new URL("/sw.js", origin),
            addEventListener: (name, listener) => this.#listeners.set(name, listener),
            skipWaiting: async () => {},
            clients: { claim: async () => {} },
        };
        class ClientRequest extends Request {
            constructor(path, options) {
                super(new URL(path, origin), options);
            }
        }
        const context = { self, caches, fetch, URL, Request: ClientRequest, Response, setTimeout, console };
        vm.runInNewContext(SOURCE, { ...context, Date: { now: () => this.now } });
    }

    #answer(path) {
        this.asked.push(path);
        const { version, text, host, isThere } = this.node;
        if (!isThere) throw new TypeError("no network");
        if (path === "/api/v1/about") return Response.json({ version, place_host: host });
        if (path === "/shell.json") return Response.json(FILES);
        return new Response(`${text} ${path}`, { headers: { etag: `"${text}"` } });
    }

    /** Installs the worker of the node's page; rejects where it refuses. */
    async install() {
        let done;
        this.#listeners.get("install")({ waitUntil: (/** @type {Promise<void>} */ promise) => (done = promise) });
        await done;
    }

    /** What the page gets for a path. */
    async load(path) {
        const waits = [];
        let answer;
        this.#listeners.get("fetch")({
            request: new Request(new URL(path, this.origin)),
            respondWith: (/** @type {Promise<Response>} */ promise) => (answer = promise),
            waitUntil: (/** @type {Promise<void>} */ promise) => waits.push(promise),
        });
        const text = await (await answer).text();
        await Promise.all(waits);
        return text;
    }

    /** Another node answers from now on. */
    meet(change) {
        this.node = { ...this.node, ...change };
        this.now += 60_000;
    }
}

test("a node with an older page changes nothing of the kept one", async () => {
    const browser = new Browser();
    await browser.install();
    for (const version of ["1.1.9", "0.9.0", "1.0.10"]) {
        browser.meet({ version, text: "older" });
        for (const path of FILES) assert.equal(await browser.load(path), `one ${path}`);
        await assert.rejects(browser.install(), /newer/);
    }
    browser.meet({ isThere: false });
    for (const path of FILES) assert.equal(await browser.load(path), `one ${path}`);
});

test("a node with a page as new, or newer, is followed", async () => {
    const browser = new Browser();
    await browser.install();
    for (const [version, text] of [
        ["1.2.0", "same"],
        ["1.10.0", "ten"],
        ["2.0.0", "two"],
    ]) {
        browser.meet({ version, text });
        for (const path of FILES) assert.equal(await browser.load(path), `${text} ${path}`);
        await browser.install();
    }
    browser.meet({ version: "1.10.0", text: "ten" });
    assert.equal(await browser.load("/main.js"), "two /main.js");
});

test("a file that is not kept comes from the node that is there", async () => {
    const browser = new Browser();
    await browser.install();
    browser.meet({ version: "1.0.0", text: "older" });
    assert.equal(await browser.load("/new.js"), "older /new.js");
});

test("elsewhere an older page is taken, and the version is not asked for", async () => {
    for (const [origin, host] of [
        ["https://map.example.org", null],
        ["https://kiosk.local:8080", "library.local"],
        ["https://kiosk.local:8080", undefined],
    ]) {
        const browser = new Browser(origin);
        browser.node.host = host;
        await browser.install();
        browser.meet({ version: "1.0.0", text: "older" });
        assert.equal(await browser.load("/main.js"), "older /main.js");
        await browser.install();
        if (!origin.includes(".local")) assert.ok(!browser.asked.includes("/api/v1/about"));
    }
});

test("the version is asked for once in half a minute", async () => {
    const browser = new Browser();
    await browser.install();
    browser.meet({});
    browser.asked = [];
    for (let round = 0; round < 5; round += 1) await browser.load("/main.js");
    assert.equal(browser.asked.filter((path) => path === "/api/v1/about").length, 1);
});
