// Becoming the first operator, or getting back in after a lost password, with a code that the operator of the server
// gets from it.
import { enter } from "../data/accounts.js";
import { field, shortForm, unfold } from "../shell/form.js";
import { say } from "../text/catalogue.js";
import { faultOf } from "./entry.js";
import { passwordField } from "./password.js";

/**
 * @param {Page} page
 * @param {string} [brought] a code that an address brought.
 */
export function setUp({ community, notices, views }, brought = "") {
    const element = unfold("lock", say("setUp.title"), (close) => {
        const text = { autocomplete: "off", autocapitalize: "characters", spellcheck: "false", dir: "ltr" };
        const code = field(say("setUp.code"), { id: "set-up-code", maxlength: 40, ...text });
        const name = field(say("account.name"), {
            id: "set-up-name",
            autocomplete: "username",
            maxlength: 32,
            dir: "auto",
        });
        const password = passwordField("set-up-password", say("password.new"), "new-password");
        code.input.value = brought;
        return shortForm({
            fields: [code, name, password],
            text: say("setUp.text"),
            label: say("setUp.enter"),
            async act() {
                const isHere = views.here();
                await enter(community, "set-up", {
                    code: code.input.value.trim(),
                    name: name.input.value.trim(),
                    password: password.input.value,
                });
                notices.show(say("account.entered", { name: name.input.value.trim() }));
                // The code is used up, and goes from the address.
                if (isHere()) views.replace({ screen: "account" });
            },
            showRefusal({ code: refusal, field: at }) {
                const fault = faultOf(at, password.input.value);
                if (refusal === "wrong_credentials") code.complain(say("setUp.wrong"));
                else if (refusal === "not_found") name.complain(say("setUp.noAccount"));
                else if (refusal === "name_taken") name.complain(say("error.name_taken"));
                else if (refusal === "invalid_body" && fault) (at === "name" ? name : password).complain(say(fault));
                else return false;
                return true;
            },
            cancel: close,
        });
    });
    if (brought) element.querySelector("button")?.click();
    return element;
}
