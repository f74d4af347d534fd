// Notices beside the screens: short ones that pass, states that stay while they hold, and questions.
import { say } from "../text/catalogue.js";
import { fill, icon, make } from "./make.js";

/**
 * The shortest time of a notice. A longer text stays longer, and a notice with a button stays longest.
 */
const NOTICE_MS = 5_000;
const LETTER_MS = 80;
const ACTION_MS = 10_000;

/** @typedef {{label: string, press: () => void}} Action */

export class Notices {
    // Both are there before their first text: screen readers follow only elements that they know.
    #passing = make("div", { class: "passing", role: "status" });
    /** The states that hold now. */
    states = make("div", { class: "states", role: "status" });
    /**
     * The element that had the focus before the passing notice.
     *
     * @type {HTMLElement | null}
     */
    #before = null;
    /** @type {Map<string, HTMLElement>} */
    #held = new Map();

    /** @param {HTMLElement} container */
    constructor(container) {
        container.append(this.states, this.#passing);
        this.#passing.addEventListener("focusin", ({ relatedTarget }) => {
            this.#before = /** @type {HTMLElement | null} */ (relatedTarget);
        });
    }

    /**
     * Shows a notice that passes, in place of the one before.
     *
     * @param {string} text
     * @param {Action} [action]
     */
    show(text, action) {
        this.quiet();
        const button =
            action &&
            this.#button({
                label: action.label,
                press: () => {
                    this.quiet();
                    action.press();
                },
            });
        const closer = this.#closer(() => this.quiet());
        const notice = make("div", { class: "notice" }, make("span", {}, text), button, closer);
        fill(this.#passing, notice);
        const least = action ? ACTION_MS : NOTICE_MS;
        passes(notice, Math.max(least, text.length * LETTER_MS), () => this.quiet());
    }

    /** Takes the passing notice away, and gives back the focus that it had. */
    quiet() {
        const hadFocus = this.#passing.contains(document.activeElement);
        if (hadFocus && this.#before?.isConnected) this.#before.focus({ preventScroll: true });
        this.#passing.replaceChildren();
    }

    /**
     * Shows a state while it holds. Null removes it, and so does its close button.
     *
     * @param {string} key one state is shown per key.
     * @param {string | null} text
     * @param {Action} [action]
     * @param {(() => void) | null} [clear] the action of its close button; null if only `action` removes it.
     * @param {number} [passing] milliseconds after which it closes by itself.
     */
    hold(key, text, action, clear = () => this.hold(key, null), passing = 0) {
        const shown = this.#held.get(key);
        if (text === null) {
            shown?.remove();
            this.#held.delete(key);
            return;
        }
        const notice = shown ?? make("div", { class: "notice", "data-state": key });
        fill(notice, make("span", {}, text), action && this.#button(action), clear && this.#closer(clear));
        if (!shown) this.states.append(notice);
        this.#held.set(key, notice);
        if (clear && passing) passes(notice, passing, clear);
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

    /** @param {() => void} press */
    #closer(press) {
        const attributes = { type: "button", class: "closer", "aria-label": say("notice.clear"), on: { click: press } };
        return make("button", attributes, icon("x"));
    }

    /** @param {Action} action */
    #button({ label, press }) {
        return make("button", { type: "button", on: { click: press } }, label);
    }
}

/**
 * Removes a notice after a time, but not while the user is at it. A pointer that merely lies where the notice came up
 * is not at it.
 *
 * @param {HTMLElement} notice
 * @param {number} milliseconds
 * @param {() => void} takeAway
 */
function passes(notice, milliseconds, takeAway) {
    let timer = 0;
    let isPointed = false;
    const start = (/** @type {number} */ wait) => {
        clearTimeout(timer);
        timer = window.setTimeout(() => {
            if (notice.isConnected && !isPointed && !notice.contains(document.activeElement)) takeAway();
        }, wait);
    };
    notice.addEventListener("pointermove", () => (isPointed = true));
    notice.addEventListener("pointerleave", () => {
        isPointed = false;
        start(NOTICE_MS);
    });
    notice.addEventListener("focusout", () => start(NOTICE_MS));
    start(milliseconds);
}
