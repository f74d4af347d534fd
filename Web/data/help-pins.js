// The places where people ask for help, as the node that serves this page says. Where this device signs and carries
// messages, the mesh's program shows only those pins whose signatures it has checked, and writes them itself. Phones meet
// many nodes at one address, so a node learns who is logged in only where it answers nobody else, and when an operator
// resolves a pin.
import { credentials, ownName } from "../address/root.js";
import { Refused } from "./failures.js";
import { ask, content } from "./http.js";
import { listen } from "./live.js";
import { randomKey } from "./outbox-items.js";

const PATH = "/api/v1/mesh/pins";
const AGAIN_MS = 60_000;
/** The pins that this browser wrote as a guest. */
const OWN = ownName("hereabouts.help.guest");
const MOST_OWN = 50;
/** Nodes take one pin of an author in each ten minutes of the clock (docs/mesh-nodes.md). */
const TURN_MS = 600_000;

/**
 * A pin as it is shown. `id` has 32 hexadecimal digits; `time` in milliseconds; `isNamed` when the roster has the name;
 * `state` of one that no node has yet.
 *
 * @typedef {{id: string, position: Position, text: string, time: number, author: string, name: string,
 *   isNamed: boolean, isOwn: boolean, mayResolve: boolean, state: "waiting" | "refused" | null, reason: string}} Pin
 *
 * @typedef {{id: string, lat: number, lon: number, text: string, time: number, author: string, name?: string,
 *   is_named: boolean, may_resolve: boolean}} NodePin
 *
 * A pin that a node wrote for this browser as its guest. `node` is the node's key, and `key` a secret for this pin alone,
 * which that node and no other one gets; `time` in milliseconds.
 *
 * @typedef {{id: string, key: string, node: string, time: number}} GuestPin
 *
 * What a device does that signs for itself: takes the pins that the node said into account, null before it answered.
 *
 * @typedef {{pins: (said: Pin[] | null) => Pin[], ask: (position: Position, text: string) => Promise<void>,
 *   resolve: (id: string) => Promise<boolean>, hear: () => void}} Signing `resolve` returns false for the pins of others.
 */

/** Fires `change`. */
export class HelpPins extends EventTarget {
    /** @type {Pin[] | null} */
    #said = null;
    /** The failure of the last question; null after an answer. */
    failure = /** @type {unknown} */ (null);
    /** @type {Signing | null} */
    #signing = null;
    #isStarted = false;

    /** Asks the node, now and whenever pins change. */
    start() {
        if (this.#isStarted) return;
        this.#isStarted = true;
        listen({ mesh: ({ pins }) => pins && this.#hear(), ready: () => this.refresh() });
        // Old pins end without an event.
        window.setInterval(() => document.hidden || this.refresh(), AGAIN_MS);
        this.refresh();
    }

    /**
     * Lets the mesh's program check, write and resolve pins.
     *
     * @param {Signing} signing
     */
    useSigning(signing) {
        this.#signing = signing;
        this.changed();
    }

    #hear() {
        this.#signing?.hear();
        this.refresh();
    }

    async refresh() {
        try {
            const { pins } = await asked(PATH);
            this.#said = pins.map(pinOf);
            this.failure = null;
        } catch (failure) {
            console.info("the help pins did not come:", failure);
            this.failure = failure;
        }
        this.changed();
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }

    /** Whether anything is known of pins. */
    get isKnown() {
        return this.#said !== null || this.#signing !== null;
    }

    /** The pins that nobody resolved, the newest first. */
    get all() {
        const pins = this.#signing ? this.#signing.pins(this.failure ? null : this.#said) : (this.#said ?? []);
        return [...pins].sort((one, other) => other.time - one.time);
    }

    /** @param {string} id */
    find(id) {
        return this.all.find((pin) => pin.id === id) ?? null;
    }

    /**
     * Asks for help at a point that everybody then knows.
     *
     * @param {Position} position
     * @param {string} text
     */
    async ask(position, text) {
        if (this.#signing) {
            await this.#signing.ask(position, text);
            return;
        }
        const [time, key, node] = [Date.now(), randomKey(), await nodeKey()];
        const isSameTurn = (/** @type {GuestPin} */ pin) =>
            Math.floor(pin.time / TURN_MS) === Math.floor(time / TURN_MS);
        if (guestPins().some((pin) => pin.node === node && isSameTurn(pin)))
            throw new Refused("too_soon", "this browser has asked for help already");
        /** @type {NodePin} */
        const made = await asked(PATH, { ...position, text, key }, "POST");
        rememberGuestPin({ id: shortID(made), key, node, time });
        const pin = pinOf(made);
        this.#said = [pin, ...(this.#said ?? []).filter(({ id }) => id !== pin.id)];
        this.changed();
    }

    /**
     * Resolves an own pin, or any as an operator who is logged in.
     *
     * @param {string} id
     */
    async resolve(id) {
        if (await this.#signing?.resolve(id)) return;
        const grouped = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
        const path = `${PATH}/${grouped}/resolved`;
        const own = guestPins().find((pin) => pin.id === id);
        if (own && own.node !== (await nodeKey())) throw new Refused("other_node", "another node wrote this help pin");
        if (own) await asked(path, { key: own.key }, "PUT");
        else await ask(path, nothing, { request: requestOf({}, "PUT") });
        this.#said = (this.#said ?? []).filter((pin) => pin.id !== id);
        this.changed();
    }
}

/**
 * Asks the node as nobody, and again as the person who is logged in where it answers nobody else.
 *
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 * @returns {Promise<any>}
 */
async function asked(path, body, method) {
    const request = requestOf(body, method);
    const answer = method === "PUT" ? nothing : content;
    try {
        return await ask(path, answer, { request, who: "omit" });
    } catch (failure) {
        const wantsPeople = failure instanceof Refused && failure.code === "not_logged_in";
        if (!wantsPeople || credentials() === "omit") throw failure;
        return ask(path, answer, { request });
    }
}

/** @param {object} [body] @param {string} [method] @returns {RequestInit} */
const requestOf = (body, method) =>
    body ? { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};

/** @param {Response} response */
const nothing = async (response) => (response.status === 204 ? null : content(response));

/** @param {NodePin} pin */
const shortID = ({ id }) => id.replaceAll("-", "");

/** @param {NodePin} pin @returns {Pin} */
function pinOf(pin) {
    const { lat, lon, text, time, author, name, is_named: isNamed, may_resolve: mayResolve } = pin;
    const id = shortID(pin);
    const isOwn = guestPins().some((each) => each.id === id);
    return {
        id,
        position: { lat, lon },
        text,
        time,
        author,
        name: name ?? "",
        isNamed,
        isOwn,
        mayResolve: mayResolve || isOwn,
        state: null,
        reason: "",
    };
}

/** The key of the node that answers, by its own word: a page without signatures cannot check it. */
const nodeKey = async () => (await asked("/api/v1/mesh")).node.key;

/** @returns {GuestPin[]} the newest first. */
function guestPins() {
    try {
        const pins = JSON.parse(localStorage.getItem(OWN) ?? "[]");
        return Array.isArray(pins) ? pins : [];
    } catch {
        return [];
    }
}

/** @param {GuestPin} pin */
function rememberGuestPin(pin) {
    localStorage.setItem(OWN, JSON.stringify([pin, ...guestPins()].slice(0, MOST_OWN)));
}
