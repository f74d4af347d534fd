// How busy places are, on the map.

export class BusyMap {
    /** @type {BusyPlace[]} */
    #places = [];
    #isShown = false;

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => this.#draw());
    }

    /** @param {BusyPlace[]} places */
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
        this.map.getSource("busy")?.setData({ type: "FeatureCollection", features });
    }
}
