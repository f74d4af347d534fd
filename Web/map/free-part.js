// The part of the map that neither the sheet nor the search field covers.

/** Pixels kept free around a frame. */
export const AIR = 48;
/** Pixels that the column of tools takes. */
const TOOLS = 36;

/** @typedef {{top: number, right: number, bottom: number, left: number}} Edges pixels covered at each edge of the map. */

export class FreePart {
    /** @param {() => Edges} covered */
    constructor(covered) {
        this.covered = covered;
    }

    /** Pixels, right and down, from the middle of the map to the middle of its free part. */
    get offset() {
        const { top, right, bottom, left } = this.covered();
        return [(left - right) / 2, (top - bottom) / 2];
    }

    /**
     * Returns the position in the middle of the free part.
     *
     * @param {LibraryMap} map
     * @returns {LngLat}
     */
    middle(map) {
        const { left, right, top, bottom } = this.covered();
        const { clientWidth, clientHeight } = map.getContainer();
        return map.unproject([(left + clientWidth - right) / 2, (top + clientHeight - bottom) / 2]);
    }

    /**
     * Returns whether a point lies in the free part, not at its edge.
     *
     * @param {LibraryMap} map
     * @param {Position} position
     */
    isClear(map, { lat, lon }) {
        const { top, right, bottom, left } = this.covered();
        const { clientWidth, clientHeight } = map.getContainer();
        const point = map.project([lon, lat]);
        return (
            point.x > left + AIR / 2 &&
            point.x < clientWidth - right - AIR / 2 &&
            point.y > top + AIR &&
            point.y < clientHeight - bottom - AIR / 2
        );
    }

    /**
     * Returns how many pixels at each edge an area leaves free to lie in the free part.
     *
     * @param {number} air
     * @param {number} aside air at the sides.
     */
    padding(air, aside) {
        const { top, right, bottom, left } = this.covered();
        const padding = { top: top + air, right: right + aside, bottom: bottom + air, left: left + aside };
        padding[document.documentElement.dir === "rtl" ? "left" : "right"] += TOOLS;
        return padding;
    }
}
