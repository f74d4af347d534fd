// The messages on this phone, as the signed bytes that came, in the browser's database. All of them were checked before
// they were kept.
import { CARRIED, classOf } from "./classes.js";
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
 * @param {Pick<Kept, "time" | "id">} one
 * @param {Pick<Kept, "time" | "id">} other
 */
export function inOrder(one, other) {
    if (one.time !== other.time) return one.time < other.time ? -1 : 1;
    return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** The part of a class's bytes above which it stays full. */
const FULL = 0.75;

/** Fires `change` when messages come, go or change. */
export class KeptMessages extends EventTarget {
    /** @type {Map<string, Kept>} */
    #messages = new Map();

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
        for (const message of messages) this.#messages.set(message.id, message);
        this.dispatchEvent(new Event("change"));
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
        for (const id of ids) this.#messages.delete(id);
        this.dispatchEvent(new Event("change"));
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
            let sum = 0;
            for (const message of messages.sort(inOrder).reverse()) {
                sum += message.bytes.length;
                if (sum > limit) gone.push(message.id);
                else floors.set(number, message.time);
            }
            const known = before.get(number);
            if (sum > limit) continue;
            floors.delete(number);
            if (known !== undefined && sum > FULL * limit) floors.set(number, known);
        }
        await this.remove(gone);
        return floors;
    }
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
