// What a screen shows when its question failed: what happened, and the next step.
import { Refused } from "../data/failures.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { icon, make } from "./make.js";

/**
 * Says what happened, in a sentence.
 *
 * @param {unknown} failure
 */
export function failureText(failure) {
    if (!(failure instanceof Refused)) return say("error.unreachable");
    return sayIfKnown(`error.${failure.code}`) ?? failure.message;
}

/**
 * @param {unknown} failure
 * @param {() => void} retry
 */
export function trouble(failure, retry) {
    const refused = failure instanceof Refused;
    const again = make("button", { type: "button", on: { click: retry } }, say("action.tryAgain"));
    return make(
        "div",
        { class: "trouble", role: "alert" },
        icon(refused ? "circle-alert" : "wifi-off"),
        make("p", {}, failureText(failure)),
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
