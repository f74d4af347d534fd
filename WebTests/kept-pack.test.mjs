// The download of the offline copy: resuming, updates, and what may go wrong. The server is a map of objects here; they
// are packed by a writer of its own, in the form of Sources/Server/Packs/PiecePacker.swift.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { fetchPack, forgetPack, keepPack, NoSpace } from "../Web/data/kept-pack.js";
import { contentOf, DamagedObject } from "../Web/data/pack-object.js";
import { isDownloading, keptBytes, keptNote, noteGuide, packState } from "../Web/data/pack-store.js";

/** Numbers that are the same in every run (Marsaglia, Xorshift RNGs, 2003). */
function randomNumbers(seed) {
    let state = (seed * 2654435761 + 1) >>> 0;
    return (below) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % below;
    };
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function pack(content, form, width) {
    const count = content.length / width;
    const byte = (plane, index) => content[index * width + plane];
    const arranged = Uint8Array.from({ length: content.length }, (_, at) => {
        const [plane, index] = [Math.floor(at / count), at % count];
        if (form === 0) return content[at];
        return form === 1 || index === 0 ? byte(plane, index) : (byte(plane, index) - byte(plane, index - 1)) & 255;
    });
    const header = Buffer.from([form, width, 0, 0, 0, 0, 0, 0]);
    header.writeUInt32LE(content.length, 4);
    return new Uint8Array(Buffer.concat([header, deflateRawSync(arranged)]));
}

class FakeCache {
    entries = new Map();
    static key = (request) => new URL(request.url ?? request, "https://place.example").href;
    async match(request) {
        return this.entries.get(FakeCache.key(request))?.clone();
    }
    async put(request, response) {
        this.entries.set(FakeCache.key(request), response);
    }
    async delete(request) {
        return this.entries.delete(FakeCache.key(request));
    }
    async keys() {
        return [...this.entries.keys()].map((url) => ({ url }));
    }
}

/** A server with one map, which may be replaced, and the paths that were requested. */
class FakeServer {
    asked = [];
    maps = 0;
    /** Called before each answer to a request for an object. */
    before = () => {};

    /** Serves a file of these pieces, each with its width. */
    serve(parts) {
        this.identity = String(++this.maps).padStart(16, "0");
        this.objects = new Map();
        let offset = 0;
        const objects = parts.map(({ content, width }, index) => {
            const packed = pack(content, index % 3, width);
            const hash = sha256(content);
            this.objects.set(hash, packed);
            const object = { hash, offset, bytes: content.length, packed_bytes: packed.length };
            offset = Math.ceil((offset + content.length) / 64) * 64;
            return object;
        });
        this.file = new Uint8Array(offset);
        for (const [index, { content }] of parts.entries()) this.file.set(content, objects[index].offset);
        const sum = objects.reduce((total, each) => total + each.packed_bytes, 0);
        this.list = { identity: this.identity, content: "all", bytes: offset, packed_bytes: sum, objects };
    }

    about = async () => ({ name: "Town", atlas: { identity: this.identity, bytes: this.file.length } });

    fetch = async (address, { signal }) => {
        this.asked.push(address);
        await new Promise(setImmediate);
        signal?.throwIfAborted();
        if (address.startsWith("/api/v1/pack?")) return Response.json(this.list);
        const special = await this.before(address, signal);
        signal?.throwIfAborted();
        if (special) return special;
        const object = this.objects.get(address.split("/").at(-1));
        return object ? new Response(object) : Response.json({ code: "not_found", message: "" }, { status: 404 });
    };

    objectsAsked() {
        return this.asked.filter((address) => /pack\/[0-9a-f]{64}$/.test(address));
    }
}

let server;
let stores;

beforeEach(() => {
    server = new FakeServer();
    stores = new Map();
    const caches = {
        has: async (name) => stores.has(name),
        open: async (name) => stores.get(name) ?? stores.set(name, new FakeCache()).get(name),
        keys: async () => [...stores.keys()],
        delete: async (name) => stores.delete(name),
    };
    Object.assign(globalThis, { caches, fetch: server.fetch });
    Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true, writable: true });
});

function pieces(seed, count) {
    const random = randomNumbers(seed);
    return Array.from({ length: count }, () => {
        const width = [1, 2, 4, 8, 12][random(5)];
        return { width, content: Uint8Array.from({ length: width * (1 + random(200)) }, () => random(256)) };
    });
}

const how = (options = {}) => ({
    signal: new AbortController().signal,
    progress: () => {},
    contentOf,
    check: async () => {},
    about: server.about,
    ...options,
});

