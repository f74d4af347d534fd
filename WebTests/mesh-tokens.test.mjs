// Tokens of nodes that share an address: each goes to the node that gave it alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, hexOf } from "../Web/mesh/bytes.js";
import { NodeTokens, OtherNode } from "../Web/mesh/node-tokens.js";

/** A database in memory. */
function database() {
    const facts = new Map();
    return { fact: async (name) => facts.get(name), keepFact: async (name, value) => facts.set(name, value) };
}

/** A node with a key of its own, and tokens that it gave. */
class Node {
    static async made() {
        const node = new Node();
        node.pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
        node.key = hexOf(new Uint8Array(await crypto.subtle.exportKey("raw", node.pair.publicKey)));
        return node;
    }

    async proof(nonce) {
        const text = new Uint8Array([...new TextEncoder().encode("hereabouts proof 1"), 0, ...bytesOf(nonce)]);
        const signature = await crypto.subtle.sign({ name: "Ed25519" }, this.pair.privateKey, text);
        return { node: this.key, signature: hexOf(new Uint8Array(signature)) };
    }

    async issue(name, nonce) {
        const token = `${name} at ${this.key}`;
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
        const text = new Uint8Array([
            ...new TextEncoder().encode("hereabouts token 1"),
            0,
            ...bytesOf(nonce),
            ...digest,
        ]);
        const signature = await crypto.subtle.sign({ name: "Ed25519" }, this.pair.privateKey, text);
        return { token, proof: { node: this.key, signature: hexOf(new Uint8Array(signature)) } };
    }
}

/** The address at which nodes take turns. */
class Address {
    /** What nodes were shown. */
    shown = [];

    async proof(nonce) {
        this.shown.push(nonce);
        return this.node.proof(nonce);
    }

    async issueToken({ name, nonce }) {
        return this.node.issue(name, nonce);
    }
}

/** A key of small order: one signature in four holds under it. */
const WEAK = "00".repeat(32);
const CREDENTIALS = { name: "anna", password: "correct horse", label: "phone" };

async function meeting() {
    const [one, two] = [await Node.made(), await Node.made()];
    const address = new Address();
    address.node = one;
    const time = { now: 0 };
    const tokens = new NodeTokens({
        database: database(),
        node: address,
        isWeak: (key) => key === WEAK,
        clock: () => time.now,
    });
    const changes = [];
    tokens.addEventListener("change", async () => changes.push(await tokens.current()));
    // What requests carry some time later.
    const later = () => {
        time.now += 2_000;
        return address.token();
    };
    return { one, two, address, tokens, time, changes, later };
}

test("each node gets its own token, and none before it has proved its key", async () => {
    const { one, two, address, tokens, later } = await meeting();
    assert.equal(await later(), null);
    assert.deepEqual(address.shown, []);
    await tokens.logIn(CREDENTIALS, one.key);
    assert.equal(await later(), `anna at ${one.key}`);
    address.node = two;
    assert.equal(await later(), null);
    await tokens.logIn(CREDENTIALS, two.key);
    assert.equal(await later(), `anna at ${two.key}`);
    address.node = one;
    assert.equal(await later(), `anna at ${one.key}`);
    assert.equal(new Set(address.shown).size, address.shown.length);
    assert.ok(address.shown.every((nonce) => /^[0-9a-f]{64}$/.test(nonce)));
});

test("a node that claims another one's key gets neither token nor password", async () => {
    const { one, two, address, tokens, later } = await meeting();
    await tokens.logIn(CREDENTIALS, one.key);
    const old = await one.proof("00".repeat(32));
    const asked = [];
    for (const proof of [
        async (nonce) => ({ ...(await two.proof(nonce)), node: one.key }),
        async () => old,
        async () => ({ node: one.key, signature: "" }),
        async () => ({ node: WEAK, signature: "00".repeat(64) }),
    ]) {
        address.node = { proof, key: "bad" };
        address.issueToken = async (credentials) => asked.push(credentials);
        await assert.rejects(later(), /prove/);
        await assert.rejects(tokens.logIn(CREDENTIALS, one.key), /prove/);
    }
    assert.deepEqual(asked, []);
});

test("a token that another node made is neither kept nor shown to anybody", async () => {
    const { one, two, address, tokens, later } = await meeting();
    const old = await one.issue("anna", "00".repeat(32));
    for (const issue of [
        (name, nonce) => two.issue(name, nonce),
        async (name, nonce) => ({ ...(await two.issue(name, nonce)), token: `anna at ${one.key}` }),
        async (name, nonce) => ({ ...(await one.issue(name, nonce)), token: "another" }),
        async () => old,
        async () => ({ token: old.token }),
    ]) {
        address.node = { proof: (nonce) => one.proof(nonce), issue };
        await assert.rejects(tokens.logIn(CREDENTIALS, one.key), OtherNode);
        assert.equal(await later(), null);
    }
    address.node = one;
    assert.equal(await later(), null);
});

test("a token that has ended is forgotten, and those of other nodes stay", async () => {
    const { one, two, address, tokens, later } = await meeting();
    await tokens.logIn(CREDENTIALS, one.key);
    address.node = two;
    await tokens.logIn(CREDENTIALS, two.key);
    await tokens.forget();
    assert.equal(await address.token(), null);
    assert.equal(await later(), null);
    address.node = one;
    assert.equal(await later(), `anna at ${one.key}`);
});

test("a password goes to the node that the form names, and to no other one", async () => {
    const { one, two, address, tokens, later } = await meeting();
    const given = [];
    address.issueToken = async (credentials) => given.push(credentials);
    address.node = two;
    await assert.rejects(tokens.logIn(CREDENTIALS, one.key), OtherNode);
    assert.deepEqual(given, []);
    assert.equal(await later(), null);
});

test("a proof counts for a second and for all requests at once, and then the node proves its key again", async () => {
    const { one, two, address, tokens, time } = await meeting();
    await tokens.logIn(CREDENTIALS, one.key);
    const proofs = address.shown.length;
    time.now += 1_000;
    assert.equal(await tokens.current(), `anna at ${one.key}`);
    assert.equal(address.shown.length, proofs);
    tokens.doubt();
    assert.equal(await tokens.current(), `anna at ${one.key}`);
    assert.equal(address.shown.length, proofs + 1);
    time.now += 1_001;
    address.node = two;
    assert.deepEqual(await Promise.all([tokens.current(), tokens.current()]), [null, null]);
    assert.equal(address.shown.length, proofs + 2);
});

test("the page hears of another token, and of none while no node answers", async () => {
    const { one, two, address, tokens, changes, later } = await meeting();
    await later();
    assert.deepEqual(changes, []);
    await tokens.logIn(CREDENTIALS, one.key);
    await later();
    assert.deepEqual(changes, [`anna at ${one.key}`]);
    const { proof } = Address.prototype;
    address.proof = async () => {
        throw new Error("nobody is near");
    };
    await assert.rejects(later(), /near/);
    await assert.rejects(tokens.current(), /near/);
    address.proof = proof;
    assert.equal(await later(), `anna at ${one.key}`);
    assert.equal(changes.length, 1);
    address.node = two;
    await later();
    assert.deepEqual(changes, [`anna at ${one.key}`, null]);
});
