// An address to give to others: to copy, to send, and as a code.
import { isOnlyHere } from "../address/loopback.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * Returns an address to copy or send, and its code for others to scan.
 *
 * @param {Opener} opener
 * @param {string} title
 * @param {boolean} [isNew] copies the address at once.
 */
export function opener({ url, code }, title, isNew = false) {
    const shown = make("input", {
        value: url,
        readonly: true,
        dir: "ltr",
        class: "token",
        "aria-label": say("groups.address"),
    });
    shown.addEventListener("focus", () => shown.select());
    const status = make("p", { class: "quiet", role: "status" });
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(url);
            fill(status, say("groups.copied"));
        } catch {
            // Without a secure connection, or a tap that the browser still counts, there is no clipboard for pages.
            shown.focus();
            fill(status, say("groups.copyFailed"));
        }
    };
    // Closing the system's sheet is no failure.
    const send = () => navigator.share({ title, url }).catch(() => {});
    if (isNew) copy();
    return make(
        "div",
        { class: "short-form set-up" },
        make(
            "div",
            { class: "with-button" },
            shown,
            iconButton("copy", say("groups.copy"), copy, { class: "button" }),
            "share" in navigator ? iconButton("share-2", say("groups.give"), send, { class: "button" }) : null,
        ),
        status,
        isOnlyHere(url)
            ? make(
                  "p",
                  { class: "remark" },
                  icon("circle-alert"),
                  make("span", {}, say("groups.local", { host: new URL(url).host })),
              )
            : null,
        code &&
            make("img", {
                class: "code",
                src: `data:image/svg+xml,${encodeURIComponent(code)}`,
                alt: say("groups.code"),
                width: 220,
                height: 220,
            }),
    );
}
