// Temporary changes to streets, as the numbers that the core takes (Sources/Routing/Live/StreetChange+Numbers.swift).

const EFFECTS = { closed: 0, one_way: 1, slow: 2, fence: 3 };
const LINE = 0;
const AREA = 1;
const WAYS = 2;
const BITS = { foot: 1, wheelchair: 2, bicycle: 4, car: 8 };
const EVERYBODY = Object.keys(BITS);

/**
 * Whether a feature of the overlay changes routes.
 *
 * @param {OverlayFeature} feature
 */
export function concernsStreets({ kind }) {
    return kind in EFFECTS;
}

/**
 * Returns the changes of an overlay to streets, as numbers. Entrances open all fences, as they do on the server.
 *
 * @param {OverlayFeature[]} features that hold.
 */
export function numbersOfChanges(features) {
    const openings = features.flatMap(({ kind, points = [], area }) =>
        kind === "entrance" && points.length === 1 && !area ? points : [],
    );
    return features.filter(concernsStreets).flatMap((feature) => {
        const { kind, points = [], area, ways, profiles = EVERYBODY, factor = 1 } = feature;
        if (!ways && points.length < 2) return [];
        const effect = EFFECTS[/** @type {keyof typeof EFFECTS} */ (kind)];
        const bits = profiles.reduce((sum, name) => sum | BITS[/** @type {Profile} */ (name)], 0);
        const gates = kind === "fence" ? openings : [];
        const form = ways ? WAYS : area ? AREA : LINE;
        const values = ways ?? degrees(points);
        const count = ways?.length ?? points.length;
        return [effect, bits, kind === "slow" ? factor : 1, form, count, gates.length, ...values, ...degrees(gates)];
    });
}

/** @param {Position[]} points */
function degrees(points) {
    return points.flatMap(({ lat, lon }) => [lat, lon]);
}
