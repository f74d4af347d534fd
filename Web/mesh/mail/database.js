// The browser's database of private messages: own keys of days, messages as they were read and written, and which mail
// was tried. It is apart from the mesh's database, whose messages travel.
import { ownName } from "../../address/root.js";

const NAME = ownName("hereabouts-mail");
export const KEYS = "keys";
export const LETTERS = "letters";
export const TRIED = "tried";
const STORES = [
    { name: KEYS, keyPath: "name" },
    { name: LETTERS, keyPath: "id" },
    { name: TRIED, keyPath: "id" },
];

/**
 * One change of a store: records to put, and keys of records to take out.
 *
 * @typedef {{store: string, put?: object[], remove?: string[]}} Change
 */

export class MailDatabase {
    #database;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.#database = database;
    }

    /** @param {string} store @returns {Promise<any[]>} */
    all(store) {
        return new Promise((resolve, reject) => {
            const request = this.#database.transaction(store).objectStore(store).getAll();
            request.addEventListener("success", () => resolve(request.result));
            request.addEventListener("error", () => reject(request.error));
        });
    }

    /**
     * Makes changes, all or none.
     *
     * @param {...Change} changes
     * @returns {Promise<void>}
     */
    change(...changes) {
        return new Promise((resolve, reject) => {
            const names = changes.map(({ store }) => store);
            const transaction = this.#database.transaction(names, "readwrite", { durability: "strict" });
            transaction.addEventListener("complete", () => resolve());
            transaction.addEventListener("abort", () => reject(transaction.error));
            for (const { store, put = [], remove = [] } of changes) {
                const objects = transaction.objectStore(store);
                for (const key of remove) objects.delete(key);
                for (const record of put) objects.put(record);
            }
        });
    }
}

/** @returns {Promise<MailDatabase>} */
export function openMailDatabase() {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open(NAME, 1);
        opening.addEventListener("upgradeneeded", () => {
            for (const { name, keyPath } of STORES) opening.result.createObjectStore(name, { keyPath });
        });
        opening.addEventListener("success", () => {
            // A later version of the page, in another tab, must not wait for this one.
            opening.result.addEventListener("versionchange", () => opening.result.close());
            resolve(new MailDatabase(opening.result));
        });
        opening.addEventListener("error", () => reject(opening.error));
    });
}
