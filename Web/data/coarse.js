// My position, as precisely as a search needs it.

/**
 * Decimals of the degrees: a hundred metres, enough to put first what is near and to say how many minutes it is away.
 */
const DECIMALS = 3;

/**
 * @param {Position} position
 * @returns {Position}
 */
export function coarse({ lat, lon }) {
    return { lat: Number(lat.toFixed(DECIMALS)), lon: Number(lon.toFixed(DECIMALS)) };
}
