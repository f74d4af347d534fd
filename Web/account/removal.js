// Removing the account with everything it wrote: asked for once more, with the password.
import { removeAccount } from "../data/accounts.js";
import { shortForm, unfold } from "../shell/form.js";
import { say } from "../text/catalogue.js";
import { passwordField } from "./password.js";

/** @param {Page} page */
export function removal({ community, notices }) {
    return unfold("trash-2", say("removal.title"), (close) => {
        const password = passwordField("removal-password", say("account.password"), "current-password");
        const form = shortForm({
            fields: [password],
            text: say("removal.text"),
            label: say("removal.forGood"),
            async act() {
                await removeAccount(community, password.input.value);
                notices.show(say("removal.done"));
            },
            showRefusal({ code }) {
                if (code !== "wrong_credentials") return false;
                password.complain(say("password.wrong"));
                return true;
            },
            cancel: close,
        });
        form.classList.add("grave");
        return form;
    });
}
