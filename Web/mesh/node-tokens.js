// Tokens of accounts, one for each node. All nodes of a place may share this address, so the page sends a token only after
// the node has proved that it is the one that gave it (docs/mesh-name.md).
import { bytesOf, hexOf } from "./bytes.js";
import { holds } from "./keys.js";

const FACT = "node tokens";
const NONCE_LENGTH = 32;
const PURPOSE = new TextEncoder().encode("hereabouts proof 1\0");
const TOKEN_PURPOSE = new TextEncoder().encode("hereabouts token 1\0");

/** @typedef {Record<string, string>} Tokens by the node's key. */

/**
 * The text by which a node signs that it made a token.
 *
 * @param {Uint8Array<ArrayBuffer>} nonce
 * @param {string} token
 */
async function tokenText(nonce, token) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    return new Uint8Array([...TOKEN_PURPOSE, ...nonce, ...new Uint8Array(digest)]);
}

export class NodeTokens {
    /** @param {{database: import("./database.js").Database, node: import("./node.js").MeshNode}} parts */
    constructor({ database, node }) {
        this.database = database;
        this.node = node;
    }

    /**
     * Lets requests to the node carry the token that it gave, and no other one. Throws where the node does not answer.
     */
    async prepare() {
        this.node.token = null;
        const tokens = await this.#tokens();
        if (Object.keys(tokens).length === 0) return;
        this.node.token = tokens[await this.#provenKey()] ?? null;
    }

    /**
     * Logs in at the node with an account that it has, and keeps the token. Throws what the node refuses.
     *
     * @param {{name: string, password: string, label: string}} credentials
     */
    async logIn(credentials) {
        const key = await this.#provenKey();
        const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
        const { token, proof } = await this.node.issueToken({ ...credentials, nonce: hexOf(nonce) });
        // Another node may have taken the address meanwhile.
        const made = proof?.node === key && (await holds(bytesOf(proof.signature), await tokenText(nonce, token), key));
        if (!made) throw new Error("another node made the token");
        await this.database.keepFact(FACT, { ...(await this.#tokens()), [key]: token });
        this.node.token = token;
    }

    /** Forgets the token of the node that answers: it has ended. */
    async forget() {
        const tokens = await this.#tokens();
        const left = Object.fromEntries(Object.entries(tokens).filter(([, token]) => token !== this.node.token));
        await this.database.keepFact(FACT, left);
        this.node.token = null;
    }

    /** @returns {Promise<Tokens>} */
    async #tokens() {
        return (await this.database.fact(FACT)) ?? {};
    }

    /** Returns the key of the node that answers; throws where it does not prove it. */
    async #provenKey() {
        const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
        const { node, signature } = await this.node.proof(hexOf(nonce));
        const text = new Uint8Array([...PURPOSE, ...nonce]);
        if (!(await holds(bytesOf(signature), text, node))) throw new Error("the node did not prove its key");
        return node;
    }
}
