// The plus code (Open Location Code) of a position: shown, told letter by letter, and copied.
import { factRow } from "./details.js";
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * @param {Page} page
 * @param {AddressAnswer["plus_code"]} answered
 */
export function plusCodeRow({ notices }, answered) {
    if (!answered) return null;
    const text = answered.short ?? answered.code;
    const shown = make("span", { class: "digits", dir: "ltr", "aria-hidden": "true" }, text);
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(text);
            notices.tell(say("plusCode.copied"));
        } catch {
            // Without a secure connection there is no clipboard for pages; it is selected instead.
            getSelection()?.selectAllChildren(shown);
            notices.tell(say("token.byHand"));
        }
    };
    const label = say("plusCode.copy");
    const attributes = { type: "button", class: "round copy", "aria-label": label, title: label, on: { click: copy } };
    const content = make(
        "span",
        { class: "plus-code", dir: say("direction") },
        shown,
        make("span", { class: "spoken" }, spelled(text)),
        make("button", attributes, icon("copy")),
    );
    return factRow("locate", say("plusCode.title"), content);
}

/**
 * The code letter by letter with its plus as a word, and the town.
 *
 * @param {string} text such as `5WXX+PH Helsinki`
 */
export function spelled(text) {
    const [code, ...town] = text.split(" ");
    const letters = Array.from(code, (letter) => (letter === "+" ? say("plusCode.plus") : letter)).join(" ");
    return [letters, town.join(" ")].filter(Boolean).join(", ");
}
