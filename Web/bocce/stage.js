// The part of the page that a shared game fills with one screen after another. The focus stays within it.
import { fill, make } from "../shell/make.js";

export class Stage {
    /** Whether a screen without buttons has the focus. */
    #owesFocus = false;
    /** What stands above a screen while it holds; a court has its own. */
    #state = make("p", { class: "bocce-state", role: "status", hidden: true });

    /**
     * @param {HTMLElement} body
     * @param {HTMLElement} tools
     */
    constructor(body, tools) {
        this.body = body;
        this.tools = tools;
    }

    /** Whether the next screen gets the focus. */
    get takesFocus() {
        const { activeElement, body } = document;
        const isHere = [this.tools, this.body].some((each) => each.contains(activeElement));
        return isHere || (this.#owesFocus && activeElement === body);
    }

    /** @param {HTMLElement} element */
    show(element) {
        const takesFocus = this.takesFocus;
        fill(this.tools);
        fill(this.body, this.#state, element);
        const button = /** @type {HTMLElement | null} */ (this.body.querySelector("button:enabled"));
        this.#owesFocus = takesFocus && !button;
        if (takesFocus) button?.focus();
    }

    /**
     * Shows a state above the screen while it holds.
     *
     * @param {string} text empty for none.
     */
    hold(text) {
        if (this.#state.textContent !== text) this.#state.textContent = text;
        this.#state.hidden = text === "";
    }

    /**
     * Shows a court, which takes the focus itself.
     *
     * @param {HTMLElement} element
     * @param {HTMLElement[]} buttons
     */
    showCourt(element, buttons) {
        this.#owesFocus = false;
        fill(this.tools, ...buttons);
        fill(this.body, element);
    }
}
