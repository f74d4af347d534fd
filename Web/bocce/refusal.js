// Failures of requests, which the page's own modules make: this bundle has other copies of their classes.
import { sayIfKnown } from "../text/catalogue.js";

/**
 * Returns the code of a refusal.
 *
 * @param {unknown} failure
 * @returns {string | null} null where no answer came.
 */
export function refusalOf(failure) {
    const { name, code } = /** @type {{name?: string, code?: string}} */ (failure ?? {});
    return name === "Refused" ? (code ?? null) : null;
}

/**
 * Says a failure: by its own text, or in the game's words where it has some.
 *
 * @param {unknown} failure
 * @param {import('./play.js').Surroundings} surroundings
 */
export function textOfFailure(failure, { failureText }) {
    const { text } = /** @type {{text?: string}} */ (failure ?? {});
    return text ?? sayIfKnown(`error.${refusalOf(failure)}`) ?? failureText(failure);
}

/** The refusals after which the same request would be refused again. */
const FINAL = [
    "different_result",
    "game_ended",
    "invalid_body",
    "next_gone",
    "not_found",
    "not_playing",
    "throw_refused",
    "wrong_throw",
];
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Returns whether the same request would be refused again.
 *
 * @param {unknown} failure
 */
export function isFinal(failure) {
    return FINAL.includes(refusalOf(failure) ?? "");
}

/**
 * Makes a request again and again, until it succeeds or will never succeed.
 *
 * @param {() => Promise<unknown>} ask
 */
export async function insist(ask) {
    for (const wait of waits()) {
        try {
            await ask();
            return;
        } catch (failure) {
            if (isFinal(failure)) return;
        }
        await pause(wait);
    }
}

/** How long to wait after each failure, in milliseconds: twice as long each time. */
export function* waits() {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) yield wait;
}

/**
 * Waits; ends early when the network comes back.
 *
 * @param {number} duration milliseconds.
 * @param {AbortSignal} [signal] ends it, too.
 */
export function pause(duration, signal) {
    return new Promise((resolve) => {
        const end = () => {
            clearTimeout(timer);
            window.removeEventListener("online", end);
            signal?.removeEventListener("abort", end);
            resolve(null);
        };
        const timer = setTimeout(end, duration);
        window.addEventListener("online", end);
        signal?.addEventListener("abort", end);
    });
}
