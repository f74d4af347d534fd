// The error state of a screen: the error, and the next step.
import { NotKept, Refused, WalkingOnly } from "../data/failures.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { icon, make } from "./make.js";

/**
 * Returns an error as a sentence.
 *
 * @param {unknown} failure
 */
export function failureText(failure) {
    if (failure instanceof WalkingOnly) return say("error.walkingOnly");
    if (failure instanceof NotKept) return say("error.notKept");
    if (!(failure instanceof Refused)) return say("error.unreachable");
    const { code, message: reason } = failure;
    return sayIfKnown(`error.${code}`, { reason }) ?? say("error.unforeseen", { code });
}

/**
 * @param {unknown} failure
 * @param {() => void} retry
 * @param {string} [more] the consequence, if no answer came.
 */
export function trouble(failure, retry, more = "") {
    const refused = failure instanceof Refused;
    const again = make("button", { type: "button", on: { click: retry } }, say("action.tryAgain"));
    return make(
        "div",
        { class: "trouble", role: "alert" },
        icon(refused ? "circle-alert" : "wifi-off"),
        make("p", {}, refused || !more ? failureText(failure) : `${failureText(failure)} ${more}`),
        refused ? null : again,
    );
}

/** A grey stand-in for text that is on its way; style sheets show it only after a moment. */
export function skeleton() {
    return make(
        "div",
        { class: "skeleton", role: "status", "aria-label": say("loading") },
        make("i"),
        make("i"),
        make("i"),
    );
}
