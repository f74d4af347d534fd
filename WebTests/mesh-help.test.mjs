// Help pins and entry stamps on a phone: the program makes and reads the messages, WebCrypto signs them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { bytesOf, hexOf, joined } from "../Web/mesh/bytes.js";
import { ROSTER } from "../Web/mesh/classes.js";
import { PhonePins } from "../Web/mesh/help/phone-pins.js";
import { HiddenThings } from "../Web/mesh/hidden.js";
import { KeptMessages, keptOf } from "../Web/mesh/kept-messages.js";
import { Members } from "../Web/mesh/members.js";
import { isOld, reachedBy, waysFromHere } from "../Web/mesh/nodes.js";
import { Gossip, HELP_PIN, NODES, ROOM_LINE } from "../Web/mesh/program.js";
import { Stamps } from "../Web/mesh/stamps.js";

const PROGRAM = new URL("../Web/mesh.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const skip = !isThere && "mesh.wasm is not built";
const exportsOf = async () => (await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports;
const gossip = isThere && new Gossip(await exportsOf());
const START = Date.UTC(2026, 10, 27, 12);
const HOUR = 3_600_000;
const fixture = (name) => JSON.parse(readFileSync(new URL(`../Tests/Fixtures/${name}.json`, import.meta.url), "utf8"));

async function person() {
    const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
    const key = hexOf(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const sign = async (text) => new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, text));
    return { key, sign };
}

const [place, other, me, eve] = await Promise.all([person(), person(), person(), person()]);
const CODE = BigInt(`0x${createHash("sha256").update(bytesOf(place.key)).digest("hex").slice(0, 16)}`);
const head = (author, milliseconds) => ({ place: CODE, time: BigInt(milliseconds) << 16n, author: author.key });

async function whole(author, { bytes, signed }) {
    return joined(bytes, await author.sign(signed));
}

function asks(author, text, milliseconds = START, lat = 60.1712345, lon = -24.9398765) {
    const point = new DataView(new ArrayBuffer(8));
    point.setInt32(0, Math.round(lat * 1e7));
    point.setInt32(4, Math.round(lon * 1e7));
    const content = { kind: HELP_PIN, first: new Uint8Array(point.buffer), second: text };
    return whole(author, gossip.draft({ ...head(author, milliseconds), ...content }));
}

const resolves = (author, pin, milliseconds = START + 1000) =>
    whole(author, gossip.resolution({ ...head(author, milliseconds), about: pin }));

const NOTHING = { has: () => false };

async function phone(messages = [], hidden = NOTHING) {
    const kept = new KeptMessages({ all: async () => [], change: async () => {} });
    const put = (bytes, more = {}) => kept.put([{ ...keptOf(gossip.read(bytes), bytes), ...more }]);
    for (const bytes of messages) await put(bytes);
    const carrier = { gossip, kept, place: CODE, signer: me, now: () => START + HOUR };
    return { carrier, put, pins: new PhonePins(carrier, () => hidden) };
}

test("a help pin says what another implementation wrote, and its resolution has that one's bytes", { skip }, () => {
    const { good } = fixture("message-vectors").bodies;
    const pin = good.find(({ what }) => what === "a help pin");
    const read = gossip.helpPin(bytesOf(pin.message));
    assert.deepEqual(read.position, { lat: pin.says.latitudeE7 / 1e7, lon: pin.says.longitudeE7 / 1e7 });
    assert.equal(read.text, pin.says.words);
    assert.equal(read.pin, pin.makes);
    const end = good.find(({ what }) => what === "a resolved help pin");
    assert.deepEqual(gossip.helpPin(bytesOf(end.message)), { pin: end.about, position: null, text: "" });
    const { place: of, time, author, about } = gossip.read(bytesOf(end.message));
    const { bytes } = gossip.resolution({ place: of, time, author, about });
    assert.equal(hexOf(bytes), end.message.slice(0, -128));
    for (const each of good.filter(({ what }) => !what.includes("help pin")))
        assert.equal(gossip.helpPin(bytesOf(each.message)), null, each.what);
    for (const each of fixture("message-vectors").bodies.wrong) {
        if (each.what.includes("help pin")) assert.equal(gossip.helpPin(bytesOf(each.message)), null, each.what);
    }
});

test("a phone shows the pins that nobody resolved who may", { skip }, async () => {
    const [mine, theirs, done] = [
        await asks(me, "A ramp", START - HOUR),
        await asks(other, "Water", START),
        await asks(other, "Over", START + 1),
    ];
    const id = (bytes) => gossip.helpPin(bytes).pin;
    const messages = [mine, theirs, done, await resolves(other, id(done)), await resolves(eve, id(theirs))];
    const ended = await asks(other, "Long ago", START - 7 * HOUR);
    const { pins } = await phone([...messages, ended]);
    const shown = pins.pins(null);
    assert.deepEqual(shown.map(({ text }) => text).toSorted(), ["A ramp", "Water"]);
    const own = shown.find(({ text }) => text === "A ramp");
    assert.ok(own.isOwn && own.mayResolve && own.state === null);
    assert.deepEqual(own.position, { lat: 60.1712345, lon: -24.9398765 });
    const foreign = shown.find(({ text }) => text === "Water");
    assert.ok(!foreign.isOwn && !foreign.mayResolve && foreign.name === "");
    // What the node leaves out, an operator resolved; what it names has the roster's name.
    const said = [{ ...foreign, name: "Anna", isNamed: true }];
    assert.deepEqual(
        pins.pins(said).map(({ text, name, isNamed }) => [text, name, isNamed]),
        [["Water", "Anna", true]],
    );
    // A pin of which the phone has no signed message is not believed.
    assert.deepEqual(pins.pins([{ ...foreign, id: "ff".repeat(16) }]), []);
});

test("an own pin that no node has yet is there, and is taken out instead of resolved", { skip }, async () => {
    const { pins, put, carrier } = await phone();
    const bytes = await asks(me, "A ramp");
    await put(bytes, { isOwn: true, state: "waiting" });
    const [pin] = pins.pins([]);
    assert.equal(pin.state, "waiting");
    assert.equal(pins.noteGiven(), false);
    const done = [];
    carrier.discard = async (id) => done.push(["discard", id]);
    carrier.resolveHelp = async (id) => done.push(["resolve", id]);
    assert.equal(await pins.resolve(pin.id), true);
    const said = [];
    pins.pins(said);
    await put(bytes, { isOwn: true, state: "kept" });
    assert.equal(pins.noteGiven(), true);
    // The node said nothing of it, because it got it only since.
    assert.equal(pins.pins(said).length, 1);
    assert.equal(pins.noteGiven(), false);
    assert.equal(pins.pins([]).length, 0);
    assert.equal(await pins.resolve(pin.id), true);
    assert.equal(await pins.resolve("ff".repeat(16)), false);
    assert.deepEqual(done, [
        ["discard", gossip.read(bytes).id],
        ["resolve", pin.id],
    ]);
});

// The messages about what is hidden are written byte by byte in mesh-hidden.test.mjs.
function hides(target, subject) {
    const values = [bytesOf(subject), [target], [1]];
    const body = values.flatMap((value, index) => [index + 1, 0, value.length, ...value]);
    const bytes = new Uint8Array(72 + body.length + 64);
    bytes.set([1, 0x13]);
    new DataView(bytes.buffer).setUint32(68, body.length);
    bytes.set(body, 72);
    const word = { id: "00".repeat(32), class: ROSTER, time: 0n, author: place.key, bytes };
    return new HiddenThings([word], (author) => author === place.key);
}

test(
    "pins of hidden messages, authors and nodes are not shown, and a hidden resolution resolves nothing",
    { skip },
    async () => {
        const node = other;
        const bytes = await stamped(await asks(eve, "Buy this"), node, START + 1000);
        const kept = await asks(me, "A ramp", START - HOUR);
        const texts = async (messages, hidden) =>
            (await phone(messages, hidden)).pins
                .pins(null)
                .map(({ text }) => text)
                .toSorted();
        assert.deepEqual(await texts([bytes, kept]), ["A ramp", "Buy this"]);
        for (const [target, subject] of [
            [1, gossip.read(bytes).id],
            [2, eve.key],
            [3, node.key],
        ])
            assert.deepEqual(await texts([bytes, kept], hides(target, subject)), ["A ramp"], target);
        const end = await resolves(eve, gossip.helpPin(bytes).pin);
        assert.deepEqual(await texts([bytes, kept, end]), ["A ramp"]);
        assert.deepEqual(await texts([bytes, kept, end], hides(1, gossip.read(end).id)), ["A ramp", "Buy this"]);
    },
);

// MARK: Stamps

async function admits(node, by = place, until = null, milliseconds = START) {
    // The program drafts two fields; the end of a membership is the third.
    const { bytes } = gossip.draft({
        ...head(by, milliseconds),
        kind: NODES,
        about: node.key.slice(0, 32),
        first: bytesOf(node.key),
        second: "node",
    });
    const more = until === null ? new Uint8Array() : joined(new Uint8Array([3, 0, 8]), moment(until));
    const body = new Uint8Array(joined(bytes, more));
    new DataView(body.buffer).setUint32(68, body.length - 72);
    const id = createHash("sha256").update(body).digest();
    return joined(body, await by.sign(joined(new TextEncoder().encode("hereabouts message 1\0"), id)));
}

function moment(milliseconds) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(milliseconds) << 16n);
    return bytes;
}

