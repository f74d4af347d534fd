// Floor plans on the map, beneath all labels, and the handles that place one.
import { PlanHandles } from "./plan-handles.js";
import { FIRST_LABEL } from "./style.js";

/**
 * `corners` are those of the picture, clockwise from its top left.
 *
 * @typedef {{address: string, corners: Position[], opacity: number}} DrawnPlan
 */

export class PlanMap {
    /** @type {DrawnPlan[]} */
    #plans = [];
    /**
     * The addresses of the pictures that the sources have, by the ids of sources.
     *
     * @type {Map<string, string>}
     */
    #addresses = new Map();

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        this.handles = new PlanHandles(map);
        // Another style begins without the plans.
        map.on("styledata", () => this.#draw());
    }

    /**
     * Draws plans in place of those before.
     *
     * @param {DrawnPlan[]} plans
     */
    show(plans) {
        this.#plans = plans;
        this.#draw();
    }

    /**
     * Shows the handles of a plan; null removes them.
     *
     * @param {Parameters<PlanHandles["show"]>[0]} placed
     */
    place(placed) {
        this.handles.show(placed);
    }

    #draw() {
        // Nothing can be drawn before the style is there.
        if (!this.map.getLayer(FIRST_LABEL)) return;
        for (const id of [...this.#addresses.keys()].slice(this.#plans.length)) this.#remove(id);
        for (const [index, plan] of this.#plans.entries()) this.#put(`plan-${index}`, plan);
    }

    /** @param {string} id */
    #remove(id) {
        this.#addresses.delete(id);
        if (this.map.getLayer(id)) this.map.removeLayer(id);
        if (this.map.getSource(id)) this.map.removeSource(id);
    }

    /**
     * @param {string} id
     * @param {DrawnPlan} plan
     */
    #put(id, { address, corners, opacity }) {
        // Longitude first, as the library has it.
        const coordinates = corners.map(({ lat, lon }) => [lon, lat]);
        const source = this.map.getSource(id);
        const before = source && this.#addresses.get(id);
        // Adding a source fires the event that leads here: the address has to be known by then.
        this.#addresses.set(id, address);
        if (!source) {
            this.map.addSource(id, { type: "image", url: address, coordinates });
        } else if (before === address) {
            if (JSON.stringify(source.coordinates) !== JSON.stringify(coordinates)) source.setCoordinates(coordinates);
        } else source.updateImage({ url: address, coordinates });
        if (!this.map.getLayer(id)) this.#addLayer(id, opacity);
        else if (this.map.getPaintProperty(id, "raster-opacity") !== opacity)
            this.map.setPaintProperty(id, "raster-opacity", opacity);
    }

    /**
     * @param {string} id
     * @param {number} opacity
     */
    #addLayer(id, opacity) {
        // Without fading: a plan that fades in after each step of a drag flashes.
        const paint = { "raster-opacity": opacity, "raster-fade-duration": 0 };
        this.map.addLayer({ id, type: "raster", source: id, paint }, FIRST_LABEL);
    }
}
