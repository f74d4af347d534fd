// Discs that stand for several marks each.
import { NUMBER } from "./lettering.js";

/** Closer than this every mark is drawn by itself. */
export const CLUSTERED_ZOOM = 15;
export const IS_CLUSTER = ["has", "point_count"];

/**
 * Discs that stand for several marks each, and how many these are.
 *
 * @param {string} id the prefix of the layers' names.
 * @param {string} source
 * @param {Record<string, unknown>} disc
 * @param {number[]} radii pixels, and from how many marks on the next holds, in turns.
 * @param {string} written the colour of the number.
 */
export function clusterLayers(id, source, disc, radii, written) {
    const radius = ["step", ["get", "point_count"], ...radii];
    return [
        {
            id: `${id}-cluster`,
            type: "circle",
            source,
            filter: IS_CLUSTER,
            paint: { ...disc, "circle-radius": radius },
        },
        {
            id: `${id}-count`,
            type: "symbol",
            source,
            filter: IS_CLUSTER,
            layout: { ...NUMBER, "text-field": ["get", "point_count_abbreviated"] },
            paint: { "text-color": written },
        },
    ];
}
