// The map, which loads after the page: its library is most of a first visit's download, and most of the page works
// without it.

export class LateMap {
    /**
     * The library's map, once there is one.
     *
     * @type {LibraryMap | null}
     */
    now = null;
    /** @type {Map<unknown, (map: LibraryMap) => void>} */
    #waiting = new Map();

    /**
     * The library's map, for code that runs only once there is one.
     *
     * @returns {LibraryMap}
     */
    get there() {
        return /** @type {LibraryMap} */ (this.now);
    }

    /**
     * Does something with the map: at once, or as soon as it is there. Of the actions that wait under one name, only
     * the last is done.
     *
     * @param {(map: LibraryMap) => void} act
     * @param {unknown} [name]
     */
    whenThere(act, name = act) {
        if (this.now) {
            act(this.now);
            return;
        }
        this.#waiting.delete(name);
        this.#waiting.set(name, act);
    }

    /** @param {LibraryMap} map */
    arrive(map) {
        this.now = map;
        for (const act of this.#waiting.values()) act(map);
        this.#waiting.clear();
    }

    /**
     * Stands in for an object that draws on the map and returns nothing, such as marks. The object is made when the map
     * is there, and then gets the last call of each of its methods, in order.
     *
     * @template {object} Drawer
     * @param {(map: LibraryMap) => Drawer} make
     * @returns {Drawer}
     */
    drawer(make) {
        /** @type {any} */
        let made = null;
        /** @type {Record<string | symbol, symbol>} */
        const names = {};
        this.whenThere((map) => {
            made = make(map);
        });
        const passOn = (/** @type {object} */ _, /** @type {string | symbol} */ method) => {
            names[method] ??= Symbol(String(method));
            return (/** @type {any[]} */ ...given) =>
                made ? made[method](...given) : this.whenThere(() => made[method](...given), names[method]);
        };
        return /** @type {Drawer} */ (new Proxy({}, { get: passOn }));
    }
}
