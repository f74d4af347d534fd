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
 * Sorts messages as nodes do: by time, then by id.
 *
 * @param {Pick<Kept, "time" | "id">} one
 * @param {Pick<Kept, "time" | "id">} other
 */
export function inOrder(one, other) {
    if (one.time !== other.time) return one.time < other.time ? -1 : 1;
    return one.id < other.id ? -1 : Number(one.id > other.id);
}

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

    /** @param {number} number of a class. */
    bytesOf(number) {
        return this.filter((each) => each.class === number).reduce((sum, { bytes }) => sum + bytes.length, 0);
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
     * @returns {Promise<Map<number, bigint>>} for each class above its limit the time of its oldest message that stays.
     */
    async prune(now) {
        const floors = new Map();
        const gone = this.filter((message) => isOver(message, now)).map(({ id }) => id);
        const isGone = new Set(gone);
        for (const { number, bytes: limit } of CARRIED) {
            const messages = this.filter((each) => each.class === number && !isGone.has(each.id))
                .sort(inOrder)
                .reverse();
            let sum = 0;
            for (const message of messages) {
                sum += message.bytes.length;
                const isUnsent = message.state === "waiting" || message.state === "refused";
                if (sum > limit && !isUnsent) gone.push(message.id);
                else if (sum <= limit) floors.set(number, message.time);
            }
            if (sum <= limit) floors.delete(number);
        }
        await this.remove(gone);
        return floors;
    }
}

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
