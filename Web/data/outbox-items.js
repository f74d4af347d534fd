// The items of the outbox as this tab knows them: in the order of writing, kept in the store, and the same in all tabs.
import { ownName } from "../address/root.js";

/** The channel on which tabs announce that the items have changed. */
const CHANNEL = ownName("hereabouts-outbox");

/** @typedef {import("./outbox-store.js").OutboxStore | import("./outbox-store.js").PassingStore} Store */

/** Fires `change` when an item changes, in this tab or another. */
export class OutboxItems extends EventTarget {
    /** @type {OutboxItem[]} */
    #all = [];
    #tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;

    /** @param {Promise<Store>} store */
    constructor(store) {
        super();
        this.store = store;
        this.#tabs?.addEventListener("message", () =>
            this.read().catch((failure) => console.info("the outbox could not be read:", failure)),
        );
    }

    /** All items, the first one first. */
    get all() {
        return this.#all;
    }

    /** @param {string} key */
    find(key) {
        return this.#all.find((item) => item.key === key) ?? null;
    }

    /** Reads the items again: another tab may have changed them. */
    async read() {
        this.#all = await (await this.store).all();
        this.dispatchEvent(new Event("change"));
    }

    /** @param {OutboxItem} item a new item, or one that takes the place of the item with its key. */
    async put(item) {
        await (await this.store).put(item);
        const others = this.#all.filter(({ key }) => key !== item.key);
        this.#all = [...others, item].sort((one, other) => one.number - other.number);
        this.#announce();
    }

    /** @param {string} key */
    async remove(key) {
        await (await this.store).remove(key);
        this.#all = this.#all.filter((item) => item.key !== key);
        this.#announce();
    }

    /**
     * Removes everything of an account that does not exist any more.
     *
     * @param {string} owner
     */
    async forget(owner) {
        await this.read();
        for (const item of this.#all.filter((one) => one.owner === owner)) await this.remove(item.key);
    }

    #announce() {
        this.#tabs?.postMessage("");
        this.dispatchEvent(new Event("change"));
    }
}

/** Returns 128 random bits, in hexadecimal digits; `crypto.randomUUID` is there on secure pages only. */
export function randomKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
