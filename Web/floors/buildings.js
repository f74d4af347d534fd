// The answers of the server about the inside of buildings.
import { Refused } from "../data/failures.js";

export class Buildings {
    /** @type {Map<string, Promise<IndoorBuilding>>} */
    #asked = new Map();
    /** @type {Map<string, IndoorBuilding>} */
    #known = new Map();
    /**
     * The buildings of which the server knows no levels.
     *
     * @type {Set<string>}
     */
    #absent = new Set();

    /** @param {PlaceSource} data */
    constructor(data) {
        this.data = data;
    }

    /**
     * The levels and spaces of a building, requested once; after a failure, again.
     *
     * @param {string} id
     * @returns {Promise<IndoorBuilding>}
     */
    ask(id) {
        const asked = this.#asked.get(id) ?? this.data.building(id);
        this.#asked.set(id, asked);
        asked.then(
            (building) => this.#known.set(id, building),
            (failure) => {
                this.#asked.delete(id);
                if (failure instanceof Refused && failure.code === "not_found") this.#absent.add(id);
            },
        );
        return asked;
    }

    /**
     * A building whose answer has come.
     *
     * @param {string} id
     */
    get(id) {
        return this.#known.get(id);
    }

    /**
     * Whether a building is known, and has no such level.
     *
     * @param {string} id
     * @param {number} level
     */
    lacks(id, level) {
        return this.#known.get(id)?.levels.every((each) => each.level !== level) ?? false;
    }

    /**
     * Whether the server knows no levels of a building.
     *
     * @param {string} id
     */
    isAbsent(id) {
        return this.#absent.has(id);
    }
}
