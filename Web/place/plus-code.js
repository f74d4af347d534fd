// The plus code (Open Location Code) of a position: shown, spelled for screen readers, and copied.
import { factRow } from "./details.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** A row whose room is kept until the code is known, so that nothing moves then. */
export class PlusCodeRow {
    #content = make("span", { class: "plus-code", dir: say("direction") });
    element = factRow("locate", say("plusCode.title"), this.#content);

    /** @param {Page} page */
    constructor({ notices }) {
        this.notices = notices;
    }

    /** @param {AddressAnswer | null} answer null while, and where, it is not known. */
    show(answer) {
        const code = answer?.plus_code;
        fill(this.#content, ...(code ? this.#copied(code.short ?? code.code) : []));
    }

    /** @param {string} text */
    #copied(text) {
        const shown = make("span", { class: "digits", dir: "ltr", "aria-hidden": "true" }, text);
        const copy = async () => {
            try {
                await navigator.clipboard.writeText(text);
                this.notices.show(say("plusCode.copied"));
            } catch {
                // Without a secure connection there is no clipboard for pages; it is selected instead.
                getSelection()?.selectAllChildren(shown);
                this.notices.show(say("token.byHand"));
            }
        };
        const label = say("plusCode.copy");
        const look = { type: "button", class: "round copy", "aria-label": label, title: label };
        const button = make("button", { ...look, on: { click: copy } }, icon("copy"));
        return [shown, make("span", { class: "spoken" }, spelled(text)), button];
    }
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
