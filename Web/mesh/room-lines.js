// The lines of one room: from this phone, and older ones from the node.
import { blockedAuthors } from "./blocked.js";
import { TALK } from "./classes.js";
import { inOrder } from "./kept-messages.js";
import { MOST_MESSAGES } from "./node.js";
import { millisecondsOf } from "./bytes.js";
import { ROOM_LINE } from "./program.js";
import { Stamps } from "./stamps.js";

/**
 * A line as it is shown.
 *
 * @typedef {{id: string, time: number, entered: number | null, author: string | null, name: string, isNamed: boolean,
 *   visitedNode: string | null, text: string, isOwn: boolean, state: "waiting" | "refused" | "here" | "neighbours" | "nodes" | null, count: number,
 *   keepers: {name?: string}[], reason: string}} Line `time` and `entered` in milliseconds; `isNamed` when the roster has the
 *   name; `visitedNode` is the name of the node that signed the line for a visitor without keys, else null.
 */

/** Fires `change`. */
export class RoomLines extends EventTarget {
    /**
     * What the node said about lines, by their ids.
     *
     * @type {Map<string, import("./node.js").NodeLine>}
     */
    #said = new Map();
    /**
     * Checked lines for which this phone has no space.
     *
     * @type {Map<string, import("./kept-messages.js").Kept>}
     */
    #older = new Map();
    /** Where the oldest page of the node ended; undefined before the first page, null when there is no older one. */
    #next = /** @type {string | null | undefined} */ (undefined);
    #leaving = new AbortController();
    /** @type {Stamps | null} */
    #stamps;
    /** How many lines of blocked authors are left out. */
    hidden = 0;

