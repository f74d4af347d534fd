// Messages that go to a node together, and what became of each.
import { MOST_BYTES, MOST_MESSAGES } from "./node.js";

/**
 * Divides messages into bundles that a node takes.
 *
 * @param {import("./kept-messages.js").Kept[]} messages
 */
export function* parts(messages) {
    /** @type {import("./kept-messages.js").Kept[]} */
    let part = [];
    let sum = 64;
    for (const message of messages) {
        const size = 4 + message.bytes.length;
        if (part.length > 0 && (part.length === MOST_MESSAGES || sum + size > MOST_BYTES)) {
            yield part;
            [part, sum] = [[], 64];
        }
        part.push(message);
        sum += size;
    }
    if (part.length > 0) yield part;
}

/**
 * A message that waited, as the node judged it.
 *
 * @param {import("./kept-messages.js").Kept} message
 * @param {import("./node.js").Verdict | undefined} verdict
 * @returns {import("./kept-messages.js").Kept[]} none while the node holds it until its time comes: it is given again.
 */
export function judged(message, { state, reason } = { id: "", state: "held" }) {
    if (state === "held") return [];
    return [state === "refused" ? { ...message, state, reason } : { ...message, state: "kept" }];
}