test("every form and width unpacks to the content, and to nothing when a byte is missing or another", async () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 60; round++) {
        const [width, form] = [1 + random(24), round % 3];
        const content = Uint8Array.from({ length: width * random(50) }, () => random(9));
        const object = { hash: sha256(content), bytes: content.length };
        const packed = pack(content, form, width);
        assert.deepEqual(await contentOf(packed, object), content);
        for (const cut of [0, 4, 7, packed.length - 1])
            await assert.rejects(contentOf(packed.slice(0, cut), object), DamagedObject);
        const other = packed.slice();
        other[8 + random(packed.length - 8)] ^= 1 << random(8);
        // A flipped bit may also be one that deflate ignores: then the content is right.
        await contentOf(other, object).then(
            (same) => assert.deepEqual(same, content),
            (failure) => assert.ok(failure instanceof DamagedObject),
        );
    }
});

test("an object of another content or length is refused", async () => {
    const content = new Uint8Array([1, 2, 3, 4]);
    const packed = pack(content, 1, 2);
    await assert.rejects(contentOf(packed, { hash: sha256(new Uint8Array(4)), bytes: 4 }), DamagedObject);
    await assert.rejects(contentOf(packed, { hash: sha256(content), bytes: 5 }), DamagedObject);
    for (const [at, value] of [
        [0, 3],
        [1, 0],
        [1, 3],
    ]) {
        const forged = packed.slice();
        forged[at] = value;
        await assert.rejects(contentOf(forged, { hash: sha256(content), bytes: 4 }), DamagedObject);
    }
});

test("the kept file is the server's, each object is requested once, and the progress ends with the total", async () => {
    const all = pieces(1, 30);
    all.push(all[4]);
    server.serve(all);
    const heard = [];
    await keepPack("all", how({ progress: (received, total) => heard.push([received, total]) }));
    assert.deepEqual(await keptBytes(), server.file);
    assert.equal(server.objectsAsked().length, 30);
    assert.deepEqual(heard.at(-1), [server.list.packed_bytes, server.list.packed_bytes]);
    assert.ok(heard.every(([received], index) => index === 0 || received >= heard[index - 1][0]));
    const { note, missing, begun } = await packState();
    assert.deepEqual([note.about.name, missing.bytes, begun], ["Town", 0, null]);
});

test("a download that is killed at ten moments goes on each time, and requests nothing that had come", async () => {
    server.serve(pieces(2, 120));
    const random = randomNumbers(20);
    for (let kill = 0; kill < 10; kill++) {
        const stop = new AbortController();
        let left = 1 + random(10);
        server.before = () => void (left-- || stop.abort());
        const had = new Set(await there());
        const asked = server.objectsAsked().length;
        await assert.rejects(keepPack("all", how({ signal: stop.signal })));
        const since = server.objectsAsked().slice(asked);
        assert.ok(since.every((address) => !had.has(address)));
        assert.equal(await keptNote(), null);
        const { begun } = await packState();
        assert.ok(begun.missing.packed > 0);
        await assert.rejects(keptBytes());
    }
    server.before = () => {};
    const had = (await there()).length;
    assert.ok(had > 10);
    const asked = server.objectsAsked().length;
    await keepPack("all", how());
    assert.equal(server.objectsAsked().length - asked, 120 - had);
    assert.deepEqual(await keptBytes(), server.file);
});

/** The addresses of the objects in the store. */
async function there() {
    const keys = await (await caches.open("hereabouts-pack")).keys();
    return keys.map(({ url }) => new URL(url).pathname + new URL(url).search).filter((path) => !path.includes("?"));
}

test("an update requests only objects that changed, and the copy before counts until the new one is complete", async () => {
    const first = pieces(5, 40);
    server.serve(first);
    await keepPack("all", how());
    const before = server.file;
    const second = first.map((piece, index) => (index % 10 === 0 ? pieces(100 + index, 1)[0] : piece));
    server.serve(second);
    const asked = server.objectsAsked().length;
    await keepPack(
        "all",
        how({
            check: async () => {
                assert.deepEqual(await keptBytes(), before);
                assert.deepEqual(await keptBytes(true), server.file);
            },
        }),
    );
    assert.equal(server.objectsAsked().length - asked, 4);
    assert.deepEqual(await keptBytes(), server.file);
    assert.deepEqual((await there()).sort(), server.list.objects.map(({ hash }) => `/api/v1/pack/${hash}`).sort());
});

test("a new copy that the core refuses leaves the one before", async () => {
    server.serve(pieces(6, 10));
    await keepPack("all", how());
    const before = server.file;
    server.serve(pieces(7, 10));
    const refusal = new Error("no atlas");
    const refuses = async () => {
        throw refusal;
    };
    await assert.rejects(keepPack("all", how({ check: refuses })), refusal);
    assert.deepEqual(await keptBytes(), before);
});

test("when the server's map changes in the middle, the download goes on with the new one", async () => {
    const first = pieces(8, 20);
    server.serve(first);
    let left = 7;
    server.before = () => {
        if (left-- === 0) server.serve([...first.slice(0, 10), ...pieces(9, 10)]);
    };
    await keepPack("all", how());
    assert.deepEqual(await keptBytes(), server.file);
    assert.equal((await keptNote()).about.atlas.identity, server.identity);
});