    /**
     * @param {import("./chat.js").Chat} chat
     * @param {string} room
     */
    constructor(chat, room) {
        super();
        this.chat = chat;
        this.room = room;
        const { signal } = this.#leaving;
        this.#stamps = chat.carrier && new Stamps(chat.carrier, signal);
        chat.addEventListener("change", () => this.#changed(), { signal });
        this.#stamps?.addEventListener("change", () => this.#changed(), { signal });
        const mine = (/** @type {Event} */ event) => /** @type {CustomEvent<string>} */ (event).detail === room;
        chat.addEventListener("lines", (event) => mine(event) && this.refresh().catch(ignore), { signal });
    }

    leave() {
        this.#leaving.abort();
    }

    /** Whether the node may have older lines. */
    get hasMore() {
        return this.#next !== null && this.#next !== undefined;
    }

    /** Whether lines are shown that are gone when the room is left. */
    get hasUnkept() {
        return this.#older.size > 0;
    }

    /** Asks the node for its newest lines. */
    async refresh() {
        const page = await this.chat.node.lines(this.room);
        if (this.#next === undefined) this.#next = page.next ?? null;
        await this.#take(page.lines);
    }

    /** Asks the node for older lines. */
    async more() {
        if (!this.#next) return;
        const page = await this.chat.node.lines(this.room, this.#next);
        this.#next = page.next ?? null;
        await this.#take(page.lines);
    }

    /** @param {import("./node.js").NodeLine[]} lines */
    async #take(lines) {
        for (const line of lines) this.#said.set(line.id, line);
        const { carrier } = this.chat;
        const missing = lines.map(({ id }) => id).filter((id) => !carrier?.kept.find(id) && !this.#older.has(id));
        if (carrier && missing.length > 0) {
            const exchange = await carrier.exchange();
            const { taken } = await exchange.fetch(missing.slice(0, MOST_MESSAGES));
            const fitting = taken.filter(({ class: number, about }) => number === TALK && about === this.room);
            for (const message of await carrier.kept.putWithin(TALK, fitting)) this.#older.set(message.id, message);
        }
        this.#changed();
    }

    /**
     * The lines, the oldest first.
     *
     * @returns {Line[]}
     */
    get lines() {
        const blocked = blockedAuthors();
        const isBlocked = (/** @type {string | null | undefined} */ author) =>
            Boolean(author) && String(author) in blocked;
        const { carrier } = this.chat;
        /** @type {{id: string, author?: string | null}[]} */
        const here = carrier
            ? [...this.#older.values(), ...carrier.kept.filter(({ about }) => about === this.room)]
            : [...this.#said.values()];
        this.hidden = new Set(here.filter(({ author }) => isBlocked(author)).map(({ id }) => id)).size;
        if (!carrier) return this.#saidLines(isBlocked);
        const own = this.chat.messagesOf(this.room);
        const ids = new Set(own.map(({ id }) => id));
        const { hidden } = this.chat;
        const older = [...this.#older.values()].filter(
            (message) => !ids.has(message.id) && !isBlocked(message.author) && !hidden.has(message),
        );
        return [...own, ...older].sort(inOrder).flatMap((message) => this.#checkedLine(message, carrier) ?? []);
    }

    /**
     * @param {import("./kept-messages.js").Kept} message
     * @param {import("./carrier.js").Carrier} carrier
     * @returns {Line | null}
     */
    #checkedLine(message, { gossip, signer }) {
        const facts = gossip.read(message.bytes);
        if (!facts || facts.kind !== ROOM_LINE || facts.text === null) return null;
        const said = this.#said.get(message.id);
        const isOwn = message.author === signer.key;
        const isNamed = said?.is_named === true;
        return {
            id: message.id,
            time: millisecondsOf(message.time),
            entered: this.#stamps?.entered(message.bytes, facts) ?? null,
            author: message.author,
            name: (isNamed ? said?.name : facts.name) ?? "",
            isNamed,
            visitedNode: said?.visitor_at ?? this.#stamps?.members.nodeName(message.author) ?? null,
            text: facts.text,
            isOwn,
            ...(isOwn ? ownState(message, said) : { state: null, count: 0, keepers: [], reason: "" }),
        };
    }

    /** @param {(author: string | undefined) => boolean} isBlocked @returns {Line[]} */
    #saidLines(isBlocked) {
        return [...this.#said.values()]
            .filter(({ author }) => !isBlocked(author))
            .sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1))
            .map(({ id, time, entered, author, name, is_named: isNamed, visitor_at: visitedNode, text, delivery }) => ({
                id,
                time,
                entered: entered ?? null,
                author: author ?? null,
                name: name ?? "",
                isNamed,
                visitedNode: visitedNode ?? null,
                text,
                isOwn: wroteHere(id),
                state: (wroteHere(id) && delivery?.state) || null,
                count: delivery?.count ?? 0,
                keepers: delivery?.keepers ?? [],
                reason: "",
            }));
    }

    /**
     * Leaves out a line that is hidden from everybody now.
     *
     * @param {string} id
     */
    drop(id) {
        this.#said.delete(id);
        this.#older.delete(id);
        this.chat.carrier?.kept.remove([id]);
        this.#changed();
    }

    /**
     * Writes a line, signed here or by the node.
     *
     * @param {string} text
     * @param {string} name
     * @param {string} key the same key counts once, where the node writes.
     */
    async write(text, name, key) {
        const { carrier, node } = this.chat;
        if (carrier) {
            await carrier.write(this.room, text, name);
            return;
        }
        const line = await node.write(this.room, { text, key, ...(name ? { name } : {}) });
        written.add(line.id);
        this.#said.set(line.id, line);
        this.#changed();
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }
}

/** The ids of lines that the node wrote for this page. */
const written = new Set();
const wroteHere = (/** @type {string} */ id) => written.has(id);
const ignore = (/** @type {unknown} */ failure) => console.info("the new lines did not come:", failure);

/**
 * @param {import("./kept-messages.js").Kept} message
 * @param {import("./node.js").NodeLine | undefined} said
 */
function ownState({ state, reason = "" }, said) {
    if (state === "waiting" || state === "refused") return { state, count: 0, keepers: [], reason };
    const { delivery } = said ?? {};
    const reached = delivery?.state ?? /** @type {const} */ ("here");
    return { state: reached, count: delivery?.count ?? 0, keepers: delivery?.keepers ?? [], reason };
}
