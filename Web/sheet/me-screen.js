// The common parts of screens about the account.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * Makes a screen at full height that is loaded again after each log-in and log-out, in this tab or another.
 *
 * @param {Page} page
 * @param {HTMLElement} element
 * @param {() => unknown} show
 * @param {() => void} leave
 * @returns {SheetScreen}
 */
export function meScreen({ community }, element, show, leave) {
    community.addEventListener("me", show);
    show();
    return {
        element,
        stop: "full",
        leave() {
            community.removeEventListener("me", show);
            leave();
        },
    };
}

/**
 * Returns the text for guests on a screen for members only: a sentence and a button to log in.
 *
 * @param {Page} page
 * @param {string} text
 */
export function entrance({ views }, text) {
    const open = () => views.open({ screen: "account" });
    const enter = make("button", { type: "button", on: { click: open } }, say("account.enter"));
    return make("div", { class: "hint" }, make("p", {}, text), enter);
}