async function stamped(bytes, node, milliseconds, signer = node) {
    const text = joined(
        new TextEncoder().encode("hereabouts entry 1\0"),
        bytesOf(gossip.read(bytes).id),
        moment(milliseconds),
    );
    return joined(bytes, bytesOf(node.key).slice(0, 8), moment(milliseconds), await signer.sign(text));
}

async function entered(bytes, roster) {
    const { carrier } = await phone(roster);
    const stamps = new Stamps(carrier);
    const facts = gossip.read(bytes);
    assert.equal(stamps.entered(bytes, facts), null);
    await stamps.checked;
    return stamps.entered(bytes, facts);
}

test("a stamp counts that a member made, and no other", { skip }, async () => {
    const content = { kind: ROOM_LINE, about: "10".repeat(16), first: "Soup at six" };
    const line = await whole(me, gossip.draft({ ...head(me, START), ...content }));
    const node = other;
    const roster = [await admits(node)];
    const at = START + 5000;
    const good = await stamped(line, node, at);
    assert.equal(await entered(good, roster), at);
    assert.equal(await entered(line, roster), null);
    assert.equal(await entered(await stamped(line, node, at, eve), roster), null);
    for (const index of [good.length - 1, good.length - 66]) {
        const changed = good.slice();
        changed[index] ^= 1;
        assert.equal(await entered(changed, roster), null);
    }
    assert.equal(await entered(good, []), null);
    assert.equal(await entered(good, [await admits(node, eve)]), null);
    assert.equal(await entered(good, [await admits(node, place, at)]), null);
    assert.equal(await entered(good, [await admits(node, place, at + 1)]), at);
    // The newest message about a node counts.
    const later = await admits(node, place, START, START + 1);
    assert.equal(await entered(good, [...roster, later]), null);
    assert.equal(await entered(good, [...roster, await admits(node, eve, START, START + 1)]), at);
});

