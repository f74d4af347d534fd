// The own X25519 keys: a new one each day. Its secret half is deleted after eight days: from then on nobody can open what
// was sealed to it, not on this phone either.
import { hexOf } from "../bytes.js";
import { KEYS } from "./database.js";
import { makeKeyPair } from "./hpke.js";

const DAY = 86_400_000;
/** As long as messages with prekeys live. */
export const KEY_LIFE = 8 * DAY;

/**
 * `made` by the device's clock, in milliseconds, so that no node can put off the end. `name` is the key in hexadecimal.
 *
 * @typedef {{name: string, key: Uint8Array, pair: CryptoKeyPair, made: number}} DayKey
 */

export class DayKeys {
    /** @type {DayKey[]} */
    list = [];

    /** @param {import("./database.js").MailDatabase} database */
    constructor(database) {
        this.database = database;
    }

    /**
     * Reads the keys, and deletes those whose time is over. A clock that was set back does not lengthen it.
     *
     * @param {number} now by the device's clock.
     */
    async load(now) {
        /** @type {DayKey[]} */
        const all = await this.database.all(KEYS);
        const isOver = (/** @type {DayKey} */ { made }) => Math.abs(now - made) >= KEY_LIFE;
        const over = all.filter(isOver);
        if (over.length > 0) await this.database.change({ store: KEYS, remove: over.map(({ name }) => name) });
        this.list = all.filter((each) => !isOver(each)).sort((one, other) => other.made - one.made);
    }

    /**
     * Whether there is no key of this day.
     *
     * @param {number} now
     */
    isDue(now) {
        return !this.list.some(({ made }) => Math.abs(now - made) < DAY);
    }

    /**
     * Makes the key of the day.
     *
     * @param {number} now
     * @returns {Promise<DayKey>}
     */
    async make(now) {
        const { pair, key } = await makeKeyPair();
        const made = { name: hexOf(key), key, pair, made: now };
        await this.database.change({ store: KEYS, put: [made] });
        this.list.unshift(made);
        return made;
    }
}

/** Whether this browser has X25519. */
export async function canAgree() {
    try {
        await makeKeyPair();
        return true;
    } catch (failure) {
        console.info("this browser has no X25519:", failure);
        return false;
    }
}
