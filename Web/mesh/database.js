// The browser's database of the mesh: messages as signed bytes, and facts by name.
import { ownName } from "../address/root.js";

const NAME = ownName("hereabouts-mesh");
export const MESSAGES = "messages";
export const FACTS = "facts";

export class Database {
    /** @type {IDBDatabase} */
    #database;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.#database = database;
    }

    /** @param {string} store @returns {Promise<any[]>} */
    all(store) {
        return this.#run(store, "readonly", (objects) => objects.getAll());
    }

    /** @param {string} name @returns {Promise<any>} undefined for a fact that is not there. */
    fact(name) {
        return this.#run(FACTS, "readonly", (objects) => objects.get(name));
    }

    /** @param {string} name @param {unknown} value */
    async keepFact(name, value) {
        await this.#run(FACTS, "readwrite", (objects) => objects.put(value, name));
    }

    /**
     * Keeps a fact unless there is one of that name: another tab may have kept one meanwhile.
     *
     * @param {string} name
     * @param {unknown} value
     */
    async addFact(name, value) {
        try {
            await this.#run(FACTS, "readwrite", (objects) => objects.add(value, name));
        } catch (failure) {
            if (/** @type {Error} */ (failure).name !== "ConstraintError") throw failure;
        }
    }

    /**
     * Puts messages and takes others out, all or none.
     *
     * @param {object[]} added
     * @param {string[]} [removed] ids.
     */
    async change(added, removed = []) {
        await this.#run(MESSAGES, "readwrite", (objects) => {
            for (const id of removed) objects.delete(id);
            for (const message of added) objects.put(message);
            return objects.getKey("");
        });
    }

    /**
     * @param {string} store
     * @param {IDBTransactionMode} mode
     * @param {(objects: IDBObjectStore) => IDBRequest} ask
     * @returns {Promise<any>}
     */
    #run(store, mode, ask) {
        return new Promise((resolve, reject) => {
            const change = this.#database.transaction(store, mode, { durability: "strict" });
            const request = ask(change.objectStore(store));
            change.addEventListener("complete", () => resolve(request.result));
            change.addEventListener("abort", () => reject(change.error ?? request.error));
        });
    }
}

/** @returns {Promise<Database>} fails where the browser keeps nothing, as in some private windows. */
export function openDatabase() {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open(NAME, 1);
        opening.addEventListener("upgradeneeded", () => {
            opening.result.createObjectStore(MESSAGES, { keyPath: "id" });
            opening.result.createObjectStore(FACTS);
        });
        opening.addEventListener("success", () => {
            // A later version of the page, in another tab, must not wait for this one.
            opening.result.addEventListener("versionchange", () => opening.result.close());
            resolve(new Database(opening.result));
        });
        opening.addEventListener("error", () => reject(opening.error));
    });
}
