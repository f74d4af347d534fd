// Logging in and registering.
import { fill, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** @param {Page} page */
export function entry({ people, notices, views }) {
    const name = make("input", {
        id: "account-name",
        autocomplete: "username",
        maxlength: 32,
        required: true,
        dir: "auto",
    });
    const password = make("input", {
        id: "account-password",
        type: "password",
        autocomplete: "current-password",
        maxlength: 200,
        required: true,
    });
    const problem = make("div", {});
    const enter = make("button", { class: "main", type: "submit", value: "log in" }, say("account.enter"));
    const register = make("button", { type: "submit", value: "register" }, say("account.register"));
    const form = make(
        "form",
        { class: "entry" },
        make("label", { for: "account-name" }, say("account.name")),
        name,
        make("label", { for: "account-password" }, say("account.password")),
        password,
        make("p", { class: "quiet" }, say("account.rules")),
        problem,
        make("div", { class: "actions" }, enter, register),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter) ?? enter;
        fill(problem);
        for (const button of [enter, register]) button.disabled = true;
        try {
            const way = pressed === register ? "register" : "log in";
            await people.enter(way, { name: name.value.trim(), password: password.value });
            notices.tell(say("account.entered", { name: name.value.trim() }));
            views.close();
        } catch (failure) {
            fill(
                problem,
                trouble(failure, () => form.requestSubmit(pressed)),
            );
            for (const button of [enter, register]) button.disabled = false;
        }
    });
    return form;
}
