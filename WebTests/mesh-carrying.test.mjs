// What a phone carries: its limits, and meetings with a node in JavaScript. The program makes and reads the messages; the set of what
// a node keeps, and what it lacks, are plain ones.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { bytesOf, hexOf } from "../Web/mesh/bytes.js";
import { parts } from "../Web/mesh/bundles.js";
import { CARRIED, TALK, beginning, spansOf } from "../Web/mesh/classes.js";
import { Exchange, newMemory } from "../Web/mesh/exchange.js";
import { KeptMessages, inOrder, keptOf } from "../Web/mesh/kept-messages.js";
import { Gossip, ROOM_LINE } from "../Web/mesh/program.js";
import { serve } from "./negentropy-server.mjs";

const PROGRAM = new URL("../Web/mesh.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const skip = !isThere && "mesh.wasm is not built";
const exportsOf = async () => (await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports;
const gossip = isThere && new Gossip(await exportsOf());
const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
const author = hexOf(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
const PLACE = 7n;
const NOW = Date.UTC(2026, 10, 27, 12);
const HOUR = 3_600_000;

async function line(text, milliseconds, changed = (bytes) => bytes) {
    const content = {
        kind: ROOM_LINE,
        place: PLACE,
        time: BigInt(milliseconds) << 16n,
        author,
        about: "10".repeat(16),
    };
    const { bytes, signed } = gossip.draft({ ...content, first: text });
    const signature = new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, signed));
    return changed(new Uint8Array([...bytes, ...signature]));
}

/** A database in memory. */
const database = () => ({ all: async () => [], change: async () => {}, fact: async () => undefined });

/** A node that keeps what it is given, and says what became of it. */
class Node {
    messages = new Map();
    fetched = 0;
    asked = 0;
    since = 0;
    refused = new Set();

    keep(bytes) {
        const facts = gossip.read(bytes);
        this.messages.set(facts.id, { ...facts, bytes, seconds: Number(facts.time >> 16n) / 1000 });
        return facts.id;
    }

    async query(query) {
        this.asked += 1;
        const since = Number(new DataView(query.buffer).getBigUint64(5));
        const head = query.slice(0, 13);
        if (since < this.since) {
            new DataView(head.buffer).setBigUint64(5, BigInt(this.since));
            return head;
        }
        const items = [...this.messages.values()]
            .filter((each) => each.class === query[0] && each.seconds >= since)
            .map(({ id, seconds }) => ({ id, seconds: Math.floor(seconds) }));
        return new Uint8Array([...head, ...serve(query.slice(13), items)]);
    }

    async fetch(ids) {
        const wanted = hexOf(ids).match(/.{64}/g) ?? [];
        this.fetched += wanted.length;
        const found = [];
        let sum = 0;
        for (const id of wanted) {
            const bytes = this.messages.get(id)?.bytes;
            sum += bytes?.length ?? 0;
            if (bytes && sum < 1_000_000) found.push(bytes);
        }
        return gossip.bundle(PLACE, found);
    }

    async give(bundle) {
        const verdicts = gossip.unbundle(PLACE, bundle).map((bytes) => {
            const { id } = gossip.read(bytes);
            if (this.refused.has(id)) return { id, state: "refused", reason: "over_quota" };
            const state = this.messages.has(id) ? "known" : "kept";
            this.keep(bytes);
            return { id, state };
        });
        return { verdicts };
    }
}

function phone(memory = newMemory()) {
    const kept = new KeptMessages(database());
    const meet = (node, name = "node", now = NOW) =>
        new Exchange({ gossip, node, kept, memory, facts: { node: name, place: PLACE, now: () => now } });
    return { kept, memory, meet };
}

const ids = (kept) => kept.filter(() => true).map(({ id }) => id);

test("a phone carries at most 5 MB, and looks back from the last hour to all that lives", () => {
    assert.equal(
        CARRIED.reduce((sum, { bytes }) => sum + bytes, 0),
        5_000_000,
    );
    assert.deepEqual(spansOf(72 * HOUR), [HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR]);
    assert.deepEqual(spansOf(6 * HOUR), [HOUR, 6 * HOUR]);
    assert.deepEqual(spansOf(null), [null]);
    assert.equal(beginning(HOUR, NOW + 1), NOW / 1000 - 3_600 + 60);
    assert.equal(beginning(null, NOW), 0);
});

test("messages go in bundles that a node takes", () => {
    const message = (size) => ({ bytes: new Uint8Array(size) });
    const sizes = (messages) => [...parts(messages)].map((part) => part.length);
    assert.deepEqual(sizes([]), []);
    assert.deepEqual(sizes(Array.from({ length: 600 }, () => message(300))), [256, 256, 88]);
    assert.deepEqual(sizes(Array.from({ length: 40 }, () => message(60_000))), [17, 17, 6]);
    for (const part of parts(Array.from({ length: 40 }, () => message(60_000))))
        assert.ok(48 + part.reduce((sum, { bytes }) => sum + 4 + bytes.length, 0) <= 1_048_576);
});

test(
    "a full phone keeps the newest lines, its own unsent ones too, and does not fetch the others again",
    { skip },
    async () => {
        const node = new Node();
        const all = [];
        for (let index = 0; index < 450; index += 1)
            all.push(node.keep(await line(`${index} ${"x".repeat(7_900)}`, NOW - 60_000 - index * 500_000)));
        const { kept, meet } = phone();
        const own = await line("not sent yet", NOW - 70 * HOUR);
        const facts = gossip.read(own);
        await kept.put([{ ...keptOf(facts, own), isOwn: true, state: "refused" }]);
        await meet(node).compare();
        const here = ids(kept).filter((id) => id !== facts.id);
        assert.ok(kept.bytesOf(TALK) <= 3_000_000);
        assert.ok(here.length > 350);
        assert.deepEqual(here.toSorted(), all.slice(0, here.length).toSorted());
        assert.ok(kept.find(facts.id));
        const { fetched } = node;
        await meet(node).compare();
        await meet(node).compare();
        assert.equal(node.fetched, fetched);
        assert.equal(kept.find(facts.id).state, "refused");
        assert.ok(!node.messages.has(facts.id));
    },
);

test("what has ended goes, and a node is not asked for it", { skip }, async () => {
    const node = new Node();
    const old = node.keep(await line("old", NOW - 71 * HOUR));
    const { kept, meet } = phone();
    await meet(node).compare();
    assert.deepEqual(ids(kept), [old]);
    await meet(node, "node", NOW + 2 * HOUR).compare();
    assert.deepEqual(ids(kept), []);
    assert.equal(node.fetched, 1);
});

test("a phone carries between two nodes, and equal sets cost one question a class", { skip }, async () => {
    const [north, south] = [new Node(), new Node()];
    for (let index = 0; index < 40; index += 1) {
        north.keep(await line(`north ${index}`, NOW - index * 1_000));
        south.keep(await line(`south ${index}`, NOW - index * 1_500));
    }
    const { kept, meet } = phone();
    for (const [node, name] of [
        [north, "north"],
        [south, "south"],
        [north, "north"],
    ])
        await meet(node, name).compare();
    const sorted = (node) => [...node.messages.keys()].toSorted();
    assert.equal(north.messages.size, 80);
    assert.deepEqual(sorted(north), sorted(south));
    assert.deepEqual(ids(kept).toSorted(), sorted(north));
    const { asked } = north;
    await meet(north, "north").compare();
    assert.equal(north.asked - asked, CARRIED.length);
});

test("bad signatures, other places and times far ahead are not kept, and not fetched twice", { skip }, async () => {
    const node = new Node();
    const spoil = (bytes) => bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte));
    node.keep(await line("forged", NOW - 1_000, spoil));
    node.keep(await line("tomorrow", NOW + 24 * HOUR));
    const good = node.keep(await line("good", NOW - 1_000));
    const { kept, meet } = phone();
    await meet(node).compare();
    assert.deepEqual(ids(kept), [good]);
    const { fetched } = node;
    await meet(node).compare();
    assert.equal(node.fetched, fetched);
});

