// The last frame of the map: what the camera shows in the free part, also when that part becomes larger.

export class Frame {
    /**
     * The last frame, if the user has not moved the map since: how to show it, and how many pixels at the lower edge
     * were covered when it was first and last shown.
     *
     * @type {{show: (map: LibraryMap) => void, first: number, last: number} | null}
     */
    #framed = null;

    /**
     * @param {import("./late-map.js").LateMap} late
     * @param {() => import("./free-part.js").Edges} covered
     */
    constructor(late, covered) {
        this.late = late;
        this.covered = covered;
        late.whenThere((map) => {
            map.on("movestart", (/** @type {any} */ event) => {
                if (event.originalEvent) this.#framed = null;
            });
        });
    }

    /**
     * Shows something so that it lies in the free part of the map, also when that becomes larger.
     *
     * @param {(map: LibraryMap) => void} show
     */
    show(show) {
        this.move((map) => {
            const { bottom } = this.covered();
            this.#framed = { show, first: bottom, last: bottom };
            show(map);
        });
    }

    /**
     * Moves the map without a frame, as soon as there is a map: the last wish counts then.
     *
     * @param {(map: LibraryMap) => void} move
     */
    move(move) {
        this.#framed = null;
        this.late.whenThere(move, this);
    }

    /**
     * Shows the last frame again when the sheet covers less of the map than before. When the sheet covers more, the map
     * stays.
     *
     * @param {boolean} isSelected whether the framed thing is still selected; else only the middle of the map stays
     *   where it is.
     * @param {(map: LibraryMap, middle: Position) => void} keepMiddle
     */
    uncovered(isSelected, keepMiddle) {
        const framed = this.#framed;
        const map = this.late.now;
        if (!framed || !map) return;
        const bottom = Math.min(this.covered().bottom, framed.first);
        if (Math.abs(bottom - framed.last) < 1) return;
        const { clientWidth, clientHeight } = map.getContainer();
        const { lng, lat } = map.unproject([clientWidth / 2, (clientHeight - framed.last) / 2]);
        framed.last = bottom;
        if (isSelected) framed.show(map);
        else keepMiddle(map, { lat, lon: lng });
    }
}
