// Recent and saved places: kept only on this device, and never sent.
import { ownName } from "../address/root.js";
import { currentLanguage } from "../text/catalogue.js";
import { positionText } from "../text/quantities.js";

/** The fields that are kept of a place: enough to list it and to open it again. */
const KEPT = /** @type {const} */ (["id", "type", "kind", "category", "name", "label", "lat", "lon", "estimated"]);

/**
 * Returns the id of a point, exact to a metre.
 *
 * @param {Position} position
 */
export function pointID(position) {
    return `geo:${positionText(position).replace(" ", "")}`;
}

/**
 * Returns whether a found place is a point without a card of its own: a position, a corner, a postcode, or an estimated
 * house number.
 *
 * @param {Found} found
 */
export function isPoint({ id, estimated }) {
    return estimated === true || id.startsWith("geo:");
}

export class KeptPlaces {
    /**
     * @param {string} key of the browser's storage.
     * @param {number} most beyond which the oldest go.
     */
    constructor(key, most) {
        this.key = key;
        this.most = most;
    }

    /** @returns {Found[]} newest first; nothing when the device keeps nothing or something else. */
    get all() {
        try {
            const kept = JSON.parse(localStorage.getItem(this.key) ?? "[]");
            return Array.isArray(kept) ? kept.filter(isPlace).map(withoutKindName) : [];
        } catch {
            return [];
        }
    }

    /** @param {string} id */
    has(id) {
        return this.all.some((place) => place.id === id);
    }

    /**
     * Puts a place first.
     *
     * @param {Found} place
     * @returns {boolean} false when the device keeps nothing.
     */
    add(place) {
        return this.#write([this.#kept(place), ...this.#without(place.id)].slice(0, this.most));
    }

    /**
     * Renews a place if it is kept.
     *
     * @param {Found} place
     */
    renew(place) {
        if (this.has(place.id)) this.#write(this.all.map((each) => (each.id === place.id ? this.#kept(place) : each)));
    }

    /**
     * Returns the fields to keep of a place, with the name of its kind in each language that the reader has used.
     *
     * @param {Found} place
     * @returns {Found}
     */
    #kept(place) {
        const kept = Object.fromEntries(KEPT.map((name) => [name, place[name]]));
        const { kind_names: known } = this.all.find(({ id }) => id === place.id) ?? {};
        const shown = place.kind_name ? { [currentLanguage()]: place.kind_name } : {};
        return /** @type {any} */ ({ ...kept, kind_names: { ...known, ...place.kind_names, ...shown } });
    }

    /** @param {string} id */
    remove(id) {
        return this.#write(this.#without(id));
    }

    /**
     * Keeps these places in place of all others.
     *
     * @param {Found[]} places
     */
    restore(places) {
        return this.#write(places);
    }

    /** @param {string} id */
    #without(id) {
        return this.all.filter((place) => place.id !== id);
    }

    /** @param {Found[]} places */
    #write(places) {
        try {
            if (places.length === 0) localStorage.removeItem(this.key);
            else localStorage.setItem(this.key, JSON.stringify(places));
            return true;
        } catch {
            return false; // The storage is full, or switched off.
        }
    }
}

/** @param {any} kept a value that an older page may have written. */
function isPlace(kept) {
    const { id, name, lat, lon } = kept ?? {};
    return typeof id === "string" && typeof name === "string" && Number.isFinite(lat) && Number.isFinite(lon);
}

/**
 * Older pages kept one word for the kind, and not in which language that is.
 *
 * @param {Found} place
 * @returns {Found}
 */
function withoutKindName(place) {
    return { ...place, kind_name: undefined };
}

export const recent = new KeptPlaces(ownName("hereabouts.recent"), 8);
export const saved = new KeptPlaces(ownName("hereabouts.saved"), 200);
