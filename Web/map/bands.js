// The bands of reachable time: their names, and the band of a time.
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";

/** The limit of each band in minutes, nearest first. */
export const BANDS = [5, 10, 15];

/**
 * The band that a time falls into.
 *
 * @param {number | null} seconds null if there is no route.
 * @returns {number} its index in BANDS, or how many there are when it lies beyond all of them.
 */
export function bandOf(seconds) {
    const band = BANDS.findIndex((minutes) => seconds !== null && seconds <= minutes * 60);
    return band < 0 ? BANDS.length : band;
}

/**
 * @param {number} band as `bandOf` says it.
 */
export function bandText(band) {
    const beyond = band >= BANDS.length;
    const time = durationText(BANDS[beyond ? BANDS.length - 1 : band] * 60);
    return say(beyond ? "reach.beyond" : "reach.within", { time });
}
