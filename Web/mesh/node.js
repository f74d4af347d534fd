// The node that serves this page, by its API. Phones meet many nodes at one address, so the cookie goes only to nodes
// that answer nobody but people who are logged in.
import { at, credentials } from "../address/root.js";
import { refusal } from "../data/http.js";
import { Refused, Unreachable } from "../data/failures.js";

const PATIENCE_MS = 10_000;
const ROOT = "/api/v1/mesh";
/** A node takes and gives at most so many messages, and so many bytes, at once. */
export const MOST_MESSAGES = 256;
export const MOST_BYTES = 1_048_576;

/**
 * @typedef {{place: string, place_key: string, name: string, node: {key: string, name: string, is_member: boolean},
 *   time: number, clock_is_set: boolean, links: number, heard: number,
 *   classes: {name: string, messages: number, bytes: number}[], refused: {reason: string, count: number}[]}} NodeFacts
 * @typedef {{key: string, name: string, is_member: boolean, is_this: boolean, is_linked: boolean, last_heard?: number,
 *   links: {key: string, since?: number}[], links_told?: number}} HeardNode
 * @typedef {{id: string, kind: "general" | "help" | "venue", name: string, lines: number, last_time?: number}} NodeRoom
 * @typedef {{id: string, time: number, entered?: number, author?: string, name?: string, is_named: boolean,
 *   visitor_at?: string, text: string, entry?: string,
 *   delivery?: {state: "here" | "neighbours" | "nodes", count: number, keepers?: {key: string, name?: string}[]}}} NodeLine
 * @typedef {{id: string, state: "kept" | "known" | "held" | "refused", reason?: string}} Verdict
 * @typedef {{text: string, image?: string}} Code a text to scan, and its code as SVG.
 * @typedef {{network?: Code, trust: Code[], fingerprint: string, map: Code}} PhoneSteps
 * @typedef {{method?: string, headers?: Record<string, string>, body?: BodyInit}} Sent
 */

export class MeshNode {
    /**
     * Returns the token of an account at the node that answers, which requests carry (node-tokens.js).
     *
     * @type {() => Promise<string | null>}
     */
    token = async () => null;

    /** @returns {Promise<NodeFacts>} */
    about() {
        // Another node may answer than the last time.
        shown = "omit";
        return this.#asked(ROOT);
    }

    /**
     * Asks the node to sign a nonce, without a token.
     *
     * @param {string} nonce
     * @returns {Promise<{node: string, signature: string}>}
     */
    proof(nonce) {
        return asked(`${ROOT}/proof`, posted({ nonce }));
    }

    /**
     * @param {{name: string, password: string, label: string, nonce: string}} login
     * @returns {Promise<{token: string, proof?: {node: string, signature: string}}>}
     */
    issueToken(login) {
        return asked("/api/v1/tokens", posted(login));
    }

    /**
     * The steps by which another phone opens the map at the name of the place.
     *
     * @param {{name?: string, password?: string}} network
     * @returns {Promise<PhoneSteps>}
     */
    phone(network) {
        return this.#asked(`${ROOT}/phone`, posted(network));
    }

    /** @returns {Promise<{nodes: HeardNode[]}>} */
    nodes() {
        return this.#asked(`${ROOT}/nodes`);
    }

    /** @returns {Promise<{games: MeshBocceGame[]}>} the one that was offered last first. */
    games() {
        return this.#asked(`${ROOT}/games`);
    }

    /** @returns {Promise<{rooms: NodeRoom[]}>} */
    rooms() {
        return this.#asked(`${ROOT}/rooms`);
    }

    /**
     * Lines of a room, the newest first.
     *
     * @param {string} room
     * @param {number} limit at most 100.
     * @param {string} [before] where the page before ended.
     * @returns {Promise<{lines: NodeLine[], next?: string}>}
     */
    lines(room, limit, before) {
        const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}) });
        return this.#asked(`${ROOT}/rooms/${encodeURIComponent(room)}/lines?${query}`);
    }

    /**
     * Writes a line that the node signs as its guest.
     *
     * @param {string} room
     * @param {{text: string, name?: string, key: string}} line the same key counts once.
     * @returns {Promise<NodeLine>}
     */
    write(room, line) {
        return this.#asked(`${ROOT}/rooms/${encodeURIComponent(room)}/lines`, posted(line));
    }

    /**
     * Reports a line or a help pin to the operators, in the node's name.
     *
     * @param {string} id
     * @param {string} reason
     */
    async report(id, reason) {
        const path = `${ROOT}/messages/${encodeURIComponent(id)}/reports`;
        await ask(path, await this.#authorized(posted({ reason })), async () => null);
    }

    /** @param {Uint8Array} query @returns {Promise<Uint8Array>} */
    query(query) {
        return this.#octets(`${ROOT}/query`, query, bytes);
    }

    /** @param {Uint8Array} ids @returns {Promise<Uint8Array>} a bundle. */
    fetch(ids) {
        return this.#octets(`${ROOT}/fetch`, ids, bytes);
    }

    /** @param {Uint8Array} bundle @returns {Promise<{verdicts: Verdict[]}>} */
    give(bundle) {
        return this.#octets(`${ROOT}/messages`, bundle, (response) => response.json());
    }

    /**
     * @template Answer
     * @param {string} path
     * @param {Uint8Array} body
     * @param {(response: Response) => Promise<Answer>} read
     */
    async #octets(path, body, read) {
        const headers = { "content-type": "application/octet-stream" };
        return ask(path, await this.#authorized({ method: "POST", headers, body }), read);
    }

    /** @param {string} path @param {Sent} [request] @returns {Promise<any>} */
    async #asked(path, request) {
        return asked(path, await this.#authorized(request));
    }

    /** @param {Sent} [request] @returns {Promise<Sent>} */
    async #authorized(request = {}) {
        const token = await this.token();
        return token ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } } : request;
    }
}

/**
 * Whether the node learns who is logged in.
 *
 * @type {RequestCredentials}
 */
let shown = "omit";

/** @param {Response} response */
const bytes = async (response) => new Uint8Array(await response.arrayBuffer());

/** @param {object} body @returns {Sent} */
const posted = (body) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
});

/** @param {string} path @param {Sent} [request] @returns {Promise<any>} */
const asked = (path, request) => ask(path, request, (response) => response.json());

/**
 * @template Answer
 * @param {string} path
 * @param {Sent | undefined} request
 * @param {(response: Response) => Promise<Answer>} read
 * @returns {Promise<Answer>}
 */
async function ask(path, request, read) {
    // Other requests may change it meanwhile.
    const was = shown;
    try {
        return await askOnce(path, request, read);
    } catch (failure) {
        // A wrong password has the same status.
        const wantsPeople = failure instanceof Refused && failure.code === "not_logged_in";
        if (!wantsPeople || request?.headers?.authorization || was === credentials()) throw failure;
        shown = credentials();
        return askOnce(path, request, read);
    }
}

/**
 * @template Answer
 * @param {string} path
 * @param {Sent | undefined} request
 * @param {(response: Response) => Promise<Answer>} read
 * @returns {Promise<Answer>}
 */
async function askOnce(path, request, read) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
    try {
        const usual = /** @type {const} */ ({ credentials: shown, cache: "no-store" });
        const response = await fetch(at(path), { ...usual, ...request, signal: stop.signal });
        if (!response.ok) throw await refusal(response);
        return await read(response);
    } catch (failure) {
        if (failure instanceof Refused || failure instanceof Unreachable) throw failure;
        throw new Unreachable(`no whole answer from the node: ${failure}`);
    } finally {
        clearTimeout(timer);
    }
}
