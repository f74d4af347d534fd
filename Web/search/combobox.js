// The text field of a search and its keys, by the combobox pattern of the ARIA practices guide.
import { make } from "../shell/make.js";

/**
 * Makes the text field.
 *
 * @param {string} listID the id of the list that it controls.
 */
export function comboboxInput(listID) {
    return make("input", {
        type: "text",
        role: "combobox",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        enterkeyhint: "search",
        dir: "auto",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        "aria-controls": listID,
    });
}

/**
 * Returns what the keys in the text field do: they move through the list, remove an option from it, and enter a choice.
 *
 * @param {import("./found-list.js").FoundList} list
 * @param {{open: () => void, enter: () => void}} actions `open` shows the list, `enter` takes the active option or the
 *   text.
 * @returns {(event: KeyboardEvent) => void}
 */
export function comboboxKeys(list, { open, enter }) {
    return (event) => {
        const { key } = event;
        if (event.isComposing) return;
        if (key === "ArrowDown" || key === "ArrowUp") {
            event.preventDefault();
            open();
            list.move(key === "ArrowDown" ? 1 : -1);
        } else if ((key === "Home" || key === "End") && list.active) {
            // In the text they move the cursor.
            event.preventDefault();
            list.jump(key === "Home" ? 0 : -1);
        } else if (key === "Delete" && list.active?.remove) {
            event.preventDefault();
            list.active.remove();
        } else if (key === "Enter") {
            event.preventDefault();
            enter();
        }
    };
}
