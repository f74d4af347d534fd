// The messages on this phone, as the signed bytes that came, in the browser's database. All of them were checked before
// they were kept.
import { CARRIED, TALK, classOf } from "./classes.js";
import { MESSAGES } from "./database.js";
import { millisecondsOf } from "./bytes.js";

/**
 * @typedef {{id: string, class: number, place: bigint, time: bigint, author: string | null, about: string | null,
 *   bytes: Uint8Array, isOwn?: boolean, state?: "waiting" | "kept" | "refused", reason?: string}} Kept
 *   `state` of own messages: waiting until a node keeps it.
 */

/**
 * @param {import("./program.js").Facts} facts
 * @param {Uint8Array} bytes
 * @returns {import("./kept-messages.js").Kept}
 */
export function keptOf({ id, class: number, place, time, author, about }, bytes) {
    return { id, class: number, place, time, author, about, bytes };
}

/**
 * Sorts messages as nodes do: by time, then by id.
 *
 * @param {{time: bigint | number, id: string}} one
 * @param {{time: bigint | number, id: string}} other
 */
export function inOrder(one, other) {
    if (one.time !== other.time) return one.time < other.time ? -1 : 1;
    return one.id < other.id ? -1 : Number(one.id > other.id);
}

/**
 * Where a line stands among sorted ones, or would.
 *
 * @param {{time: bigint | number, id: string}[]} lines
 * @param {{time: bigint | number, id: string}} line
 * @param {boolean} [isBehind] the place behind it.
 */
