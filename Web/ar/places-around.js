// The places around the user: asked for at the start, again after a walk, and again where none came.
import { metresBetween } from "../core/geodesy.js";

/** After so many metres the places around are asked for again. */
const PLACES_METRES = 80;
/** After so many milliseconds the page asks again for places that did not come. */
const PLACES_AGAIN_MS = 5_000;

export class PlacesAround {
    /**
     * The position whose places are here or on their way.
     *
     * @type {Position | null}
     */
    #at = null;
    /** @type {Position | null} */
    #newest = null;
    #timer = 0;
    #isLeft = false;

    /**
     * @param {import("./labels.js").Labels} labels shows the places.
     * @param {import("./open.js").Surroundings["places"]} find
     */
    constructor(labels, find) {
        this.labels = labels;
        this.find = find;
    }

    /**
     * Asks for the places around, where none are asked for, or only those of a position too far away.
     *
     * @param {Position} position
     */
    look(position) {
        this.#newest = position;
        if (this.#at && metresBetween(this.#at, position) < PLACES_METRES) return;
        this.#at = position;
        this.#show(position);
    }

    /**
     * Shows the places around a position. Where no tile came, the old places stay, and the page asks again.
     *
     * @param {Position} position
     */
    async #show(position) {
        const found = await this.find(position).catch(() => null);
        if (this.#isLeft || position !== this.#at) return;
        if (found && (found.hasTiles || this.labels.places.length === 0)) this.labels.set(found.places);
        if (found?.hasTiles) return;
        this.#timer = window.setTimeout(() => {
            if (position !== this.#at) return;
            this.#at = null;
            if (this.#newest) this.look(this.#newest);
        }, PLACES_AGAIN_MS);
    }

    leave() {
        this.#isLeft = true;
        clearTimeout(this.#timer);
    }
}
