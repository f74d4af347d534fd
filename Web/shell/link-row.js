// Rows that lead to other screens.
import { icon, make } from "./make.js";

/**
 * @param {string} iconName
 * @param {string} text
 * @param {() => void} press
 */
export function linkRow(iconName, text, press) {
    return make(
        "li",
        {},
        make(
            "button",
            { type: "button", on: { click: press } },
            make(
                "span",
                { class: "place-row" },
                make("span", { class: "kind" }, icon(iconName)),
                make("span", { class: "words" }, text),
                icon("chevron-right"),
            ),
        ),
    );
}
