// Tokens of accounts, one for each node. All nodes of a place may share this address, so the page sends a token only after
// the node has proved that it is the one that gave it (docs/mesh-name.md).
import { bytesOf, hexOf } from "./bytes.js";
import { holds } from "./keys.js";

const FACT = "node tokens";
const NONCE_LENGTH = 32;
const PURPOSE = new TextEncoder().encode("hereabouts proof 1\0");
const TOKEN_PURPOSE = new TextEncoder().encode("hereabouts token 1\0");
/** For so long, in milliseconds, a proof counts: no phone is at another node before. */
const PROVEN_MS = 1_000;

/** @typedef {Record<string, string>} Tokens by the node's key. */

/** Another node answers than the one to which somebody logs in. */
export class OtherNode extends Error {
    name = "OtherNode";
}

/** Fires `change` when requests carry another token than before, or none. */
export class NodeTokens extends EventTarget {
    /** When the node that answers proved its key. */
    #proven = Number.NEGATIVE_INFINITY;
    /**
     * The token of the node that answered last.
     *
     * @type {string | null}
     */
    #token = null;
    /** @type {Promise<void> | null} */
    #preparing = null;

    /**
     * @param {{database: import("./database.js").Database, node: import("./node.js").MeshNode,
     *   isWeak: (key: string) => boolean, clock?: () => number}} parts `isWeak`: whether signatures under a key prove nothing.
     */
    constructor({ database, node, isWeak, clock = () => performance.now() }) {
        super();
        this.database = database;
        this.node = node;
        this.isWeak = isWeak;
        this.clock = clock;
        node.token = () => this.current();
    }

    /**
     * Returns the token of the node that answers, which has just proved its key; null where it gave none. Throws where no
     * node does that.
     *
     * @returns {Promise<string | null>}
     */
    async current() {
        if (this.clock() - this.#proven > PROVEN_MS) {
            this.#preparing ??= this.#prepare().finally(() => {
                this.#preparing = null;
            });
            await this.#preparing;
        }
        return this.#token;
    }

    async #prepare() {
        const tokens = await this.#tokens();
        const isLoggedIn = Object.keys(tokens).length > 0;
        this.#use(isLoggedIn ? (tokens[await this.provenKey()] ?? null) : null);
    }

    /**
     * Logs in at the node with an account that it has, and keeps the token. Throws what the node refuses, and `OtherNode`.
     *
     * @param {{name: string, password: string, label: string}} credentials
     * @param {string} wanted the node's key.
     */
    async logIn(credentials, wanted) {
        const key = await this.provenKey();
        if (key !== wanted) throw new OtherNode("another node answers");
        const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
        const { token, proof } = await this.node.issueToken({ ...credentials, nonce: hexOf(nonce) });
        // Another node may have taken the address meanwhile.
        const made = proof?.node === key && (await holds(bytesOf(proof.signature), await tokenText(nonce, token), key));
        if (!made) throw new OtherNode("another node made the token");
        await this.database.keepFact(FACT, { ...(await this.#tokens()), [key]: token });
        this.#use(token);
    }

    /** Whoever answers next has to prove its key. */
    doubt() {
        this.#proven = Number.NEGATIVE_INFINITY;
    }

    /** Forgets the token of the node that answers: it has ended. */
    async forget() {
        const tokens = Object.entries(await this.#tokens());
        await this.database.keepFact(FACT, Object.fromEntries(tokens.filter(([, token]) => token !== this.#token)));
        this.#use(null);
    }

    /** Returns the key of the node that answers; throws where it does not prove it. */
    async provenKey() {
        const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
        const { node, signature } = await this.node.proof(hexOf(nonce));
        const text = new Uint8Array([...PURPOSE, ...nonce]);
        if (this.isWeak(node) || !(await holds(bytesOf(signature), text, node)))
            throw new Error("the node did not prove its key");
        return node;
    }

    /** @returns {Promise<Tokens>} */
    async #tokens() {
        return (await this.database.fact(FACT)) ?? {};
    }

    /** @param {string | null} token of the node that has just proved its key. */
    #use(token) {
        const isOther = token !== this.#token;
        this.#token = token;
        this.#proven = this.clock();
        if (isOther) this.dispatchEvent(new Event("change"));
    }
}

/**
 * The text by which a node signs that it made a token.
 *
 * @param {Uint8Array} nonce
 * @param {string} token
 */
async function tokenText(nonce, token) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    return new Uint8Array([...TOKEN_PURPOSE, ...nonce, ...new Uint8Array(digest)]);
}