test("a server that is busy is asked again after the time that it names", async () => {
    server.serve(pieces(10, 3));
    const refusals = [429, 503];
    server.before = () => {
        const status = refusals.pop();
        return status ? new Response("", { status, headers: { "retry-after": "0.01" } }) : null;
    };
    await keepPack("all", how());
    assert.deepEqual(await keptBytes(), server.file);
});

test("the first failure ends the requests that still wait", async () => {
    server.serve(pieces(19, 8));
    let isFirst = true;
    const broken = new Response("no description", { status: 400 });
    server.before = (_, signal) => {
        if (isFirst) {
            isFirst = false;
            return broken;
        }
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    await assert.rejects(keepPack("all", how()), { name: "Unreachable" });
});

test("a download in another tab is seen by its lock", async () => {
    const held = [];
    navigator.locks = { query: async () => ({ held }) };
    assert.equal(await isDownloading(), false);
    held.push({ name: "hereabouts-pack" });
    assert.equal(await isDownloading(), true);
});

test("a damaged answer is not kept", async () => {
    server.serve(pieces(11, 5));
    server.before = () => new Response(new Uint8Array(40));
    await assert.rejects(keepPack("all", how()), DamagedObject);
    assert.deepEqual(await there(), []);
});

test("without enough space nothing is requested, and space for what is missing is enough", async () => {
    server.serve(pieces(12, 20));
    const total = server.list.objects.reduce((sum, { bytes }) => sum + bytes, 0);
    navigator.storage = { estimate: async () => ({ quota: total + 99, usage: 100 }) };
    await assert.rejects(
        keepPack("all", how()),
        (failure) => failure instanceof NoSpace && failure.needed === total && failure.free === total - 1,
    );
    assert.equal(server.objectsAsked().length, 0);
    navigator.storage = { estimate: async () => ({ quota: total + 100, usage: 100 }) };
    await keepPack("all", how());
    navigator.storage = { estimate: async () => ({ quota: 1, usage: 1 }) };
    await keepPack("all", how());
});

test("a quota that is reached in the middle is no space", async () => {
    server.serve(pieces(13, 20));
    const store = await caches.open("hereabouts-pack");
    const put = store.put.bind(store);
    let left = 5;
    store.put = async (...entry) => {
        if (left-- === 0) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
        return put(...entry);
    };
    await assert.rejects(keepPack("all", how()), NoSpace);
    assert.equal((await packState()).note, null);
});

test("parts that the browser deleted are named by their size and come again", async () => {
    server.serve(pieces(14, 20));
    await keepPack("all", how());
    const store = await caches.open("hereabouts-pack");
    const [gone] = server.list.objects;
    await store.delete(`/api/v1/pack/${gone.hash}`);
    assert.deepEqual((await packState()).missing, { bytes: gone.bytes, packed: gone.packed_bytes });
    await assert.rejects(keptBytes(), { name: "NotKept" });
    const asked = server.objectsAsked().length;
    await keepPack("all", how());
    assert.equal(server.objectsAsked().length - asked, 1);
    assert.deepEqual(await keptBytes(), server.file);
});

test("an object that the device has damaged is fetched again when the copy does not open", async () => {
    server.serve(pieces(15, 20));
    await keepPack("all", how());
    const store = await caches.open("hereabouts-pack");
    const { hash, bytes } = server.list.objects[3];
    await store.put(`/api/v1/pack/${hash}`, new Response(new Uint8Array(bytes)));
    const opens = async () => assert.deepEqual(await keptBytes(true), server.file);
    await keepPack("all", how({ check: opens }));
    assert.deepEqual(await keptBytes(), server.file);
});

test("only one tab downloads", async () => {
    server.serve(pieces(16, 3));
    navigator.locks = { request: (_name, _options, work) => work(null) };
    await assert.rejects(keepPack("all", how()), { name: "Busy" });
    assert.equal(server.asked.length, 0);
});

test("removing leaves nothing, also of what an earlier version kept", async () => {
    server.serve(pieces(17, 3));
    await caches.open("hereabouts-atlas-00ff-1");
    await keepPack("all", how());
    assert.deepEqual([...stores.keys()], ["hereabouts-pack"]);
    await noteGuide(false);
    assert.equal((await keptNote()).hasGuide, false);
    await caches.open("hereabouts-atlas-00ff-1");
    await forgetPack();
    assert.deepEqual([...stores.keys()], []);
    assert.equal(await keptNote(), null);
});

test("the list of a pack is requested by its content", async () => {
    server.serve(pieces(18, 3));
    assert.equal((await fetchPack("walking", new AbortController().signal)).bytes, server.file.length);
    assert.deepEqual(server.asked, ["/api/v1/pack?content=walking"]);
});
