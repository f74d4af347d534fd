// The common parts of every screen in the sheet: its head, and its filling.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * Makes the head of a screen: its title, one fact, and a button to close it.
 *
 * @param {string} title
 * @param {import('../shell/make.js').Child} fact
 * @param {(() => void) | null} close
 */
export function screenHead(title, fact, close) {
    const heading = make("h2", { tabindex: -1, dir: "auto" }, title);
    const closer =
        close &&
        make(
            "button",
            {
                class: "round close",
                type: "button",
                "aria-label": say("action.close"),
                "data-focus": "close",
                on: { click: close },
            },
            icon("x"),
        );
    return make(
        "header",
        { class: "screen-head" },
        make("div", { class: "titles" }, heading, make("p", { class: "fact", dir: "auto" }, fact)),
        closer,
    );
}

/**
 * Makes a round button for the head of a screen.
 *
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} click
 */
export function headButton(drawing, label, click) {
    return make(
        "button",
        { class: "round refresh", type: "button", "aria-label": label, on: { click } },
        icon(drawing),
    );
}

/**
 * Fills a screen anew, as when its answer has come. If the focus was in it, its heading gets the focus.
 *
 * @param {HTMLElement} screen
 * @param {...import('../shell/make.js').Child} children
 */
export function fillScreen(screen, ...children) {
    const hadFocus = screen.contains(document.activeElement);
    fill(screen, ...children);
    if (hadFocus) screen.querySelector("h2")?.focus({ preventScroll: true });
}
