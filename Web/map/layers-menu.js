// The menu of the map's styles, of its tilt, and of its optional layers.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { SATELLITE, STYLES, stylesOf } from "./style.js";

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
 * The style that was chosen on this device, or that goes with the device's colour scheme. The copy on this device has no
 * pictures from above.
 *
 * @param {About} about
 * @param {import("../data/place-data.js").Connection} connection
 */
export function wantedStyle(about, connection) {
    const chosen = chosenStyle(stylesOf(about));
    const isThere = chosen !== SATELLITE || connection !== "kept";
    if (chosen !== "automatic" && isThere) return chosen;
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
 * @param {Pick<Page, 'map' | 'camera' | 'about' | 'data'>} page
 * @param {{changed: () => void, layers: HTMLElement[]}} options `changed` is called when another style is wanted;
 *   `layers` are the switches of the optional layers.
 */
export function connectLayers(button, menu, { map, camera, about, data }, { changed, layers }) {
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
    const satellite = items[1 + styles.indexOf(SATELLITE)];
    if (styles.includes(SATELLITE))
        offerWithNetwork(satellite, data, () => chosenStyle(styles) === SATELLITE && changed());
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
 * Offers a style while the server answers, and says why not while the copy on this device does.
 *
 * @param {HTMLElement} item
 * @param {Page["data"]} data
 * @param {() => void} changed
 */
function offerWithNetwork(item, data, changed) {
    const input = /** @type {HTMLInputElement} */ (item.querySelector("input"));
    const note = make("small", {}, say("layers.needsNetwork"));
    item.querySelector("span")?.append(note);
    const update = () => {
        const isKept = data.connection === "kept";
        const isOther = input.disabled !== isKept;
        input.disabled = isKept;
        note.hidden = !isKept;
        if (isOther) changed();
    };
    update();
    data.addEventListener("connection", update);
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
