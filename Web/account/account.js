// Logging in, registering and logging out.
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function accountPage(page) {
    const { views, people } = page;
    const element = make("article", { class: "screen account" });
    const head = (/** @type {string | null} */ fact) => screenHead(say("account.title"), fact, () => views.close());

    async function show() {
        fillScreen(element, head(null), skeleton());
        try {
            const { account } = await people.me();
            if (account) fillScreen(element, head(account.name), ...known(account));
            else fillScreen(element, head(null), entry());
        } catch (failure) {
            fillScreen(element, head(null), trouble(failure, show));
        }
    }

    /** @param {NonNullable<Me["account"]>} account */
    function known({ role }) {
        const leave = async () => {
            try {
                await people.logOut();
                page.notices.tell(say("account.left"));
            } catch (failure) {
                fillScreen(element, head(null), trouble(failure, leave));
            }
        };
        return [
            make("p", {}, say(`account.role.${role}`)),
            make("div", { class: "actions" }, iconButton("x", say("account.leave"), leave)),
        ];
    }

    function entry() {
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
                page.notices.tell(say("account.entered", { name: name.value.trim() }));
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

    people.addEventListener("me", show);
    show();
    return {
        element,
        stop: "half",
        leave() {
            people.removeEventListener("me", show);
        },
    };
}
