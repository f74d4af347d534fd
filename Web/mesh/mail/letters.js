// Private messages as they were written and read, with how far each own one got.
import { LETTERS, TRIED } from "./database.js";

/**
 * A private message. `with` is the other person's signing key, `name` what they showed then. Times are milliseconds. Of own ones: `message` is the id of
 * the mail, null before it was sealed, `sealed` its bytes until the carrier has them, `end` when it can no longer be
 * opened, `isOpened` after a receipt. Of others': `receipt` is due once the message was on screen.
 *
 * @typedef {{id: string, with: string, name?: string, text: string, time: number, isOwn: boolean, isUnread?: boolean,
 *   message?: string | null, sealed?: Uint8Array, end?: number, isOpened?: boolean, receipt?: "due" | "sent"}} Letter
 * @typedef {"noKey" | "waiting" | "refused" | "kept" | "opened" | "expired"} LetterState
 */

/** So many messages stay, the newest ones. */
const MOST_LETTERS = 5_000;
/** So many of people to whom this person never wrote. */
export const MOST_OF_STRANGERS = 200;

export class Letters {
    /** @type {Map<string, Letter>} */
    #letters = new Map();
    /** @type {Map<string, {id: string, time: number}>} */
    #tried = new Map();

    /** @param {import("./database.js").MailDatabase} database */
    constructor(database) {
        this.database = database;
    }

    /** Reads what the database has: another tab may have changed it. */
    async load() {
        const [letters, tried] = await Promise.all([this.database.all(LETTERS), this.database.all(TRIED)]);
        this.#letters = new Map(letters.map((letter) => [letter.id, letter]));
        this.#tried = new Map(tried.map((each) => [each.id, each]));
    }

    get all() {
        return [...this.#letters.values()].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
    }

    /** @param {string} id */
    find(id) {
        return this.#letters.get(id);
    }

    /**
     * The messages with somebody, the oldest first.
     *
     * @param {string} author
     */
    with(author) {
        return this.all.filter((each) => each.with === author);
    }

    /**
     * Whether a mail was tried already.
     *
     * @param {string} id
     */
    hasTried(id) {
        return this.#tried.has(id);
    }

    /** The mails that were tried, with times as messages have them. */
    get tried() {
        return [...this.#tried.values()].map(({ id, time }) => ({ id, time: BigInt(time) << 16n }));
    }

    /**
     * Keeps letters, and notes which mails were tried, all or none.
     *
     * @param {Letter[]} letters
     * @param {{id: string, time: number}[]} [tried]
     */
    async put(letters, tried = []) {
        if (letters.length + tried.length === 0) return;
        await this.database.change({ store: LETTERS, put: letters }, { store: TRIED, put: tried });
        for (const letter of letters) this.#letters.set(letter.id, letter);
        for (const each of tried) this.#tried.set(each.id, each);
    }

    /** @param {string[]} ids */
    async remove(ids) {
        await this.database.change({ store: LETTERS, remove: ids });
        for (const id of ids) this.#letters.delete(id);
    }

    /**
     * Whether one more message of somebody fits.
     *
     * @param {string} author
     */
    hasRoomFor(author) {
        const known = new Set(this.all.flatMap((letter) => (letter.isOwn ? letter.with : [])));
        return known.has(author) || this.all.filter((each) => !known.has(each.with)).length < MOST_OF_STRANGERS;
    }

    /**
     * Forgets which mails were tried before, and the oldest messages of too many.
     *
     * @param {number} before in milliseconds.
     */
    async prune(before) {
        const over = [...this.#tried.values()].filter(({ time }) => time < before).map(({ id }) => id);
        const old = this.all.slice(0, Math.max(0, this.#letters.size - MOST_LETTERS)).map(({ id }) => id);
        if (over.length + old.length === 0) return;
        await this.database.change({ store: TRIED, remove: over }, { store: LETTERS, remove: old });
        for (const id of over) this.#tried.delete(id);
        for (const id of old) this.#letters.delete(id);
    }
}

/**
 * How far an own message got.
 *
 * @param {Letter} letter
 * @param {import("../kept-messages.js").Kept | undefined} mail on this phone.
 * @param {number} now
 * @returns {LetterState}
 */
export function stateOf({ message, end = 0, isOpened }, mail, now) {
    if (isOpened) return "opened";
    if (!message) return "noKey";
    if (now >= end) return "expired";
    // What a node has kept may be gone from here.
    return mail?.state ?? "kept";
}
