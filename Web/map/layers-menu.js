// The menu of the map's styles, of its tilt, and of its optional layers.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { STYLES } from "./style.js";

const CHOICE = "hereabouts.style";
const ICONS = /** @type {Record<string, string>} */ ({
    automatic: "sparkles",
    streets: "map",
    light: "sun",
    dark: "moon",
});
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** The style that was chosen on this device, or that goes with the device's colour scheme. */
export function wantedStyle() {
    const chosen = chosenStyle();
    if (chosen !== "automatic") return chosen;
    return darkScheme.matches ? "dark" : "streets";
}

function chosenStyle() {
    const chosen = localStorage.getItem(CHOICE) ?? "";
    return STYLES.includes(chosen) ? chosen : "automatic";
}

/** Gives the page the colours that go with the chosen map. */
export function colourPage() {
    const chosen = chosenStyle();
    if (chosen === "automatic") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = chosen === "dark" ? "dark" : "light";
}

/**
 * Connects the button with a menu.
 *
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} menu
 * @param {{map: import('./late-map.js').LateMap, camera: import('./camera.js').MapCamera, changed: () => void, layers:
 *   HTMLElement[]}} page `layers` are the switches of the optional layers.
 */
export function connectLayers(button, menu, { map, camera, changed, layers }) {
    const show = (/** @type {boolean} */ isOpen) => {
        menu.hidden = !isOpen;
        button.setAttribute("aria-expanded", String(isOpen));
    };
    const items = ["automatic", ...STYLES].map((name) =>
        radio(name, () => {
            localStorage.setItem(CHOICE, name);
            changed();
        }),
    );
    const tilted = make("input", { type: "checkbox", on: { change: () => camera.tilt(tilted.checked) } });
    menu.append(
        make("fieldset", {}, make("legend", {}, say("layers.style")), ...items),
        make("label", { class: "switch" }, icon("building-2"), make("span", {}, say("layers.tilt")), tilted),
    );
    menu.append(...layers);
    map.whenThere((there) =>
        there.on("pitchend", () => {
            tilted.checked = there.getPitch() > 1;
        }),
    );
    button.addEventListener("click", () => show(menu.hidden));
    menu.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        show(false);
        button.focus();
    });
    document.addEventListener("pointerdown", (event) => {
        const target = /** @type {Node} */ (event.target);
        if (!menu.hidden && !menu.contains(target) && !button.contains(target)) show(false);
    });
    darkScheme.addEventListener("change", changed);
}

/**
 * @param {string} name
 * @param {() => void} chosen
 */
function radio(name, chosen) {
    const input = make("input", {
        type: "radio",
        name: "style",
        value: name,
        checked: chosenStyle() === name,
        on: { change: chosen },
    });
    return make("label", { class: "switch" }, icon(ICONS[name]), make("span", {}, say(`layers.${name}`)), input);
}
