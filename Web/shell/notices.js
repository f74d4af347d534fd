// What the page says beside the screens: short notices that pass, states that stay while they hold, and questions.
import { say } from "../text/catalogue.js";
import { fill, make } from "./make.js";

const NOTICE_MS = 5_000;

/** @typedef {{label: string, press: () => void}} Action */

export class Notices {
    #passing = make("div", { class: "notice passing", role: "status", hidden: true });
    #states = make("div", { class: "states", role: "status" });
    /** @type {Map<string, HTMLElement>} */
    #held = new Map();
    #timer = 0;

    /** @param {HTMLElement} container */
    constructor(container) {
        container.append(this.#states, this.#passing);
    }

    /**
     * Says something that passes.
     *
     * @param {string} text
     * @param {Action} [action]
     */
    tell(text, action) {
        clearTimeout(this.#timer);
        fill(this.#passing, make("span", {}, text), action && this.#button(action));
        this.#passing.hidden = false;
        this.#timer = window.setTimeout(() => this.quiet(), NOTICE_MS);
    }

    /** Takes the passing notice away. */
    quiet() {
        clearTimeout(this.#timer);
        this.#passing.hidden = true;
        this.#passing.replaceChildren();
    }

    /**
     * Says something while it holds; null takes it away.
     *
     * @param {string} key one state is shown per key.
     * @param {string | null} text
     * @param {Action} [action]
     */
    hold(key, text, action) {
        const shown = this.#held.get(key);
        if (text === null) {
            shown?.remove();
            this.#held.delete(key);
            return;
        }
        const notice = shown ?? make("div", { class: "notice", "data-state": key });
        fill(notice, make("span", {}, text), action && this.#button(action));
        if (!shown) this.#states.append(notice);
        this.#held.set(key, notice);
    }

    /**
     * Asks before something happens.
     *
     * @param {{title: string, text: string, yes: string, no?: string}} question
     * @returns {Promise<boolean>}
     */
    ask({ title, text, yes, no = say("action.notNow") }) {
        const dialog = make(
            "dialog",
            { class: "question", "aria-labelledby": "question-title" },
            make(
                "form",
                { method: "dialog" },
                make("h2", { id: "question-title" }, title),
                make("p", {}, text),
                make(
                    "div",
                    { class: "buttons" },
                    make("button", { value: "no", class: "quiet" }, no),
                    make("button", { value: "yes", class: "main", autofocus: true }, yes),
                ),
            ),
        );
        document.body.append(dialog);
        dialog.showModal();
        return new Promise((resolve) => {
            dialog.addEventListener("close", () => {
                dialog.remove();
                resolve(dialog.returnValue === "yes");
            });
        });
    }

    /** @param {Action} action */
    #button({ label, press }) {
        return make("button", { type: "button", on: { click: press } }, label);
    }
}
