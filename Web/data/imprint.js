// The imprint. Asks the server and sends to it, and keeps the last answer on the device.
import { Refused } from "./failures.js";
import { keepAnswer, keptAnswer } from "./kept-guide.js";
import { read } from "./http.js";

export const IMPRINT = "/api/v1/imprint";

/**
 * @param {undefined} [_]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./guide.js").Dated<Imprint> & {failure?: unknown}>} with the failure when it is from the
 *   device.
 */
export async function readImprint(_, signal) {
    try {
        const answer = await read(IMPRINT, {}, signal);
        await keepAnswer(IMPRINT, answer, Date.now());
        return { answer, keptAt: null };
    } catch (failure) {
        const kept = failure instanceof Refused || signal?.aborted ? null : await keptAnswer(IMPRINT);
        if (!kept) throw failure;
        return { ...kept, failure };
    }
}

/**
 * @param {import("./community.js").Community} community
 * @param {number} revision that the fields were made from.
 * @param {ImprintFields} fields
 * @returns {Promise<Imprint>}
 */
export function changeImprint(community, revision, fields) {
    return community.write("PUT", IMPRINT, { revision, fields });
}

/**
 * Returns the settings that the server was started with; for operators.
 *
 * @param {import("./community.js").Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<StartSettings>}
 */
export function readStartSettings(community, signal) {
    return community.member(read("/api/v1/settings", {}, signal));
}
