// Where the outbox keeps its items: in the browser's database, which outlasts a restart.
import { ownName } from "../address/root.js";

const DATABASE = ownName("hereabouts-outbox");
const ITEMS = "items";

/** Keeps items in the browser's database. */
export class OutboxStore {
    /** @type {Promise<IDBDatabase> | null} */
    #opened = null;

    /**
     * Returns the items in the order in which they were written.
     *
     * @returns {Promise<OutboxItem[]>}
     */
    async all() {
        /** @type {OutboxItem[]} */
        const items = await this.#run("readonly", (store) => store.getAll());
        return items.sort((one, other) => one.number - other.number);
    }

    /** @param {OutboxItem} item a new item, or one that takes the place of the item with its key. */
    async put(item) {
        await this.#run("readwrite", (store) => store.put(item));
    }

    /** @param {string} key */
    async remove(key) {
        await this.#run("readwrite", (store) => store.delete(key));
    }

    /**
     * Runs one request, and waits until its change is on the disk. Opens the database again when the browser has closed
     * it meanwhile, as iOS does with a page in the background.
     *
     * @param {IDBTransactionMode} mode
     * @param {(store: IDBObjectStore) => IDBRequest} ask
     * @returns {Promise<any>}
     */
    async #run(mode, ask) {
        try {
            return await this.#runOnce(mode, ask);
        } catch (failure) {
            if (/** @type {Error} */ (failure).name !== "InvalidStateError") throw failure;
            this.#opened = null;
            return this.#runOnce(mode, ask);
        }
    }

    /**
     * @param {IDBTransactionMode} mode
     * @param {(store: IDBObjectStore) => IDBRequest} ask
     * @returns {Promise<any>}
     */
    async #runOnce(mode, ask) {
        const database = await this.#open();
        return new Promise((resolve, reject) => {
            const change = database.transaction(ITEMS, mode, { durability: "strict" });
            const request = ask(change.objectStore(ITEMS));
            change.addEventListener("complete", () => resolve(request.result));
            change.addEventListener("abort", () => reject(change.error));
        });
    }

    #open() {
        this.#opened ??= new Promise((resolve, reject) => {
            const opening = indexedDB.open(DATABASE, 1);
            opening.addEventListener("upgradeneeded", () =>
                opening.result.createObjectStore(ITEMS, { keyPath: "key" }),
            );
            opening.addEventListener("success", () => {
                const forget = () => {
                    this.#opened = null;
                };
                // A later version of the page, in another tab, must not wait for this one.
                opening.result.addEventListener("versionchange", () => {
                    opening.result.close();
                    forget();
                });
                opening.result.addEventListener("close", forget);
                resolve(opening.result);
            });
            opening.addEventListener("error", () => {
                this.#opened = null;
                reject(opening.error);
            });
        });
        return this.#opened;
    }
}

/** Keeps items as long as the page is open, where the browser keeps nothing. */
export class PassingStore {
    /** @type {Map<string, OutboxItem>} */
    #items = new Map();

    async all() {
        return [...this.#items.values()].sort((one, other) => one.number - other.number);
    }

    /** @param {OutboxItem} item */
    async put(item) {
        this.#items.set(item.key, item);
    }

    /** @param {string} key */
    async remove(key) {
        this.#items.delete(key);
    }
}

/** Returns the browser's database, or a store in memory where there is none, as in some private windows. */
export async function openOutboxStore() {
    const store = new OutboxStore();
    try {
        await store.all();
        return store;
    } catch (failure) {
        console.info("unsent items stay only while the page is open:", failure);
        return new PassingStore();
    }
}
