// Logging in at a node that takes messages from people with an account there alone.
import { Refused } from "../data/failures.js";
import { field, withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * @param {import("./carrier.js").Carrier} carrier
 * @param {(failure: unknown) => string} failureText
 */
export function logInForm(carrier, failureText) {
    const name = field(say("logIn.name"), { id: "mesh-name", autocomplete: "username", required: true });
    const password = field(say("logIn.password"), {
        id: "mesh-password",
        type: "password",
        autocomplete: "current-password",
        required: true,
    });
    const problem = make("p", { class: "problem", role: "alert" });
    const send = make("button", { class: "main", type: "submit" }, say("logIn.send"));
    const form = make(
        "form",
        { class: "short-form", novalidate: true },
        make("p", { class: "remark" }, say("logIn.why")),
        name.element,
        password.element,
        problem,
        make("div", { class: "buttons" }, send),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        const empty = [name, password].find(({ input }) => !input.value);
        if (empty) return empty.complain(say("logIn.empty"));
        const enable = withhold(/** @type {HTMLButtonElement} */ (send));
        try {
            await carrier.logIn({
                name: name.input.value.trim(),
                password: password.input.value,
                label: say("logIn.label"),
            });
        } catch (failure) {
            const isWrong = failure instanceof Refused && failure.code === "wrong_credentials";
            fill(problem, isWrong ? say("logIn.wrong") : failureText(failure));
        } finally {
            enable();
        }
    });
    return form;
}
