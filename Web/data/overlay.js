// The overlay: temporary changes to the map and its streets. Asks the server, and keeps the last answer on the device.
import { Refused } from "./failures.js";
import { keepAnswer, keptAnswer } from "./kept-guide.js";
import { Latest } from "./latest.js";
import { listen } from "./live.js";
import { read } from "./http.js";

const WEIGHTS = "/api/v1/admin/weights";

const OVERLAY = "/api/v1/overlay";
/** Timers hold no longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The part of the published overlay that is in effect now. Fires `change` when this part changes, after a publication
 * or at a set time, and `streets` when earlier routes may be different now.
 */
export class TodaysOverlay extends EventTarget {
    /** @type {OverlayFeature[]} */
    features = [];
    /** @type {OverlayFeature[]} */
    #published = [];
    /** @type {OverlayFeature[] | null} */
    #drawn = null;
    /** @type {ChangedStreet[]} */
    streets = [];
    #latest = new Latest();
    #timer = 0;
    /** When the server sent it, in milliseconds since 1970; 0 before the first answer. */
    heardAt = 0;
    #hasAsked = false;
    /** Whether the server has announced other changes and not yet answered which. */
    #isAnnounced = false;

    /** @param {() => number} now milliseconds since 1970. */
    constructor(now) {
        super();
        this.now = now;
    }

    start() {
        const changed = () => {
            this.#isAnnounced = true;
            return this.#ask();
        };
        // Also when the stream begins: the first answer lacks later publications.
        listen({ overlay: changed, reload: changed, ready: () => this.#ask() });
        return this.#ask();
    }

    async #ask() {
        try {
            const now = this.now();
            const found = await this.#latest.ask(now, (_, signal) => readOverlay(now, signal));
            if (!found) return;
            const { answer, keptAt } = found.answer;
            this.heardAt = keptAt ?? now;
            this.#published = answer.features;
            // When a page opens, routes from the server already take the overlay into account.
            const isOther = this.#look(this.#hasAsked || keptAt !== null);
            const isAnnounced = this.#isAnnounced;
            [this.#hasAsked, this.#isAnnounced] = [true, false];
            if (isAnnounced && !isOther) this.dispatchEvent(new Event("streets"));
        } catch (failure) {
            // The former answer is still the best one.
            console.info("the overlay did not come:", failure);
        }
    }

    /**
     * Shows the operator's draft in place of the published overlay, with the streets that it would change; null ends
     * this.
     *
     * @param {OverlayFeature[] | null} drawn
     * @param {ChangedStreet[]} [streets]
     */
    preview(drawn, streets = []) {
        this.#drawn = drawn;
        this.streets = streets;
        this.dispatchEvent(new Event("change"));
    }

    /** The features that the map shows. */
    get shown() {
        return this.#drawn ?? this.features;
    }

    /**
     * Finds the part in effect now, and looks again at its next change.
     *
     * @param {boolean} [mayChangeRoutes] whether a change may change earlier routes.
     * @returns {boolean} whether something else holds.
     */
    #look(mayChangeRoutes = true) {
        const now = this.now();
        const times = this.#published.flatMap(({ from, until }) => [from, until]).map((time) => Date.parse(time ?? ""));
        const next = Math.min(...times.filter((time) => time > now));
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#look(), Math.min(next - now, LONGEST_MS));
        const features = this.#published.filter((feature) => holds(feature, now));
        if (JSON.stringify(features) === JSON.stringify(this.features)) return false;
        this.features = features;
        this.dispatchEvent(new Event("change"));
        if (mayChangeRoutes) this.dispatchEvent(new Event("streets"));
        return true;
    }
}

/**
 * @param {OverlayFeature} feature
 * @param {number} now
 */
function holds({ from, until }, now) {
    return !(from && Date.parse(from) > now) && !(until && Date.parse(until) <= now);
}

/**
 * Asks the server, or the device when that does not answer: then `keptAt` says when it did.
 *
 * @param {number} now
 * @param {AbortSignal} [signal]
 * @returns {Promise<{answer: {revision: number, features: OverlayFeature[]}, keptAt: number | null}>}
 */
async function readOverlay(now, signal) {
    try {
        const answer = await read(OVERLAY, {}, signal);
        await keepAnswer(OVERLAY, answer, now);
        return { answer, keptAt: null };
    } catch (failure) {
        const kept = failure instanceof Refused || signal?.aborted ? null : await keptAnswer(OVERLAY);
        if (!kept) throw failure;
        return kept;
    }
}

/**
 * The overlay as operators work on it.
 *
 * @param {import("./community.js").Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<OverlayDraft>}
 */
export function readOverlayDraft(community, signal) {
    return community.member(read(WEIGHTS, {}, signal));
}

/**
 * Returns the effect of features on streets. Changes nothing.
 *
 * @param {import("./community.js").Community} community
 * @param {OverlayFeature[]} features
 * @param {AbortSignal} [signal]
 * @returns {Promise<OverlayPreview>}
 */
export function previewOverlay(community, features, signal) {
    return community.write("POST", `${WEIGHTS}/preview`, { features }, signal);
}

/**
 * @param {import("./community.js").Community} community
 * @param {number} revision that the features were made from.
 * @param {{features: OverlayFeature[], publish: boolean}} fields
 * @returns {Promise<OverlayDraft>}
 */
export function changeOverlay(community, revision, fields) {
    return community.write("PUT", WEIGHTS, { revision, fields });
}
