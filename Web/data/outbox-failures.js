// What a failure means for an item of the outbox: whether it goes on waiting, and the reason that is kept with it.
import { Refused, Unreachable } from "./failures.js";

/**
 * The outcome of an item that was sent at once. `sent` has the answer of the server; it is missing if another tab sent
 * the item.
 *
 * @typedef {{state: "sent", answer?: any} | {state: "waiting"} | {state: "refused", failure: Refused}} Outcome
 */

/**
 * Returns whether the same item may go through later, without a change: no answer came, the server is busy, or the
 * session of its writer has just ended.
 *
 * @param {unknown} failure
 * @param {OutboxItem} item
 */
export function isPassing(failure, { owner }) {
    if (failure instanceof Unreachable) return true;
    if (!(failure instanceof Refused)) return false;
    // A second report on a queue stays a second one, however long it waits.
    const isBusy = failure.status === 429 && failure.code !== "too_soon";
    return isBusy || (failure.code === "not_logged_in" && owner !== null);
}

/**
 * Returns the seconds after which the server wants to be asked again; nothing if it does not say.
 *
 * @param {unknown} failure
 */
export function wantedPause(failure) {
    return failure instanceof Refused || failure instanceof Unreachable ? failure.retryAfter : undefined;
}

/**
 * Returns the reason to keep with an item that could not be sent.
 *
 * @param {unknown} failure
 * @returns {NonNullable<OutboxItem["reason"]>}
 */
export function reasonOf(failure) {
    if (!(failure instanceof Refused)) return { code: "unknown", message: String(failure) };
    const { code, message, status, field } = failure;
    return { code, message, status, field };
}

/** Returns the refusal of an item that the device cannot keep. */
export const noSpace = () => new Refused("outboxFull", "no space is left");

/**
 * Returns the refusal again that an item was kept with.
 *
 * @param {OutboxItem} item
 */
export function refusalOf({ reason = { code: "unknown", message: "" } }) {
    return new Refused(reason.code, reason.message, reason.status, reason.field);
}
