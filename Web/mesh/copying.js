// Copying a text that another device needs.
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * Returns a button that copies a text, and the place that says whether it did.
 *
 * @param {string} text
 * @param {() => void} select selects the text on screen: without a secure connection there is no clipboard for pages.
 * @param {string} [name] for screen readers, where there are several buttons.
 */
export function copying(text, select, name) {
    const status = make("p", { class: "quiet", role: "status" });
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(text);
            fill(status, say("copy.done"));
        } catch {
            select();
            fill(status, say("copy.failed"));
        }
    };
    const button = iconButton("copy", say("copy.do"), copy, { class: "button", "aria-label": name });
    return { button, status };
}
