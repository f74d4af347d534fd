// The overlay: temporary changes to the map and its streets. Asks the server, and keeps the last answer on the device.
import { Refused } from "./failures.js";
import { keepAnswer, keptAnswer } from "./kept-guide.js";
import { Latest } from "./latest.js";
import { listen } from "./live.js";
import { read } from "./remote.js";

const WEIGHTS = "/api/v1/admin/weights";

const OVERLAY = "/api/v1/overlay";
/** Timers hold no longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The part of the published overlay that holds now. Fires `change` when that is something else, because somebody
 * published or because the time of something came; and `streets` when ways that were found before may be others now.
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
    #isTold = false;

    /** @param {() => number} now milliseconds since 1970. */
    constructor(now) {
        super();
        this.now = now;
    }

    start() {
        const changed = () => {
            this.#isTold = true;
            return this.#ask();
        };
        // Also when the stream begins: the first answer lacks what was published since.
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
            // Ways that the server finds heed it already when a page opens.
            const isOther = this.#look(this.#hasAsked || keptAt !== null);
            const isTold = this.#isTold;
            [this.#hasAsked, this.#isTold] = [true, false];
            if (isTold && !isOther) this.dispatchEvent(new Event("streets"));
        } catch (failure) {
            // The former answer is still the best one.
            console.info("the overlay did not come:", failure);
        }
    }

    /**
     * Shows what operators are drawing in place of what holds, and the streets that it would change; null ends that.
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
     * Finds what holds now, and looks again when that changes next.
     *
     * @param {boolean} [concernsWays] whether ways that were found may be others if something else holds.
     * @returns {boolean} whether something else holds.
     */
    #look(concernsWays = true) {
        const now = this.now();
        const times = this.#published.flatMap(({ from, until }) => [from, until]).map((time) => Date.parse(time ?? ""));
        const next = Math.min(...times.filter((time) => time > now));
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#look(), Math.min(next - now, LONGEST_MS));
        const features = this.#published.filter((feature) => holds(feature, now));
        if (JSON.stringify(features) === JSON.stringify(this.features)) return false;
        this.features = features;
        this.dispatchEvent(new Event("change"));
        if (concernsWays) this.dispatchEvent(new Event("streets"));
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
 * Returns what features would do to streets. Changes nothing.
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
