// The buttons in the head of the game.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {import('./sound.js').Sound} Sound */

/**
 * @param {{sound: Sound, explain: () => void, change: () => void, isShared?: boolean}} parts `change` leaves a shared
 *   game.
 */
export function toolButtons({ sound, explain, change, isShared = false }) {
    const switched = () => {
        sound.toggle();
        speaker.setAttribute("aria-pressed", String(sound.isOn));
    };
    const speaker = toolButton(icon("volume-2"), say("tool.sound"), switched);
    speaker.setAttribute("aria-pressed", String(sound.isOn));
    return [
        toolButton(icon("info"), say("tool.explain"), explain),
        speaker,
        isShared
            ? toolButton(icon("log-out"), say("tool.leave"), change)
            : toolButton(icon("rotate-ccw"), say("tool.change"), change),
    ];
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
