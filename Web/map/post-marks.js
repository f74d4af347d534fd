// Posts on the map: a mark where each was written, gathered where marks would cover one another.
import { NOTHING } from "./drawings.js";
import { nearestFeature } from "./nearest-feature.js";

/** How near to the mark of a post a tap must be. */
const TAP_PIXELS = 14;

export class PostMarks {
    /** @type {{chosen: (id: string) => void, gathered: (position: Position, zoom: number) => void} | null} */
    #pressed = null;

    /**
     * @param {LibraryMap} map
     * @param {import("./drawings.js").Drawings} drawings
     */
    constructor(map, drawings) {
        this.map = map;
        this.drawings = drawings;
    }

    /**
     * Marks posts that have a location, gathered where they would cover one another.
     *
     * @param {Post[]} posts newest first.
     * @param {{chosen: (id: string) => void, gathered: (position: Position, zoom: number) => void}} [pressed] called with
     *   whose mark was pressed, or where several are one and from which zoom on they fall apart.
     */
    show(posts, pressed) {
        this.#pressed = pressed ?? null;
        this.drawings.set("posts", {
            type: "FeatureCollection",
            features: posts.flatMap((post, index) => postFeature(post, index)),
        });
        this.drawings.set("chosenPost", NOTHING);
    }

    /**
     * Marks one of the shown posts larger, above all others.
     *
     * @param {Post} post
     */
    choose(post) {
        this.drawings.set("chosenPost", { type: "FeatureCollection", features: postFeature(post) });
    }

    /**
     * Presses the mark that lies nearest to a point of the map; false when there is none.
     *
     * @param {{x: number, y: number}} at
     */
    press(at) {
        const found = nearestFeature(this.map, ["post", "post-cluster"], at, TAP_PIXELS);
        if (!found) return false;
        const { id, cluster_id: cluster } = found.properties;
        const [lon, lat] = found.geometry.coordinates;
        if (cluster === undefined) this.#pressed?.chosen(id);
        else this.#fallApart(cluster, { lat, lon });
        return true;
    }

    /**
     * @param {number} cluster
     * @param {Position} position
     */
    async #fallApart(cluster, position) {
        const zoom = await /** @type {MapSource} */ (this.map.getSource("posts")).getClusterExpansionZoom(cluster);
        this.#pressed?.gathered(position, zoom);
    }
}

/**
 * @param {Post} post
 * @param {number} [rank] its place among all, of which the first is meant where several lie at the same point.
 */
function postFeature({ id, location }, rank = 0) {
    if (!location) return [];
    const geometry = { type: "Point", coordinates: [location.lon, location.lat] };
    return [{ type: "Feature", properties: { id, rank }, geometry }];
}
