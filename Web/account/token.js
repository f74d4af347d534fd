// Making a token for a program: it is shown once.
import { makeToken } from "../data/accounts.js";
import { field, shortForm, unfold } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

const LABEL_LENGTH = 80;

/**
 * @param {Page} page
 * @param {{made: () => void}} options
 */
export function newToken({ community, notices }, { made }) {
    return unfold("key-round", say("token.make"), (close) => {
        const label = field(say("token.label"), { id: "token-label", maxlength: LABEL_LENGTH, dir: "auto" });
        const element = make("div", {});
        const form = shortForm({
            fields: [label],
            text: say("token.text"),
            label: say("token.create"),
            async act() {
                const token = await makeToken(community, label.input.value.trim());
                fill(element, secret(token));
                element.querySelector("button")?.focus();
                made();
            },
            showRefusal({ code }) {
                if (code !== "invalid_body") return false;
                label.complain(say("token.badLabel"));
                return true;
            },
            cancel: close,
        });
        fill(element, form);
        return element;

        function secret(/** @type {string} */ token) {
            const shown = make("input", {
                class: "token",
                "aria-label": say("token.token"),
                value: token,
                readonly: true,
                dir: "ltr",
                spellcheck: "false",
            });
            shown.addEventListener("focus", () => shown.select());
            const copy = async () => {
                try {
                    await navigator.clipboard.writeText(token);
                    notices.show(say("token.copied"));
                } catch {
                    // Without a secure connection there is no clipboard for pages; all of it is selected.
                    shown.focus();
                    notices.show(say("token.byHand"));
                }
            };
            return make(
                "div",
                { class: "short-form" },
                make("p", { role: "status" }, say("token.once")),
                shown,
                make(
                    "div",
                    { class: "buttons" },
                    iconButton("copy", say("token.copy"), copy, { class: "main" }),
                    make("button", { type: "button", on: { click: close } }, say("token.kept")),
                ),
            );
        }
    });
}
