// The page's drawings in the sources of the map's style. Another style begins without them, and gets them again.

export const NOTHING = { type: "FeatureCollection", features: [] };

export class Drawings {
    /** @type {Record<string, unknown>} by the ids of sources. */
    #data = {};

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => {
            for (const id of Object.keys(this.#data)) this.#draw(id);
        });
    }

    /**
     * Draws features in place of those that a source had.
     *
     * @param {string} id of the source.
     * @param {unknown} data GeoJSON.
     */
    set(id, data) {
        this.#data[id] = data;
        this.#draw(id);
    }

    /** @param {string} id */
    #draw(id) {
        this.map.getSource(id)?.setData(this.#data[id]);
    }
}