test("a node that keeps less says where it begins, and the phone compares from there", { skip }, async () => {
    const node = new Node();
    const fresh = node.keep(await line("fresh", NOW - 1_000));
    node.keep(await line("old", NOW - 2 * HOUR));
    node.since = (NOW - HOUR / 2) / 1000;
    const { kept, meet } = phone();
    await meet(node).compare([TALK]);
    assert.deepEqual(ids(kept), [fresh]);
});

test("what a node refused is not given again, and own lines wait until one keeps them", { skip }, async () => {
    const [strict, other] = [new Node(), new Node()];
    const bytes = await line("mine", NOW - 1_000);
    const facts = gossip.read(bytes);
    const { kept, meet } = phone();
    await kept.put([{ ...keptOf(facts, bytes), isOwn: true, state: "waiting" }]);
    strict.refused.add(facts.id);
    await meet(strict, "strict").giveWaiting();
    assert.deepEqual([kept.find(facts.id).state, kept.find(facts.id).reason], ["refused", "over_quota"]);
    await kept.put([{ ...kept.find(facts.id), state: "waiting" }]);
    await meet(other, "other").giveWaiting();
    assert.equal(kept.find(facts.id).state, "kept");
    assert.ok(other.messages.has(facts.id));
    let given = 0;
    strict.give = (bundle) => {
        given += 1;
        return Node.prototype.give.call(strict, bundle);
    };
    await meet(strict, "strict").compare();
    await meet(strict, "strict").compare();
    assert.equal(given, 1);
});

test("a damaged bundle and a senseless answer end the meeting, and nothing is kept", { skip }, async () => {
    const node = new Node();
    node.keep(await line("one", NOW - 1_000));
    const { kept, meet } = phone();
    node.fetch = async () => bytesOf("48424d31");
    await assert.rejects(meet(node).compare(), /damaged/);
    node.query = async (query) => new Uint8Array([...query.slice(0, 13), 1, 2, 3]);
    await assert.rejects(meet(node).compare(), /cannot be read/);
    node.query = async () => new Uint8Array(5);
    await assert.rejects(meet(node).compare(), /ends early/);
    assert.deepEqual(ids(kept), []);
});

test("messages stand in the order of nodes", () => {
    const message = (time, id) => ({ time, id });
    const sorted = [message(1n, "b"), message(2n, "a"), message(2n, "b")];
    assert.deepEqual([...sorted].reverse().sort(inOrder), sorted);
});

test("fetched lines are kept as far as there is space, the newest first", { skip }, async () => {
    const { kept } = phone();
    const size = 60_000;
    const message = (index) => ({
        id: index.toString(16).padStart(64, "0"),
        class: TALK,
        time: BigInt(index) << 16n,
        bytes: new Uint8Array(size),
    });
    const left = await kept.putWithin(TALK, [message(3), message(1), message(2)]);
    assert.deepEqual(left, []);
    assert.equal(kept.bytesOf(TALK), 3 * size);
    const many = Array.from({ length: 50 }, (_, index) => message(index + 10));
    const over = await kept.putWithin(TALK, many);
    assert.deepEqual(over.map(({ time }) => Number(time >> 16n)).toSorted(), [10, 11, 12]);
    assert.equal(kept.bytesOf(TALK), 3_000_000);
    assert.ok(over.every(({ id }) => !kept.find(id)));
});
