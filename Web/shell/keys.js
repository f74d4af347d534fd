// The keys of the page, and the list of them that `?` shows.
import { say } from "../text/catalogue.js";
import { make } from "./make.js";

/** @typedef {{keys: string[], text: string, press: () => void}} Key */

/** @param {Key[]} keys */
export function listenToKeys(keys) {
    const all = [...keys, { keys: ["?"], text: say("keys.help"), press: () => showKeys(all) }];
    window.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
        const pressed = all.find((each) => each.keys.includes(event.key));
        if (!pressed || document.querySelector("dialog[open]")) return;
        event.preventDefault();
        pressed.press();
    });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
    return (
        target instanceof HTMLElement && target.matches("input:not([type=radio], [type=checkbox]), textarea, select")
    );
}

/** @param {Key[]} keys */
function showKeys(keys) {
    const rows = keys.flatMap(({ keys: [key], text }) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)]);
    const dialog = make(
        "dialog",
        { class: "question", "aria-labelledby": "keys-title" },
        make(
            "form",
            { method: "dialog" },
            make("h2", { id: "keys-title" }, say("keys.title")),
            make("dl", { class: "keys" }, ...rows),
            make("div", { class: "buttons" }, make("button", { class: "main", autofocus: true }, say("action.close"))),
        ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
