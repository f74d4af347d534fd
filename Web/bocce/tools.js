// The buttons in the head of the game.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { areButtonsShown, keepButtons } from "./kept.js";

/** @typedef {import('./sound.js').Sound} Sound */

/**
 * @param {{sound: Sound, explain: () => void, change: () => void, isShared?: boolean}} parts `change` leaves a shared
 *   game.
 */
export function toolButtons({ sound, explain, change, isShared = false }) {
    const showButtons = () => {
        keepButtons(!areButtonsShown());
        document.querySelector(".bocce-buttons")?.classList.toggle("is-shown", areButtonsShown());
    };
    return [
        toolButton(icon("info"), say("tool.explain"), explain),
        toggle(icon("keyboard"), say("tool.buttons"), areButtonsShown, showButtons),
        toggle(
            icon("volume-2"),
            say("tool.sound"),
            () => sound.isOn,
            () => sound.toggle(),
        ),
        isShared
            ? toolButton(icon("log-out"), say("tool.leave"), change)
            : toolButton(icon("rotate-ccw"), say("tool.change"), change),
    ];
}

/**
 * A button that switches something on and off.
 *
 * @param {SVGSVGElement} drawing
 * @param {string} label
 * @param {() => boolean} isOn
 * @param {() => void} change
 */
function toggle(drawing, label, isOn, change) {
    const show = () => button.setAttribute("aria-pressed", String(isOn()));
    const button = toolButton(drawing, label, () => {
        change();
        show();
    });
    show();
    return button;
}

/**
 * @param {SVGSVGElement} drawing
 * @param {string} label
 * @param {() => void} click
 */
function toolButton(drawing, label, click) {
    return make(
        "button",
        { class: "round close", type: "button", "aria-label": label, title: label, on: { click } },
        drawing,
    );
}
