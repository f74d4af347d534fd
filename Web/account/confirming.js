// Asking for the password once more, before something that lasts or that takes much along: a browser may be in other
// hands by now.
import { confirm } from "../data/accounts.js";
import { shortForm, withhold } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { confirmWithPasskey, passkeyFailure, passkeyObstacle } from "./passkey.js";
import { passkeysOf } from "./passkeys.js";
import { passwordField } from "./password.js";

/**
 * The open question: several requests that need the password at once share it.
 *
 * @type {Promise<boolean> | null}
 */
let asking = null;

/**
 * Asks for the password, and returns whether the server took it.
 *
 * @param {import("../data/community.js").Community} community
 */
export function confirming(community) {
    asking ??= ask(community).finally(() => (asking = null));
    return asking;
}

/**
 * @param {import("../data/community.js").Community} community
 * @returns {Promise<boolean>}
 */
async function ask(community) {
    const me = await community.me();
    const password = passwordField("confirm-password", say("account.password"), "current-password");
    const form = shortForm({
        fields: [password],
        text: say("confirm.text"),
        label: say("confirm.do"),
        async act() {
            await confirm(community, password.input.value);
            dialog.close("yes");
        },
        showRefusal({ code }) {
            if (code !== "wrong_credentials") return false;
            password.complain(say("password.wrong"));
            password.input.select();
            return true;
        },
        cancel: () => dialog.close(),
    });
    // For the browser's keeper of passwords, which asks whose it is.
    const name = { autocomplete: "username", value: me.account?.name ?? "", hidden: true, readonly: true };
    form.prepend(make("input", name));
    const dialog = make(
        "dialog",
        { class: "question confirming", "aria-labelledby": "confirm-title" },
        make("h2", { id: "confirm-title" }, say("confirm.title")),
        form,
    );
    if (!passkeyObstacle(me)) offerPasskey(community, form, () => dialog.close("yes"));
    document.body.append(dialog);
    dialog.showModal();
    password.input.focus();
    return new Promise((resolve) => {
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(dialog.returnValue === "yes");
        });
    });
}

/**
 * Adds a way by passkey to the form, once it is known that the account has one. Without an answer the password remains.
 *
 * @param {import("../data/community.js").Community} community
 * @param {HTMLFormElement} form
 * @param {() => void} confirmed
 */
async function offerPasskey(community, form, confirmed) {
    const passkeys = await passkeysOf(community).catch(() => []);
    if (passkeys.length === 0) return;
    const problem = make("p", { class: "problem", role: "alert" });
    const button = iconButton("key-round", say("passkey.use"), async () => {
        fill(problem);
        const giveBack = withhold(button);
        try {
            await confirmWithPasskey(community);
            confirmed();
        } catch (failure) {
            fill(problem, passkeyFailure(failure));
        }
        giveBack();
    });
    form.append(problem, make("div", { class: "buttons" }, button));
}
