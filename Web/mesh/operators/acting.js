// Buttons of the operators' lists: each does one thing about one row, and says there what went wrong.
import { withhold } from "../../shell/form.js";
import { fill, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";

/** @typedef {(method: "DELETE" | "PUT", path: string, done: string) => Promise<void>} Act */

/**
 * @param {{label: string, name: string, act: () => Promise<void>, failureText: (failure: unknown) => string,
 *   sure?: string}} options `name` is for screen readers; `sure` asks first.
 * @returns {HTMLElement[]} the button, and the place for what follows.
 */
export function actButton({ label, name, act, failureText, sure }) {
    const below = make("div", { class: "acting" });
    const run = async (/** @type {HTMLButtonElement} */ pressed) => {
        const giveBack = withhold(pressed);
        try {
            await act();
        } catch (failure) {
            giveBack();
            fill(below, make("p", { class: "problem", role: "alert" }, failureText(failure)));
        }
    };
    const button = make(
        "button",
        {
            type: "button",
            class: "button",
            "aria-label": name,
            on: { click: () => (sure ? ask() : run(button)) },
        },
        label,
    );
    function ask() {
        const close = () => {
            fill(below);
            button.focus();
        };
        const yes = make("button", { type: "button", on: { click: () => run(yes) } }, label);
        const no = make("button", { type: "button", on: { click: close } }, say("operators.cancel"));
        const leave = (/** @type {KeyboardEvent} */ event) => {
            if (event.key !== "Escape" || event.isComposing) return;
            // The screen stays.
            event.preventDefault();
            event.stopPropagation();
            close();
        };
        const group = { class: "sure", role: "group", on: { keydown: leave } };
        fill(below, make("div", group, make("p", {}, sure ?? ""), no, yes));
        no.focus();
    }
    return [button, below];
}
