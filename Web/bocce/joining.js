// The screens before a shared game: the question to join it, and what stands there while it loads or after a failure.
import { icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { codeText } from "./code.js";

/**
 * Asks whether to join. Nobody joins by opening a link alone.
 *
 * @param {string} code
 * @param {{join: () => void, change: () => void}} actions
 */
export function joining(code, { join, change }) {
    const button = iconButton("users", say("join.now"), join, {
        class: "main",
        "aria-describedby": "bocce-join-reason",
    });
    const reason = make("p", { class: "quiet", id: "bocce-join-reason" });
    const element = make(
        "div",
        { class: "bocce-wait" },
        make("canvas", { class: "bocce-sample", "aria-hidden": "true" }),
        make("p", {}, say("join.lead")),
        make("strong", { class: "bocce-code digits", dir: "ltr" }, codeText(code)),
        button,
        reason,
        make("button", { type: "button", on: { click: change } }, say("over.change")),
    );
    /** Lets the viewer join or not, and says why not. */
    const allow = (/** @type {boolean} */ mayJoin, /** @type {string} */ text) => {
        button.disabled = !mayJoin;
        reason.textContent = text;
    };
    return { element, allow };
}

export function loading() {
    return make("div", { class: "bocce-wait" }, make("p", { class: "quiet", role: "status" }, say("shared.loading")));
}

/**
 * @param {string} text
 * @param {(() => void) | null} retry null where another try would fail again.
 * @param {() => void} change
 */
export function failed(text, retry, change) {
    return make(
        "div",
        { class: "bocce-wait" },
        make(
            "div",
            { class: "trouble", role: "alert" },
            icon(retry ? "wifi-off" : "circle-alert"),
            make("p", {}, text),
        ),
        retry && make("button", { type: "button", class: "main", on: { click: retry } }, say("shared.retry")),
        make("button", { type: "button", on: { click: change } }, say("over.change")),
    );
}
