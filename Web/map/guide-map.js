// The guide on the map: its venues, gathered into clusters where they are many, or the numbered stops of a tour.
import { nearestFeature } from "./nearest-feature.js";

/** How near to a mark a tap must be; together with the mark this is the size of a fingertip. */
const TAP_PIXELS = 14;
const VENUE_LAYERS = ["guide-stop", "guide-venue", "guide-cluster"];
const NOTHING = { type: "FeatureCollection", features: [] };

export class GuideMap {
    /** @type {Venue[]} */
    #venues = [];
    /** @type {Venue[] | null} */
    #stops = null;
    #current = -1;
    #isShown = false;

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => this.#draw());
    }

    /**
     * Sets the venues that are drawn while the guide is shown. One without a location is not.
     *
     * @param {Venue[]} venues
     */
    setVenues(venues) {
        this.#venues = venues;
        if (this.#isShown) this.#draw();
    }

    /** @param {boolean} isShown */
    show(isShown) {
        if (this.#isShown === isShown) return;
        this.#isShown = isShown;
        this.#draw();
    }

    /**
     * Draws numbered stops in place of all venues; null draws those again.
     *
     * @param {Venue[] | null} stops
     * @param {number} [current] the stop that is looked at.
     */
    setTour(stops, current = -1) {
        this.#stops = stops;
        this.#current = current;
        this.#draw();
    }

    /**
     * The venue or the cluster at a point of the map.
     *
     * @param {{x: number, y: number}} at
     * @returns {{venue: string} | {cluster: number, position: Position} | null}
     */
    at(at) {
        const found = this.#isShown && nearestFeature(this.map, VENUE_LAYERS, at, TAP_PIXELS);
        if (!found) return null;
        const { cluster_id: cluster, id } = found.properties;
        const [lon, lat] = found.geometry.coordinates;
        return cluster === undefined ? { venue: id } : { cluster, position: { lat, lon } };
    }

    /**
     * The zoom from which on a cluster falls apart.
     *
     * @param {number} cluster
     * @returns {Promise<number>}
     */
    zoomOf(cluster) {
        return /** @type {MapSource} */ (this.map.getSource("guide")).getClusterExpansionZoom(cluster);
    }

    #draw() {
        const all = this.#isShown && !this.#stops ? this.#venues : [];
        const stops = (this.#isShown && this.#stops) || [];
        this.map.getSource("guide")?.setData(collection(all));
        this.map.getSource("tour")?.setData(collection(stops, this.#current));
    }
}

/**
 * @param {Venue[]} venues
 * @param {number} [current]
 */
function collection(venues, current = -1) {
    if (venues.length === 0) return NOTHING;
    const features = venues.flatMap(({ id, name, location }, index) => {
        if (!location) return [];
        const properties = { id, name, number: String(index + 1), current: index === current };
        const geometry = { type: "Point", coordinates: [location.lon, location.lat] };
        return [{ type: "Feature", properties, geometry }];
    });
    return { type: "FeatureCollection", features };
}
