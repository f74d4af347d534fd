// What is different here for a while: asks the server, and keeps the last answer on the device.
import { Refused } from "./failures.js";
import { keepAnswer, keptAnswer } from "./kept-guide.js";
import { listen } from "./live.js";
import { Latest } from "./latest.js";
import { read } from "./remote.js";

const WEIGHTS = "/api/v1/admin/weights";

const OVERLAY = "/api/v1/overlay";
/** Timers hold no longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What holds now of the overlay that was last published. Tells `change` when that is something else, because somebody published or because
 * the time of something came.
 */
export class TodaysOverlay extends EventTarget {
    /** @type {OverlayFeature[]} */
    features = [];
    /** @type {OverlayFeature[]} */
    #published = [];
    /** @type {OverlayFeature[] | null} */
    #drawn = null;
    #latest = new Latest();
    #timer = 0;

    /** @param {() => number} now milliseconds since 1970. */
    constructor(now) {
        super();
        this.now = now;
    }

    start() {
        const ask = () => this.#ask();
        // When the stream begins, too: what was published since the first answer is in neither.
        listen({ overlay: ask, reload: ask, ready: ask });
        return ask();
    }

    async #ask() {
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => readOverlay(signal));
            if (!found) return;
            this.#published = found.answer.features;
            this.#look();
        } catch (failure) {
            // What was seen before is still the best that is known.
            console.info("the overlay did not come:", failure);
        }
    }

    /**
     * Shows what operators are drawing in place of what holds; null ends that.
     *
     * @param {OverlayFeature[] | null} drawn
     */
    preview(drawn) {
        this.#drawn = drawn;
        this.dispatchEvent(new Event("change"));
    }

    /** What the map shows. */
    get shown() {
        return this.#drawn ?? this.features;
    }

    /** Finds what holds now, and looks again when that changes next. */
    #look() {
        const now = this.now();
        const times = this.#published.flatMap(({ from, until }) => [from, until]).map((time) => Date.parse(time ?? ""));
        const next = Math.min(...times.filter((time) => time > now));
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#look(), Math.min(next - now, LONGEST_MS));
        const features = this.#published.filter((feature) => holds(feature, now));
        if (JSON.stringify(features) === JSON.stringify(this.features)) return;
        this.features = features;
        this.dispatchEvent(new Event("change"));
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
 * @param {AbortSignal} [signal]
 * @returns {Promise<{revision: number, features: OverlayFeature[]}>}
 */
async function readOverlay(signal) {
    try {
        const answer = await read(OVERLAY, {}, signal);
        await keepAnswer(OVERLAY, answer, Date.now());
        return answer;
    } catch (failure) {
        const kept = failure instanceof Refused || signal?.aborted ? null : await keptAnswer(OVERLAY);
        if (!kept) throw failure;
        return kept.answer;
    }
}

/**
 * The overlay as operators work on it.
 *
 * @param {import("./people.js").People} people
 * @param {AbortSignal} [signal]
 * @returns {Promise<OverlayDraft>}
 */
export function readOverlayDraft(people, signal) {
    return people.member(read(WEIGHTS, {}, signal));
}

/**
 * @param {import("./people.js").People} people
 * @param {number} revision that the features were made from.
 * @param {{features: OverlayFeature[], publish: boolean}} fields
 * @returns {Promise<OverlayDraft>}
 */
export function changeOverlay(people, revision, fields) {
    return people.write("PUT", WEIGHTS, { revision, fields });
}
