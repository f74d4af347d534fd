// Buttons that aim and throw, for people who cannot drag on the court: those who listen to a touch screen, for example.
// They are always there for a screen reader, and in sight when they are switched on or one of them has the focus.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { DEGREES, POINTS, throwOrShow } from "./keys.js";
import { areButtonsShown } from "./kept.js";

/**
 * @param {import('./aim.js').Aim} aim
 * @param {() => void} adjusted called after a button that aims.
 */
export function aimButtons(aim, adjusted) {
    const adjusting = (/** @type {string} */ name, /** @type {Parameters<typeof aim.adjust>[0]} */ by) =>
        button(name, () => {
            if (!aim.isOpen) return;
            aim.adjust(by);
            adjusted();
        });
    const throws = button("throw", () => {
        if (aim.look !== "good") adjusted();
        throwOrShow(aim, false);
    });
    throws.classList.add("main");
    return make(
        "div",
        {
            class: `bocce-buttons ${areButtonsShown() ? "is-shown" : ""}`,
            role: "group",
            "aria-label": say("tool.buttons"),
        },
        adjusting("left", { turn: -DEGREES }),
        adjusting("right", { turn: DEGREES }),
        adjusting("weaker", { strengthen: -POINTS }),
        adjusting("stronger", { strengthen: POINTS }),
        throws,
    );
}

/**
 * @param {string} name
 * @param {() => void} click
 */
function button(name, click) {
    return make("button", { type: "button", on: { click } }, say(`button.${name}`));
}
