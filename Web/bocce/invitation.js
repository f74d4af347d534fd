// The screen of a game that waits for its second player: its code, its link, and a picture of the link to scan.
import { isOnlyHere } from "../address/loopback.js";
import { at } from "../address/root.js";
import { icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { codeText } from "./code.js";

const PICTURE_PX = 180;

/**
 * @param {Page} page
 * @param {string} code
 * @param {() => void} cancel
 */
export function invitation({ views }, code, cancel) {
    const path = views.pathOf({ screen: "play", game: code });
    const url = location.origin + at(path);
    return make(
        "div",
        { class: "bocce-wait" },
        make("p", { class: "quiet" }, say("wait.lead")),
        make("strong", { class: "bocce-code digits", dir: "ltr" }, codeText(code)),
        make("img", {
            class: "code",
            alt: say("wait.picture"),
            src: at(`/api/v1/codes?path=${encodeURIComponent(path)}`),
            width: PICTURE_PX,
            height: PICTURE_PX,
        }),
        ...linkParts(url),
        isOnlyHere() && make("p", { class: "quiet" }, say("wait.local", { host: location.host })),
        make("p", { class: "bocce-waiting", role: "status" }, icon("clock"), say("wait.waiting")),
        make("button", { type: "button", on: { click: cancel } }, say("wait.cancel")),
    );
}

/**
 * The screen of a game whose second player is known and has not come yet.
 *
 * @param {string} lead
 * @param {string} label of the button that leaves the screen.
 * @param {() => void} leave
 */
export function awaiting(lead, label, leave) {
    return make(
        "div",
        { class: "bocce-wait" },
        make("p", { class: "quiet" }, lead),
        make("p", { class: "bocce-waiting", role: "status" }, icon("clock"), say("wait.waiting")),
        make("button", { type: "button", on: { click: leave } }, label),
    );
}

/**
 * Returns the link and the button that shares it: by the system where it can, else by the clipboard.
 *
 * @param {string} url
 */
function linkParts(url) {
    const link = make("input", { value: url, readonly: true, dir: "ltr", "aria-label": say("wait.link") });
    link.addEventListener("focus", () => link.select());
    const status = make("p", { class: "quiet", role: "status" });
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(url);
            status.textContent = say("wait.copied");
        } catch {
            // Without a secure connection there is no clipboard for pages.
            link.focus();
            status.textContent = say("wait.select");
        }
    };
    // Closing the system's sheet is no failure.
    const share = () => navigator.share({ title: say("wait.title"), url }).catch(() => {});
    const button =
        "share" in navigator
            ? iconButton("share-2", say("wait.share"), share, { class: "main" })
            : iconButton("copy", say("wait.copy"), copy, { class: "main" });
    return [make("div", { class: "bocce-link" }, link, button), status];
}
