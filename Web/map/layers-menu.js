// The menu of the map's styles, of its tilt, and of its optional layers.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { STYLES, stylesOf } from "./style.js";

const CHOICE = "hereabouts.style";
const ICONS = /** @type {Record<string, string>} */ ({
    automatic: "sparkles",
    streets: "map",
    light: "sun",
    dark: "moon",
    satellite: "satellite",
});
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/**
 * The style that was chosen on this device, or that goes with the device's colour scheme.
 *
 * @param {About} about
 */
export function wantedStyle(about) {
    const chosen = chosenStyle(stylesOf(about));
    if (chosen !== "automatic") return chosen;
    return darkScheme.matches ? "dark" : "streets";
}

/** @param {string[]} styles those that there are. */
function chosenStyle(styles) {
    const chosen = localStorage.getItem(CHOICE) ?? "";
    return styles.includes(chosen) ? chosen : "automatic";
}

/** Gives the page the colours that go with the chosen map. */
export function colourPage() {
    const chosen = chosenStyle(STYLES);
    // Pictures are as dark by day as by night, so the page keeps the device's scheme beside them.
    if (chosen === "automatic") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = chosen === "dark" ? "dark" : "light";
}

/**
 * Connects the button with a menu.
 *
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} menu
 * @param {{map: import('./late-map.js').LateMap, camera: import('./camera.js').MapCamera, about: About, changed: () =>
 *   void, layers: HTMLElement[]}} page `layers` are the switches of the optional layers.
 */
export function connectLayers(button, menu, { map, camera, about, changed, layers }) {
    const show = (/** @type {boolean} */ isOpen) => {
        menu.hidden = !isOpen;
        button.setAttribute("aria-expanded", String(isOpen));
    };
    const styles = stylesOf(about);
    const chosen = chosenStyle(styles);
    const items = ["automatic", ...styles].map((name) =>
        radio(name, name === chosen, () => {
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
 * @param {boolean} checked
 * @param {() => void} choose
 */
function radio(name, checked, choose) {
    const input = make("input", {
        type: "radio",
        name: "style",
        value: name,
        checked,
        on: { change: choose },
    });
    return make("label", { class: "switch" }, icon(ICONS[name]), make("span", {}, say(`layers.${name}`)), input);
}
