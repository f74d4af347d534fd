// Why a search has no answer.
import { Refused } from "../data/failures.js";
import { say, sayIfKnown } from "../text/catalogue.js";

/**
 * Returns whether the server may answer the same question later.
 *
 * @param {Refused} failure
 */
export function isPassing({ status = 0 }) {
    return status === 429 || status >= 500;
}

/**
 * Returns the words for a search that failed.
 *
 * @param {unknown} failure
 */
export function reasonOf(failure) {
    if (!(failure instanceof Refused)) return say("error.unreachable");
    return (isPassing(failure) && sayIfKnown(`error.${failure.code}`)) || say("search.refused");
}
