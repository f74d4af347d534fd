// The elements of the camera view, one over another: picture, cards, words, list, buttons.
import { icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * @param {{video: HTMLElement, drawing: {canvas: HTMLElement}, labels: {element: HTMLElement},
 *   ahead: {element: HTMLElement, announced: HTMLElement}, status: import("./status.js").Status,
 *   hint: {element: HTMLElement},
 *   list: import("./list.js").PlaceList, aiming: import("./aiming.js").Aiming, spoken: {element: HTMLElement}}} parts
 * @param {{close: () => void, lower: () => void}} actions
 */
export function makeDialog(parts, { close, lower }) {
    const { list, aiming } = parts;
    const dialog = make(
        "dialog",
        { class: "ar-view", "aria-label": say("title") },
        make(
            "div",
            { class: "ar-picture", role: "application", tabindex: 0, "aria-label": say("picture.label") },
            parts.video,
            parts.drawing.canvas,
        ),
        parts.labels.element,
        aiming.cross,
        make("div", { class: "ar-top" }, parts.ahead.element, parts.status.troubles, parts.hint.element),
        make(
            "div",
            { class: "ar-lower" },
            list.element,
            aiming.element,
            make(
                "div",
                { class: "ar-foot" },
                make(
                    "button",
                    { type: "button", class: "ar-back", "aria-label": say("back"), on: { click: close } },
                    icon("arrow-left"),
                ),
                parts.status.element,
                make(
                    "div",
                    { class: "ar-buttons" },
                    aiming.button,
                    makeListButton(list, (isShown) => {
                        dialog.classList.toggle("with-list", isShown);
                        if (isShown) aiming.close();
                    }),
                    iconButton("map", say("show.map"), lower),
                ),
            ),
        ),
        parts.spoken.element,
        parts.ahead.announced,
    );
    dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        close();
    });
    return dialog;
}

/**
 * @param {import("./list.js").PlaceList} list
 * @param {(isShown: boolean) => void} changed
 */
function makeListButton({ element }, changed) {
    element.hidden = true;
    const button = iconButton("list", say("list.show"), () => {
        element.hidden = !element.hidden;
        button.setAttribute("aria-expanded", String(!element.hidden));
        changed(!element.hidden);
        if (!element.hidden) element.focus();
    });
    button.setAttribute("aria-expanded", "false");
    return button;
}
