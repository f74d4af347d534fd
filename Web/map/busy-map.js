// How busy places are, as discs on the map.

export class BusyMap {
    /** @type {BusyPlace[]} */
    #places = [];
    #isShown = false;

    /** @param {LibraryMap} map The map of MapLibre. Its style has a source `busy`, whose layer draws the discs. */
    constructor(map) {
        this.map = map;
        // A new style begins with an empty source.
        map.on("style.load", () => this.#draw());
    }

    /** @param {BusyPlace[]} places each with a level, 1 (quiet) to 5 (very busy). */
    setPlaces(places) {
        this.#places = places;
        this.#draw();
    }

    /** @param {boolean} isShown */
    show(isShown) {
        if (this.#isShown === isShown) return;
        this.#isShown = isShown;
        this.#draw();
    }

    #draw() {
        const features = (this.#isShown ? this.#places : []).map(({ id, lat, lon, now }) => {
            const geometry = { type: "Point", coordinates: [lon, lat] };
            return { type: "Feature", properties: { id, level: now.level }, geometry };
        });
        // While a style loads, the map has no sources; `style.load` then draws again.
        this.map.getSource("busy")?.setData({ type: "FeatureCollection", features });
    }
}
