// Posts that have a location.
import { CLUSTERED_ZOOM, IS_CLUSTER, clusterLayers } from "./cluster-layers.js";
import { NOTHING } from "./lettering.js";

export const postSources = {
    posts: { type: "geojson", data: NOTHING, cluster: true, clusterRadius: 28, clusterMaxZoom: CLUSTERED_ZOOM },
    chosenPost: { type: "geojson", data: NOTHING },
};

/**
 * Posts are drawn and not elements, and gathered where they would cover one another, so that tens of thousands stay
 * smooth.
 *
 * @param {import("./colours.js").Colours} colours
 */
export function postLayers({ post, onPost }) {
    const disc = { "circle-color": post, "circle-stroke-color": onPost, "circle-stroke-width": 2.5 };
    return [
        ...clusterLayers("post", "posts", disc, [12, 20, 16, 200, 20], onPost),
        {
            id: "post",
            type: "circle",
            source: "posts",
            filter: ["!", IS_CLUSTER],
            paint: { ...disc, "circle-radius": 8 },
        },
        {
            id: "post-chosen",
            type: "circle",
            source: "chosenPost",
            paint: { ...disc, "circle-radius": 13, "circle-stroke-width": 4 },
        },
    ];
}
