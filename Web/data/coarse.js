// My position, as precisely as a search needs it.

/**
 * Decimals of the degrees: a hundred metres. This is enough to rank near places first and to show minutes of walking.
 */
const DECIMALS = 3;

/**
 * @param {Position} position
 * @returns {Position}
 */
export function coarse({ lat, lon }) {
    return { lat: Number(lat.toFixed(DECIMALS)), lon: Number(lon.toFixed(DECIMALS)) };
}
