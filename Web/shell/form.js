// Short forms: fields with their labels, a message beside each field that is wrong, and a button to send it all.
import { Refused } from "../data/failures.js";
import { say } from "../text/catalogue.js";
import { fill, iconButton, make } from "./make.js";
import { failureText } from "./trouble.js";

/**
 * `summary` stands for a value that people cannot read, where two curators changed it.
 *
 * @typedef {{element: HTMLElement, input: HTMLInputElement, complain: (text: string) => void, summary?: string}} Field
 */

/**
 * Makes a field with its label and a place for a message, which goes away as soon as something else is typed.
 *
 * @param {string} label
 * @param {{id: string} & Record<string, any>} attributes of the input.
 * @param {"input" | "textarea" | "select"} [tag]
 * @param {...Node} children of the input.
 * @returns {Field}
 */
export function field(label, attributes, tag = "input", ...children) {
    const { id } = attributes;
    const problem = make("p", { class: "problem", id: `${id}-problem`, role: "alert" });
    const input = /** @type {HTMLInputElement} */ (
        make(tag, { "aria-describedby": problem.id, ...attributes }, ...children)
    );
    input.addEventListener("input", () => {
        input.removeAttribute("aria-invalid");
        fill(problem);
    });
    return {
        element: make("div", { class: "field" }, make("label", { for: id }, label), input, problem),
        input,
        complain(text) {
            input.setAttribute("aria-invalid", "true");
            fill(problem, text);
            input.focus();
        },
    };
}

/**
 * Disables a button while its request is open. A disabled button loses the focus.
 *
 * @param {HTMLButtonElement} button
 * @returns {() => void} enables it again, and gives it the focus that it had, unless that is elsewhere by then.
 */
export function withhold(button) {
    const hadFocus = button === document.activeElement;
    button.disabled = true;
    return () => {
        button.disabled = false;
        if (hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
    };
}

/**
 * Makes a form. It cannot be sent again while it is on its way, and complains about empty fields.
 *
 * @param {{
 *   fields: Field[],
 *   text?: string,
 *   label: string,
 *   act: () => Promise<unknown>,
 *   showRefusal?: (refused: Refused) => boolean | string,
 *   cancel: () => void,
 * }} options `label` is on the button that sends. `showRefusal` may show a refusal beside its field, and returns
 *   whether it did, or a message for it; all other failures stand above the buttons.
 */
export function shortForm({ fields, text, label, act, showRefusal = () => false, cancel }) {
    const problem = make("p", { class: "problem", role: "alert" });
    const send = make("button", { class: "main", type: "submit" }, label);
    const form = make(
        "form",
        { class: "short-form", novalidate: true },
        text ? make("p", { class: "quiet" }, text) : null,
        ...fields.map(({ element }) => element),
        problem,
        make(
            "div",
            { class: "buttons" },
            make("button", { type: "button", on: { click: cancel } }, say("action.cancel")),
            send,
        ),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        const empty = fields.find(({ input }) => !input.value.trim());
        if (empty) return empty.complain(say("form.empty"));
        const giveBack = withhold(send);
        try {
            await act();
        } catch (failure) {
            const shown = failure instanceof Refused && showRefusal(failure);
            if (shown !== true) fill(problem, shown || failureText(failure));
        }
        giveBack();
    });
    return form;
}

/**
 * Makes a button that unfolds something below it, which is made anew each time and gone when it is closed.
 *
 * @param {string} iconName
 * @param {string} label
 * @param {(close: () => void) => HTMLElement} open
 * @param {() => void} [closed] called when it was closed.
 */
export function unfold(iconName, label, open, closed) {
    const below = make("div", { class: "unfolded" });
    const close = () => {
        fill(below);
        closed?.();
        button.setAttribute("aria-expanded", "false");
        button.focus();
    };
    const toggle = () => {
        if (below.childElementCount > 0) return close();
        fill(below, open(close));
        button.setAttribute("aria-expanded", "true");
        /** @type {HTMLElement | null} */ (below.querySelector("input:not([hidden])"))?.focus();
    };
    const button = iconButton(iconName, label, toggle, { class: "unfolder", "aria-expanded": "false" });
    return make("div", {}, button, below);
}