test(
    "a member is found by its whole key or the beginning of it, with the name that the place gave",
    { skip },
    async () => {
        const reading = (milliseconds) => BigInt(milliseconds) << 16n;
        const { carrier, put } = await phone();
        const members = new Members(carrier);
        assert.equal(members.isKnown, false);
        await put(await admits(eve, eve));
        assert.equal(members.isKnown, false);
        await put(await admits(other));
        assert.equal(members.isKnown, true);
        for (const key of [other.key, other.key.slice(0, 16)])
            assert.equal(members.find(key, reading(START))?.name, "node");
        const twin = other.key.slice(0, 16) + eve.key.slice(16);
        for (const key of [eve.key, twin]) assert.equal(members.find(key, reading(START)), null);
        await put(await admits(other, place, START + HOUR, START + 1));
        assert.equal(members.find(other.key, reading(START + HOUR - 1))?.key, other.key);
        assert.equal(members.find(other.key, reading(START + HOUR)), null);
        // What visitors wrote there is theirs also after that.
        assert.equal(members.nodeName(other.key), "node");
        for (const key of [eve.key, twin, null]) assert.equal(members.nodeName(key), null);
    },
);

// MARK: Nodes

const node = (key, links, more = {}) => ({
    key,
    name: key,
    is_member: true,
    is_this: false,
    is_linked: false,
    links: links.map((end) => ({ key: end, since: START })),
    links_told: START,
    ...more,
});

test("nodes are reached over the fewest links, from either side's word", () => {
    const all = [
        node("a", ["b", "c"], { is_this: true }),
        node("b", []),
        node("c", ["d"]),
        node("d", ["e"]),
        node("e", ["b"]),
        node("f", []),
    ];
    const ways = waysFromHere(all);
    const names = (key) => ways.get(key)?.map((each) => each.key);
    assert.deepEqual([names("a"), names("b"), names("c")], [[], [], []]);
    assert.deepEqual([names("d"), names("e")], [["c"], ["b"]]);
    assert.equal(names("f"), undefined);
    assert.deepEqual(
        reachedBy(all[1], all).map((end) => [end.node.key, end.since]),
        [
            ["a", START],
            ["e", START],
        ],
    );
    assert.deepEqual(waysFromHere([node("x", [])]), new Map());
});

test("a link is old when what its ends told is, and never where this node has it", () => {
    const [here, one, two] = [node("a", ["b"], { is_this: true }), node("b", ["c"]), node("c", [])];
    assert.equal(isOld(one, two, START + 30 * 60_000), false);
    assert.equal(isOld(two, one, START + HOUR), true);
    assert.equal(isOld(one, { ...two, links: [{ key: "b" }], links_told: START + HOUR }, START + HOUR), false);
    assert.equal(isOld(here, one, START + HOUR), false);
});
