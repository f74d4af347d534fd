// The phone's part of the mesh while the page is open: keeps messages, and meets the node that answers at this address.
// It meets it when the page opens and comes back, each minute, and when the node says that there is something new.
import { ownName } from "../address/root.js";
import { Refused } from "../data/failures.js";
import { NOW, ROSTER, TALK } from "./classes.js";
import { Exchange, newMemory } from "./exchange.js";
import { KeptMessages, keptOf } from "./kept-messages.js";
import { Members } from "./members.js";
import { NodeTokens } from "./node-tokens.js";
import { HELP_PIN, ROOM_LINE } from "./program.js";
import { seldom } from "./seldom.js";
import { Tabs } from "./tabs.js";

const LOCK = ownName("hereabouts-mesh");
const AGAIN_MS = 60_000;
/** A node may speak of many lines at once. */
const SOON_MS = 150;
/** All phones of a node hear of the roster at the same moment, and nobody waits for it. */
const ROSTER_MS = 3_000;

/**
 * What a phone knows of the place without a node: its code, and how far the node's clock is ahead of the device's.
 *
 * @typedef {{code: string, ahead: number}} PlaceFact
 */

/**
 * `name` is that of the roster, null where the node is no member as far as this phone has heard; `knowsMembers` is whether
 * it has heard of any.
 *
 * @typedef {{key: string, name: string | null, knowsMembers: boolean}} WhoAnswers
 */

/** This phone has met no node yet, so it does not know the place that a line would be for. */
export class NoPlace extends Error {
    name = "NoPlace";
}