export function placeOf(lines, line, isBehind = false) {
    let [low, high] = [0, lines.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        const order = inOrder(lines[middle], line);
        if (order < 0 || (isBehind && order === 0)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/** Beyond so many new messages, sorting all is faster. */
const MOST_PLACED = 16;
/** The part of a class's bytes above which it stays full. */
const FULL = 0.75;

/** Fires `change` when messages come, go or change, with their classes; without, when any may have. */
export class KeptMessages extends EventTarget {
    /** @type {Map<string, Kept>} */
    #messages = new Map();
    /**
     * The lines of each room, sorted; null until they are wanted after a change of many.
     *
     * @type {Map<string | null, Kept[]> | null}
     */
    #rooms = null;
    /** How often this tab has changed what is kept. */
    changes = 0;

    /** @param {import("./database.js").Database} database */
    constructor(database) {
        super();
        this.database = database;
    }

    /** Reads what the database has: another tab may have changed it. */
    async load() {
        /** @type {Kept[]} */
        const all = await this.database.all(MESSAGES);
        this.#messages = new Map(all.map((message) => [message.id, message]));
        this.#rooms = null;
        this.dispatchEvent(new Event("change"));
    }

    /** @param {string} id */
    find(id) {
        return this.#messages.get(id);
    }

    /** @param {(message: Kept) => boolean} isWanted */
    filter(isWanted) {
        return [...this.#messages.values()].filter(isWanted);
    }

    /**
     * The lines of a room, the oldest first.
     *
     * @param {string} room
     */
    linesOf(room) {
        this.#rooms ??= this.#sorted();
        return this.#rooms.get(room) ?? [];
    }

    #sorted() {
        /** @type {Map<string | null, Kept[]>} */
        const rooms = new Map();
        for (const message of this.#messages.values()) {
            if (message.class !== TALK) continue;
            const lines = rooms.get(message.about);
            if (lines) lines.push(message);
            else rooms.set(message.about, [message]);
        }
        for (const lines of rooms.values()) lines.sort(inOrder);
        return rooms;
    }

    /** The own messages that no node has kept yet, the first one first. */
    get waiting() {
        return this.filter(({ state }) => state === "waiting").sort(inOrder);
    }

    /**
     * The messages of a class that count against its limit: own ones that no node has do not.
     *
     * @param {number} number
     */
    #counted(number) {
        return this.filter((each) => each.class === number && !isUnsent(each));
    }

    /** @param {number} number of a class. */
    bytesOf(number) {
        return this.#counted(number).reduce((sum, { bytes }) => sum + bytes.length, 0);
    }

    /**
     * @param {Kept[]} messages new ones, or such as take the place of those with their ids.
     */
    async put(messages) {
        if (messages.length === 0) return;
        await this.database.change(messages);
        const known = messages.map(({ id }) => this.#messages.get(id));
        for (const message of messages) this.#messages.set(message.id, message);
        this.#place(messages, known);
        this.#changed(messages);
    }

    /**
     * Keeps messages of one class, the newest first, as far as there is space for them.
     *
     * @param {number} number of their class.
     * @param {Kept[]} messages
     * @returns {Promise<Kept[]>} those for which there is no space.
     */
    async putWithin(number, messages) {
        let space = (classOf(number)?.bytes ?? 0) - this.bytesOf(number);
        /** @type {[Kept[], Kept[]]} */
        const [taken, left] = [[], []];
        for (const message of [...messages].sort(inOrder).reverse()) {
            space -= message.bytes.length;
            (space >= 0 ? taken : left).push(message);
        }
        await this.put(taken);
        return left;
    }

    /** @param {string[]} ids */
    async remove(ids) {
        if (ids.length === 0) return;
        await this.database.change([], ids);
        const gone = ids.flatMap((id) => this.#messages.get(id) ?? []);
        for (const id of ids) this.#messages.delete(id);
        this.#rooms = null;
        this.#changed(gone);
    }

    /**
     * Puts new lines into their places: sorting all for each would make full phones slow.
     *
     * @param {Kept[]} messages
     * @param {(Kept | undefined)[]} known those with the same ids, which they replace.
     */
    #place(messages, known) {
        if (messages.length > MOST_PLACED) this.#rooms = null;
        for (const [index, message] of messages.entries()) {
            if (!this.#rooms || message.class !== TALK) continue;
            const lines = this.#rooms.get(message.about) ?? [];
            const place = placeOf(lines, message);
            lines.splice(place, known[index] ? 1 : 0, message);
            this.#rooms.set(message.about, lines);
        }
    }

    /** @param {Kept[]} messages */
    #changed(messages) {
        this.changes += 1;
        const classes = new Set(messages.map(({ class: number }) => number));
        this.dispatchEvent(new CustomEvent("change", { detail: classes }));
    }

    /**
     * Takes out what has ended, and what is above the limits, the oldest first. What no node has yet stays.
     *
     * @param {number} now in milliseconds.
     * @param {Map<number, bigint>} before what it returned last.
     * @returns {Promise<Map<number, bigint>>} for each full class the time of its oldest message that stays. A class is full
     *   until a good part of its space is free again: otherwise a phone would fetch old messages only to drop them.
     */
    async prune(now, before) {
        const floors = new Map();
        const gone = this.filter((message) => isOver(message, now)).map(({ id }) => id);
        const isGone = new Set(gone);
        for (const { number, bytes: limit } of CARRIED) {
            const messages = this.#counted(number).filter(({ id }) => !isGone.has(id));
            const sum = messages.reduce((bytes, message) => bytes + message.bytes.length, 0);
            const known = before.get(number);
            if (sum > limit) {
                const { above, floor } = divided(messages, limit);
                gone.push(...above);
                if (floor !== null) floors.set(number, floor);
            } else if (known !== undefined && sum > FULL * limit) floors.set(number, known);
        }
        await this.remove(gone);
        return floors;
    }
}

/**
 * The ids of the oldest messages that are above a limit, and the time of the oldest that is not.
 *
 * @param {Kept[]} messages
 * @param {number} limit in bytes.
 */
function divided(messages, limit) {
    let [sum, floor] = [0, /** @type {bigint | null} */ (null)];
    const above = [];
    for (const { id, time, bytes } of messages.sort(inOrder).reverse()) {
        sum += bytes.length;
        if (sum > limit) above.push(id);
        else floor = time;
    }
    return { above, floor };
}

/** @param {Kept} message */
const isUnsent = ({ state }) => state === "waiting" || state === "refused";

/**
 * Whether a message has ended.
 *
 * @param {Pick<Kept, "class" | "time">} message
 * @param {number} now
 */
export function isOver({ class: number, time }, now) {
    const life = classOf(number)?.life ?? null;
    return life !== null && millisecondsOf(time) < now - life;
}
