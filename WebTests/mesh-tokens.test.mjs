// Tokens of nodes that share an address: each goes to the node that gave it alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, hexOf } from "../Web/mesh/bytes.js";
import { NodeTokens } from "../Web/mesh/node-tokens.js";

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
    token = null;
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

const CREDENTIALS = { name: "anna", password: "correct horse", label: "phone" };

async function meeting() {
    const [one, two] = [await Node.made(), await Node.made()];
    const address = new Address();
    address.node = one;
    const tokens = new NodeTokens({ database: database(), node: address });
    return { one, two, address, tokens };
}

test("each node gets its own token, and none before it has proved its key", async () => {
    const { one, two, address, tokens } = await meeting();
    await tokens.prepare();
    assert.equal(address.token, null);
    assert.deepEqual(address.shown, []);
    await tokens.logIn(CREDENTIALS);
    assert.equal(address.token, `anna at ${one.key}`);
    address.node = two;
    await tokens.prepare();
    assert.equal(address.token, null);
    await tokens.logIn(CREDENTIALS);
    assert.equal(address.token, `anna at ${two.key}`);
    address.node = one;
    await tokens.prepare();
    assert.equal(address.token, `anna at ${one.key}`);
    assert.equal(new Set(address.shown).size, address.shown.length);
    assert.ok(address.shown.every((nonce) => /^[0-9a-f]{64}$/.test(nonce)));
});

test("a node that claims another one's key gets neither token nor password", async () => {
    const { one, two, address, tokens } = await meeting();
    await tokens.logIn(CREDENTIALS);
    const old = await one.proof("00".repeat(32));
    const asked = [];
    for (const proof of [
        async (nonce) => ({ ...(await two.proof(nonce)), node: one.key }),
        async () => old,
        async () => ({ node: one.key, signature: "" }),
        async () => ({ node: "00".repeat(32), signature: "00".repeat(64) }),
    ]) {
        address.node = { proof, key: "bad" };
        address.issueToken = async (credentials) => asked.push(credentials);
        await assert.rejects(tokens.prepare(), /prove/);
        assert.equal(address.token, null);
        await assert.rejects(tokens.logIn(CREDENTIALS), /prove/);
    }
    assert.deepEqual(asked, []);
});

test("a token that another node made is neither kept nor shown to anybody", async () => {
    const { one, two, address, tokens } = await meeting();
    const old = await one.issue("anna", "00".repeat(32));
    for (const issue of [
        (name, nonce) => two.issue(name, nonce),
        async (name, nonce) => ({ ...(await two.issue(name, nonce)), token: `anna at ${one.key}` }),
        async (name, nonce) => ({ ...(await one.issue(name, nonce)), token: "another" }),
        async () => old,
        async () => ({ token: old.token }),
    ]) {
        address.node = { proof: (nonce) => one.proof(nonce), issue };
        await assert.rejects(tokens.logIn(CREDENTIALS), /another node/);
        assert.equal(address.token, null);
    }
    address.node = one;
    await tokens.prepare();
    assert.equal(address.token, null);
});

test("a token that has ended is forgotten, and those of other nodes stay", async () => {
    const { one, two, address, tokens } = await meeting();
    await tokens.logIn(CREDENTIALS);
    address.node = two;
    await tokens.logIn(CREDENTIALS);
    await tokens.forget();
    assert.equal(address.token, null);
    await tokens.prepare();
    assert.equal(address.token, null);
    address.node = one;
    await tokens.prepare();
    assert.equal(address.token, `anna at ${one.key}`);
});