/** Fires `change` when messages or the connection change. */
export class Carrier extends EventTarget {
    /** @type {"asking" | "online" | "offline"} */
    connection = "asking";
    /**
     * What the node said of itself last.
     *
     * @type {import("./node.js").NodeFacts | null}
     */
    about = null;
    /** Whether the node wants an account for what this phone brings. */
    needsLogIn = false;
    #memory = newMemory();
    /** @type {PlaceFact | null} */
    #place = null;
    /** The code of the place; null before the first node was met. */
    place = /** @type {bigint | null} */ (null);
    /** @type {Promise<void> | null} */
    #running = null;
    /**
     * The classes to compare next; null for all.
     *
     * @type {Set<number> | null | undefined}
     */
    #wanted;
    /**
     * Looks at messages that this phone has no space for.
     *
     * @type {(exchange: Exchange) => Promise<void>}
     */
    look = async () => {};
    #soon = new Map(
        [TALK, NOW, ROSTER].map((number) => [
            number,
            seldom(() => this.meet([number]), number === ROSTER ? ROSTER_MS : SOON_MS),
        ]),
    );

    #tabs;

    /**
     * @param {{gossip: import("./program.js").Gossip, node: import("./node.js").MeshNode,
     *   database: import("./database.js").Database, signer: import("./keys.js").Signer,
     *   clock: () => number, locks?: LockManager}} parts
     */
    constructor({ gossip, node, database, signer, clock, locks }) {
        super();
        this.gossip = gossip;
        this.node = node;
        this.database = database;
        this.signer = signer;
        this.clock = clock;
        this.locks = locks;
        this.kept = new KeptMessages(database);
        this.#tabs = new Tabs(LOCK, this.kept);
        this.members = new Members(this);
        this.tokens = new NodeTokens({ database, node, isWeak: (key) => gossip.isWeak(key) });
        this.kept.addEventListener("change", () => this.#changed());
    }

    /** Reads what is on this phone, and goes on as long as the page is open. */
    async start() {
        this.#learnPlace((await this.database.fact("place")) ?? null);
        await this.kept.load();
        for (const { time } of this.kept.filter(() => true)) this.gossip.learn(time, this.now());
        this.#tabs.listen();
        const visible = () => document.hidden || this.meet();
        window.addEventListener("online", visible);
        document.addEventListener("visibilitychange", visible);
        window.setInterval(visible, AGAIN_MS);
        this.meet();
    }

    /** The time by the node's clock, in milliseconds since 1970. */
    now() {
        return this.clock() + (this.#place?.ahead ?? 0);
    }

    /** @param {PlaceFact | null} place */
    #learnPlace(place) {
        this.#place = place;
        this.place = place && BigInt(`0x${place.code}`);
    }

    /**
     * The node has something new.
     *
     * @param {number} [number] the class of it.
     */
    hear(number = TALK) {
        this.#soon.get(number)?.();
    }

    /**
     * Meets the node. Resolves when that is done, or cannot be done now.
     *
     * @param {number[]} [classes] all if missing.
     */
    meet(classes) {
        if (!classes || this.#wanted === null) this.#wanted = null;
        else this.#wanted = new Set([...(this.#wanted ?? []), ...classes]);
        this.#running ??= this.#run();
        return this.#running;
    }

    async #run() {
        while (this.#wanted !== undefined) {
            const classes = this.#wanted;
            this.#wanted = undefined;
            try {
                await this.#locked(() => this.#meetOnce(classes && [...classes]));
                this.#tabs.tell();
            } catch (failure) {
                console.info("the node was not met:", failure);
                await this.#fail(failure);
            }
        }
        // In the same turn as the last look at #wanted, so that no call to meet is lost between the two.
        this.#running = null;
    }

    /**
     * One tab meets the node at a time.
     *
     * @param {() => Promise<void>} body
     */
    #locked(body) {
        return this.locks ? this.locks.request(LOCK, body) : body();
    }

    /** @param {number[] | null} classes */
    async #meetOnce(classes) {
        const exchange = await this.exchange();
        await exchange.giveWaiting();
        this.needsLogIn = false;
        this.#connect("online");
        await exchange.compare(classes ?? undefined);
        await this.look(exchange);
        // Written meanwhile.
        if (this.kept.waiting.length > 0) await exchange.giveWaiting();
    }

    /** @param {unknown} failure */
    async #fail(failure) {
        this.needsLogIn = failure instanceof Refused && failure.code === "not_logged_in";
        if (this.needsLogIn) await this.tokens.forget();
        else this.tokens.doubt();
        this.#connect("offline");
    }

    /**
     * Logs in with an account of the node that answers, and meets it. Throws `OtherNode` where that is not `wanted`.
     *
     * @param {{name: string, password: string, label: string}} credentials
     * @param {string} wanted the node's key.
     */
    async logIn(credentials, wanted) {
        await this.tokens.logIn(credentials, wanted);
        await this.meet();
    }

    /**
     * Which node answers, by its proof, and what the place's messages on this phone say of it.
     *
     * @returns {Promise<WhoAnswers>}
     */
    async whoAnswers() {
        return this.describe(await this.tokens.provenKey());
    }

    /** @param {string} key of a node. @returns {WhoAnswers} */
    describe(key) {
        const now = BigInt(this.now()) << 16n;
        return { key, name: this.members.find(key, now)?.name ?? null, knowsMembers: this.members.isKnown };
    }

    /** Asks the node who and where it is: at one address, many nodes answer. */
    async exchange() {
        const asked = this.clock();
        const about = await this.node.about();
        const place = BigInt(`0x${about.place}`);
        if (this.gossip.isWeak(about.place_key) || this.gossip.placeCode(about.place_key) !== place)
            throw new Error("the node names a place whose key is another one");
        this.about = about;
        const ahead = about.clock_is_set ? Math.round(about.time - (asked + this.clock()) / 2) : 0;
        this.#learnPlace({ code: about.place, ahead });
        await this.database.keepFact("place", this.#place);
        const facts = { node: about.node.key, place, now: () => this.now() };
        return new Exchange({ gossip: this.gossip, node: this.node, kept: this.kept, memory: this.#memory, facts });
    }

    /** @param {"online" | "offline"} connection */
    #connect(connection) {
        this.connection = connection;
        this.#changed();
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }

    /**
     * Writes a line: signs and keeps it, and gives it to the node if one answers.
     *
     * @param {string} room
     * @param {string} text
     * @param {string} name that the author shows; none if empty.
     */
    write(room, text, name) {
        const content = { kind: ROOM_LINE, about: room, first: text, second: name || undefined };
        return this.#write(TALK, (head) => this.gossip.draft({ ...head, ...content }));
    }

    /**
     * Asks for help at a point, in the same way.
     *
     * @param {Position} position
     * @param {string} text
     */
    askForHelp({ lat, lon }, text) {
        const point = new DataView(new ArrayBuffer(8));
        point.setInt32(0, Math.round(lat * 1e7));
        point.setInt32(4, Math.round(lon * 1e7));
        const content = { kind: HELP_PIN, first: new Uint8Array(point.buffer), second: text };
        return this.#write(NOW, (head) => this.gossip.draft({ ...head, ...content }));
    }

    /**
     * Says that an own help pin is resolved.
     *
     * @param {string} about the pin's id, 32 hexadecimal digits.
     */
    resolveHelp(about) {
        return this.#write(NOW, (head) => this.gossip.resolution({ ...head, about }));
    }

    /**
     * Says something in a game of bocce.
     *
     * @param {string | null} about the game's id; null for an offer.
     * @param {Uint8Array} field a tag and its value.
     */
    sayInGame(about, field) {
        return this.#write(NOW, (head) => this.gossip.gameDraft({ ...head, about, field }));
    }

    /**
     * @param {number} number of the class.
     * @param {(head: {place: bigint, time: bigint, author: string}) => {bytes: Uint8Array, signed: Uint8Array}} draft
     */
    async #write(number, draft) {
        const { place } = this;
        if (place === null) throw new NoPlace("no node was met yet");
        const { bytes, signed } = draft({ place, time: this.gossip.reading(this.now()), author: this.signer.key });
        const signature = await this.signer.sign(signed);
        const whole = new Uint8Array([...bytes, ...signature]);
        const facts = this.gossip.read(whole);
        if (!facts) throw new Error("what was written is no message");
        await this.kept.put([{ ...keptOf(facts, whole), isOwn: true, state: "waiting" }]);
        // It is on this phone; whether a node keeps it shows beside it.
        this.meet([number]);
    }

    /**
     * Takes an own line out that no node has.
     *
     * @param {string} id
     */
    async discard(id) {
        const state = this.kept.find(id)?.state;
        if (state === "waiting" || state === "refused") await this.kept.remove([id]);
    }
}
