// Objects decode in a worker. A stand-in for the browser's Worker runs the real worker's module.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { DamagedObject } from "../Web/data/pack-object.js";
import { Unpacking } from "../Web/data/unpacking.js";

let workers;
let hear;
globalThis.self = {
    addEventListener: (_, listener) => (hear = listener),
    postMessage: (data, { transfer } = {}) =>
        workers.at(-1).say("message", { data: structuredClone(data, { transfer }) }),
};
await import("../Web/data/unpack-worker.js");

class FakeWorker {
    listeners = {};
    isEnded = false;
    constructor(address, options) {
        assert.match(String(address), /\/unpack-worker\.js$/);
        assert.deepEqual(options, { type: "module" });
        workers.push(this);
    }
    addEventListener(name, listener) {
        this.listeners[name] = listener;
    }
    postMessage(data, transfer) {
        const sent = structuredClone(data, { transfer });
        if (!this.isEnded && !this.isSilent) hear({ data: sent });
    }
    say(name, event) {
        if (!this.isEnded) this.listeners[name](event);
    }
    terminate() {
        this.isEnded = true;
    }
}

beforeEach(() => {
    workers = [];
    globalThis.Worker = FakeWorker;
});

/** An object in the plain form, as docs/api.md describes it. */
function made(text) {
    const content = new TextEncoder().encode(text);
    const header = Buffer.from([0, 1, 0, 0, content.length, 0, 0, 0]);
    const packed = new Uint8Array(Buffer.concat([header, deflateRawSync(content)]));
    return {
        content,
        packed,
        object: { hash: createHash("sha256").update(content).digest("hex"), bytes: content.length },
    };
}

test("each object gets its own content, and a damaged one its own failure", async () => {
    const unpacking = new Unpacking();
    const [one, other, damaged] = ["one", "another", "damaged"].map(made);
    const answers = [one, other].map(({ packed, object }) => unpacking.contentOf(packed, object));
    const failure = unpacking.contentOf(damaged.packed, { ...damaged.object, hash: one.object.hash });
    assert.deepEqual(await Promise.all(answers), [one.content, other.content]);
    await assert.rejects(failure, DamagedObject);
    assert.equal(workers.length, 1);
    // The page's memory holds it no longer.
    assert.equal(one.packed.length, 0);
});

test("a worker that ends or does not start fails what waits, and what comes later", async () => {
    for (const end of [(unpacking) => unpacking.close(), () => workers.at(-1).say("error", {})]) {
        const unpacking = new Unpacking();
        workers.at(-1).isSilent = true;
        const { packed, object } = made("waits");
        const waiting = unpacking.contentOf(packed, object);
        end(unpacking);
        await assert.rejects(waiting);
        await assert.rejects(unpacking.contentOf(made("later").packed, object));
    }
});
