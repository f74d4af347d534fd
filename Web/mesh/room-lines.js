// The lines of one room: from this phone, and older ones from the node.
import { blockedAuthors } from "./blocked.js";
import { TALK } from "./classes.js";
import { inOrder } from "./kept-messages.js";
import { LineWindow } from "./line-window.js";
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

/**
 * A line that is here: the signed message, or what the node said where this page cannot check.
 *
 * @typedef {{id: string, time: bigint | number, author?: string | null}} Here
 */

/** So many lines of the node come at once. */
const [NEWEST, OLDER] = [50, 100];
/** So many times the node is asked for older lines, when all that come are here. */
const MOST_PAGES = 60;

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
    /**
     * All lines that are not left out, the oldest first; made again after each change.
     *
     * @type {Here[] | null}
     */
    #here = null;
    /**
     * What the shown messages say.
     *
     * @type {WeakMap<import("./kept-messages.js").Kept, import("./program.js").Facts | null>}
     */
    #facts = new WeakMap();
    /** Which of the lines are shown. */
    window = new LineWindow();
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

    /** Whether there are older lines than those that are shown, here or perhaps at the node. */
    get hasMore() {
        return this.hasOlderHere || (this.#next !== null && this.#next !== undefined);
    }

    /** Whether older lines are here. */
    get hasOlderHere() {
        return this.#range[0] > 0;
    }

    /** Whether newer lines are here than those that are shown. */
    get hasNewer() {
        return this.#range[1] < this.here.length;
    }

    get #range() {
        return this.window.range(this.here);
    }

    /** Whether lines are shown that are gone when the room is left. */
    get hasUnkept() {
        return this.#older.size > 0;
    }

    /** Asks the node for its newest lines. */
    async refresh() {
        const page = await this.chat.node.lines(this.room, NEWEST);
        if (this.#next === undefined) this.#next = page.next ?? null;
        await this.#take(page.lines);
    }

    /** Shows older lines: those here, and else those that the node has. */
    async more() {
        for (let asked = 0; !this.hasOlderHere && this.#next && asked < MOST_PAGES; asked += 1) {
            this.window.hold(this.here);
            const page = await this.chat.node.lines(this.room, OLDER, this.#next);
            this.#next = page.next ?? null;
            await this.#take(page.lines);
        }
        this.window.older(this.here);
        this.#changed();
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

    /** All lines that are not left out, the oldest first. */
    get here() {
        this.#here ??= this.#findHere();
        return this.#here;
    }

    #findHere() {
        const blocked = blockedAuthors();
        const isBlocked = (/** @type {Here} */ { author }) => Boolean(author) && String(author) in blocked;
        const { carrier } = this.chat;
        /** @type {Here[]} */
        const older = carrier ? [...this.#older.values()].filter(({ id }) => !carrier.kept.find(id)) : [];
        /** @type {Here[]} */
        const all = carrier ? [...older, ...carrier.kept.linesOf(this.room)] : [...this.#said.values()];
        this.hidden = all.filter(isBlocked).length;
        if (!carrier) return all.filter((line) => !isBlocked(line)).sort(inOrder);
        const { hidden } = this.chat;
        const shown = older.filter((message) => !isBlocked(message) && !hidden.has(/** @type {any} */ (message)));
        return [...shown, ...this.chat.messagesOf(this.room)].sort(inOrder);
    }

    /**
     * The first line of somebody else after a time, in milliseconds.
     *
     * @param {number} time
     */
    firstNew(time) {
        const { here } = this;
        const own = this.chat.carrier?.signer.key;
        const isOwn = (/** @type {Here} */ { id, author }) => (own === undefined ? wroteHere(id) : author === own);
        let first = null;
        for (let index = here.length - 1; index >= 0 && timeOf(here[index]) > time; index -= 1)
            if (!isOwn(here[index])) first = { id: here[index].id, index };
        return first;
    }

    /**
     * The lines that are shown, the oldest first.
     *
     * @returns {Line[]}
     */
    get lines() {
        const shown = this.here.slice(...this.#range);
        const { carrier } = this.chat;
        if (!carrier) return shown.map((line) => saidLine(/** @type {import("./node.js").NodeLine} */ (line)));
        return shown.flatMap((message) => this.#checkedLine(/** @type {any} */ (message), carrier) ?? []);
    }

    /**
     * @param {import("./kept-messages.js").Kept} message
     * @param {import("./carrier.js").Carrier} carrier
     * @returns {Line | null}
     */
    #checkedLine(message, { gossip, signer }) {
        const known = this.#facts.get(message);
        const facts = known === undefined ? gossip.read(message.bytes) : known;
        if (known === undefined) this.#facts.set(message, facts);
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
        this.window.toNewest();
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
        this.#here = null;
        this.dispatchEvent(new Event("change"));
    }
}

/** The ids of lines that the node wrote for this page. */
const written = new Set();
const wroteHere = (/** @type {string} */ id) => written.has(id);
/** @param {Here} line */
const timeOf = ({ time }) => (typeof time === "bigint" ? millisecondsOf(time) : time);
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

/**
 * A line as the node says it.
 *
 * @param {import("./node.js").NodeLine} line
 * @returns {Line}
 */
function saidLine({ id, time, entered, author, name, is_named: isNamed, visitor_at: visitedNode, text, delivery }) {
    return {
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
    };
}
