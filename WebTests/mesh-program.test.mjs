// The mesh's messages and comparisons by the calls of the page, on the program itself, against the vectors of other implementations.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { bytesOf, hexOf, millisecondsOf } from "../Web/mesh/bytes.js";
import { Gossip } from "../Web/mesh/program.js";
import { serve } from "./negentropy-server.mjs";

const PROGRAM = new URL("../Web/mesh.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const skip = !isThere && "mesh.wasm is not built";
const fixture = (name) => JSON.parse(readFileSync(new URL(`../Tests/Fixtures/${name}.json`, import.meta.url), "utf8"));
const { messages, smallOrder, placeKey } = fixture("message-vectors");
const recorded = fixture("negentropy-vectors");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

const exportsOf = async () => (await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports;
const made = async () => new Gossip(await exportsOf());
/** The message of a session without its time's counter. */
const at = (seconds) => BigInt(seconds * 1000) << 16n;

test("the program is small", { skip }, () => assert.ok(statSync(PROGRAM).size <= 115_000));

test("a message says what another implementation wrote into it", { skip }, async () => {
    const gossip = await made();
    for (const vector of messages) {
        const facts = gossip.read(bytesOf(vector.message));
        assert.equal(facts.id, vector.id, vector.what);
        assert.equal(facts.kind, vector.kind);
        assert.equal(facts.class, vector.kind >> 4);
        assert.equal(facts.place.toString(16).padStart(16, "0"), vector.place);
        assert.equal(facts.time.toString(), vector.time);
        assert.equal(facts.author, vector.signature ? vector.author : null);
        assert.equal(facts.about, /^0+$/.test(vector.about) ? null : vector.about);
        assert.equal(facts.signature && hexOf(facts.signature), vector.signature || null);
        assert.equal(hexOf(facts.signed), vector.signedBytes);
        assert.equal(facts.stampedAt?.toString(), vector.stamp?.time);
        const field = (tag) => vector.fields?.find((each) => each.tag === tag)?.value;
        if (vector.kind !== 0x60) continue;
        assert.equal(facts.text, Buffer.from(field(1), "hex").toString());
        assert.equal(facts.name, field(2) === undefined ? null : Buffer.from(field(2), "hex").toString());
    }
});

test("a drafted message has the bytes, the id and the bytes to sign of another implementation", { skip }, async () => {
    const gossip = await made();
    let compared = 0;
    for (const vector of messages.filter(({ fields }) => fields?.every(({ tag }) => tag < 3))) {
        const text = (tag) => {
            const value = vector.fields.find((each) => each.tag === tag)?.value;
            return value === undefined ? undefined : Buffer.from(value, "hex").toString();
        };
        const { bytes, signed } = gossip.draft({
            kind: vector.kind,
            place: BigInt(`0x${vector.place}`),
            time: BigInt(vector.time),
            author: vector.author,
            about: vector.about,
            first: text(1),
            second: text(2),
        });
        assert.ok(vector.message.startsWith(hexOf(bytes)), vector.what);
        assert.equal(hexOf(sha256(bytes)), vector.id);
        assert.equal(hexOf(signed), vector.signedBytes);
        compared += 1;
    }
    assert.equal(compared, 4);
});

test("of a line, a text and a name that no node shows are none", { skip }, async () => {
    const gossip = await made();
    const { message, place, author, about } = messages.find(({ kind }) => kind === 0x60);
    const read = (first, second) => {
        const head = { kind: 0x60, place: BigInt(`0x${place}`), time: 1n << 16n, author, about };
        const { bytes } = gossip.draft({ ...head, first, second });
        const facts = gossip.read(new Uint8Array([...bytes, ...bytesOf(message).slice(-64)]));
        return [facts.text, facts.name];
    };
    for (const bad of ["", " ", "\n\t", "\u2003", "a\u0000", "a\u001B[2J", "a\r\nb", "\u0085"]) {
        assert.deepEqual(read(bad, "Ada"), [null, "Ada"]);
        assert.deepEqual(read("Soup", bad), ["Soup", null]);
    }
    assert.deepEqual(read("a\n\tb", "two\nlines"), ["a\n\tb", null]);
    assert.deepEqual(read("شاي 🙂", "é"), ["شاي 🙂", "é"]);
});

test("a changed byte is another message or none, and no end of a message is one", { skip }, async () => {
    const gossip = await made();
    const whole = bytesOf(messages[1].message);
    for (let index = 0; index < whole.length; index += 1) {
        const changed = whole.slice();
        changed[index] ^= 0x55;
        const facts = gossip.read(changed);
        // The signature and the stamp are outside the id.
        const isOutside = index >= whole.length - 144;
        assert.equal(facts?.id === messages[1].id, isOutside, `byte ${index}`);
        const isUnstamped = index === whole.length - 80;
        assert.equal(gossip.read(whole.slice(0, index)) === null, !isUnstamped, `the first ${index} bytes`);
    }
});

test(
    "keys of small order are weak, and the code of a place is the beginning of its key's digest",
    { skip },
    async () => {
        const gossip = await made();
        for (const key of smallOrder) assert.ok(gossip.isWeak(key), key);
        assert.ok(!gossip.isWeak(placeKey));
        const code = gossip.placeCode(placeKey).toString(16).padStart(16, "0");
        assert.equal(code, hexOf(sha256(bytesOf(placeKey)).subarray(0, 8)));
        assert.equal(code, messages[0].place);
    },
);

test("times never fall, follow others' times, and pass over those far ahead", { skip }, async () => {
    const gossip = await made();
    const first = gossip.reading(5_000);
    assert.equal(first, 5_000n << 16n);
    assert.ok(gossip.reading(4_000) > first);
    assert.ok(gossip.learn(9_000n << 16n, 5_000));
    assert.ok(gossip.reading(6_000) > 9_000n << 16n);
    assert.ok(!gossip.learn(900_000n << 16n, 5_000));
    assert.equal(millisecondsOf(gossip.reading(10_000)), 10_000);
});

test("a recorded session of the reference implementations goes the same way", { skip }, async () => {
    const exports = await exportsOf();
    const phone = exports.makePhone();
    const given = (bytes) => {
        const address = exports.allocate(Math.max(1, bytes.length));
        new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
        return address;
    };
    const answer = (length) => {
        assert.ok(length >= 0);
        return new Uint8Array(exports.memory.buffer, exports.answer(phone), length).slice();
    };
    const exchange = recorded.exchanges.find(({ name }) => name === "few");
    const records = new Uint8Array(40 * exchange.client.length);
    for (const [index, [time, id]] of exchange.client.entries()) {
        new DataView(records.buffer).setBigUint64(40 * index, at(Number(time)));
        records.set(bytesOf(id), 40 * index + 8);
    }
    exports.useItems(phone, given(records), records.length);
    assert.equal(hexOf(answer(exports.openEvenly(phone, 0n))), exchange.messages[0].message);
    const reply = bytesOf(exchange.messages[1].message);
    const said = answer(exports.receive(phone, given(reply), reply.length));
    const ids = exchange.have.toSorted().concat(exchange.need.toSorted()).join("");
    const count = (number) => number.toString(16).padStart(8, "0");
    assert.equal(hexOf(said), `00${count(exchange.have.length)}${count(exchange.need.length)}${ids}`);
});

test("a comparison finds what a plain comparison of the sets finds", { skip }, async () => {
    const gossip = await made();
    const item = (number) => ({ id: hexOf(sha256(`item ${number}`)), seconds: 1_795_000_000 + Math.floor(number / 3) });
    for (const [ours, theirs] of [
        [[], []],
        [[], [1, 2, 3]],
        [[1, 2, 3], []],
        [Array.from({ length: 500 }, (_, each) => each), Array.from({ length: 510 }, (_, each) => each + 40)],
    ]) {
        const items = ours.map(item).map(({ id, seconds }) => ({ id, time: at(seconds) }));
        const seed = randomBytes(8).readBigUInt64BE();
        let message = gossip.open(items, 0, seed);
        const found = { have: new Set(), need: new Set() };
        for (let round = 0; ; round += 1) {
            assert.ok(round < 10);
            const step = gossip.receive(serve(message, theirs.map(item)));
            for (const id of step.have) found.have.add(id);
            for (const id of step.need) found.need.add(id);
            if (step.next === "finished") break;
            assert.equal(step.next, "send");
            message = step.message;
        }
        const only = (these, others) => these.filter((each) => !others.includes(each)).map((each) => item(each).id);
        assert.deepEqual([...found.have].toSorted(), only(ours, theirs).toSorted());
        assert.deepEqual([...found.need].toSorted(), only(theirs, ours).toSorted());
    }
});

test("messages before the beginning of a comparison are left out", { skip }, async () => {
    const gossip = await made();
    const old = { id: "aa".repeat(32), time: at(100) };
    const fresh = { id: "bb".repeat(32), time: at(200) };
    gossip.open([old, fresh], 150, 7n);
    const step = gossip.receive(serve(Uint8Array.from([0x61, 0, 0, 2, 0]), []));
    assert.deepEqual(step.have, [fresh.id]);
});

test("what is no answer of a node is refused, and the program goes on", { skip }, async () => {
    const gossip = await made();
    assert.equal(gossip.receive(bytesOf("6100000200")), null);
    gossip.open([], 0, 1n);
    for (const bytes of ["", "60", "61", "62aabb", "6100", "61000002ff", "610021", `6100000201${"ee".repeat(31)}`])
        assert.ok((gossip.receive(bytesOf(bytes))?.need ?? []).length === 0, bytes);
    assert.equal(gossip.receive(bytesOf(`6100000201${"ee".repeat(32)}`)).need.length, 1);
    assert.equal(gossip.read(new Uint8Array()), null);
});

test("a bundle has its bytes, and comes back only whole and for its place", { skip }, async () => {
    const gossip = await made();
    const place = BigInt(`0x${messages[0].place}`);
    const parts = messages.map(({ message }) => bytesOf(message));
    const bundle = gossip.bundle(place, parts);
    const length = (number) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(number);
        return bytes;
    };
    const body = Buffer.concat([
        Buffer.from("HBM1"),
        bytesOf(messages[0].place),
        length(parts.length),
        ...parts.flatMap((part) => [length(part.length), part]),
    ]);
    assert.equal(hexOf(bundle), hexOf(Buffer.concat([body, sha256(body)])));
    assert.deepEqual(gossip.unbundle(place, bundle), parts);
    assert.deepEqual(gossip.unbundle(place, gossip.bundle(place, [])), []);
    assert.equal(gossip.unbundle(place + 1n, bundle), null);
    for (let index = 0; index < bundle.length; index += 17) {
        const changed = bundle.slice();
        changed[index] ^= 1;
        assert.equal(gossip.unbundle(place, changed), null, `byte ${index}`);
        assert.equal(gossip.unbundle(place, bundle.slice(0, index)), null, `the first ${index} bytes`);
    }
});
