// Whom this phone can seal mail to: the newest key of the day of each person, from the messages that it carries.
import { millisecondsOf } from "../bytes.js";
import { KEYS } from "../classes.js";
import { inOrder } from "../kept-messages.js";
import { KEY_LIFE } from "./day-keys.js";

const DAY = 86_400_000;
/** A key that its owner deletes sooner than a day from now is not used: the mail would come too late. */
const USABLE = KEY_LIFE - DAY;

/** @typedef {{author: string, key: Uint8Array, made: number}} Receiver `made` in milliseconds. */

export class Receivers {
    /** @type {Map<string, Receiver>} */
    #newest = new Map();
    /** The keys that messages say, by their ids, so that each is read once. */
    #read = new Map();

    /** @param {import("./layout.js").MailLayout} layout */
    constructor(layout) {
        this.layout = layout;
    }

    /** With how many people one can be mistaken: everybody who has spread a key lately. */
    get people() {
        return this.#newest.size;
    }

    /**
     * Reads the keys that came.
     *
     * @param {import("../carrier.js").Carrier} carrier
     */
    load({ kept, place }) {
        const messages = kept.filter((each) => each.class === KEYS && each.place === place).sort(inOrder);
        const read = new Map();
        this.#newest = new Map();
        for (const { id, bytes } of messages) {
            const prekey = this.#read.has(id) ? this.#read.get(id) : this.layout.prekey(bytes);
            read.set(id, prekey);
            if (!prekey) continue;
            this.#newest.set(prekey.author, { ...prekey, made: millisecondsOf(prekey.time) });
        }
        this.#read = read;
    }

    /**
     * The key to seal to; null where none is known that lasts long enough.
     *
     * @param {string} author
     * @param {number} now
     */
    find(author, now) {
        const found = this.#newest.get(author);
        return found && found.made > now - USABLE ? found : null;
    }
}
