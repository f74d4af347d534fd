// Changing the password. This also ends all access to the account, except for the items that the member keeps.
import { changePassword } from "../data/accounts.js";
import { field, shortForm, unfold } from "../shell/form.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { accessChoice, withChoice } from "./access.js";

export const PASSWORD_LENGTHS = { least: 8, most: 200 };

/**
 * @param {Page} page
 * @param {Account} account
 * @param {{changed: () => void}} options
 */
export function changingPassword(page, { name }, { changed }) {
    const { community, notices } = page;
    return unfold("lock", say("password.change"), (close) => {
        const old = passwordField("password-old", say("password.old"), "current-password");
        const fresh = passwordField("password-new", say("password.new"), "new-password");
        const choice = accessChoice(page, { isLeaving: false });
        const form = shortForm({
            fields: [old, fresh],
            text: say("password.text"),
            label: say("password.save"),
            async act() {
                if ([...fresh.input.value].length < PASSWORD_LENGTHS.least)
                    return fresh.complain(say("password.short"));
                await changePassword(community, { old: old.input.value, new: fresh.input.value, keep: choice.kept() });
                notices.show(say("password.changed"));
                close();
                return changed();
            },
            showRefusal({ code }) {
                if (code === "wrong_credentials") old.complain(say("password.wrong"));
                else if (code === "invalid_body") fresh.complain(say("password.weak"));
                else return false;
                return true;
            },
            cancel: close,
        });
        // For the browser's keeper of passwords, which asks whose it is.
        form.prepend(make("input", { autocomplete: "username", value: name, hidden: true, readonly: true }));
        return withChoice(form, choice);
    });
}

/**
 * @param {string} id
 * @param {string} label
 * @param {"current-password" | "new-password"} autocomplete
 */
export function passwordField(id, label, autocomplete) {
    return field(label, { id, type: "password", autocomplete, maxlength: PASSWORD_LENGTHS.most });
}
