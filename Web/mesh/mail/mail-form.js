// The form to write a private message.
import { withhold } from "../../shell/form.js";
import { fill, icon, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";

/** In UTF-16 units; the longest mail has space for more in every writing. */
const MOST = 2_000;
/** From here on, the form says how much is left. */
const NEAR_END = 200;

/**
 * Texts that were not sent, by person, as long as the page is open.
 *
 * @type {Map<string, string>}
 */
const drafts = new Map();

export class MailForm {
    #problem = make("p", { class: "problem", role: "alert" });
    #rest = make("p", { class: "quiet rest", role: "status" });

    /**
     * @param {string} person
     * @param {(text: string) => Promise<void>} write
     * @param {(failure: unknown) => string} failureText
     */
    constructor(person, write, failureText) {
        this.person = person;
        this.write = write;
        this.failureText = failureText;
        const label = say("mail.text");
        this.text = make("textarea", { "aria-label": label, placeholder: label, rows: 1, dir: "auto" });
        this.text.value = drafts.get(person) ?? "";
        const word = make("span", {}, say("compose.send"));
        this.button = make("button", { class: "main", type: "submit" }, icon("send"), word);
        const on = { submit: (/** @type {Event} */ event) => this.#submit(event) };
        const row = make("div", { class: "buttons mail-buttons" }, this.button);
        this.element = make("form", { class: "chat-composer", on }, this.text, this.#rest, this.#problem, row);
        this.text.addEventListener("input", () => this.#typed());
        this.text.addEventListener("keydown", (event) => this.#pressed(event));
    }

    #typed() {
        drafts.set(this.person, this.text.value);
        fill(this.#problem);
        this.text.removeAttribute("aria-invalid");
        const rest = MOST - this.text.value.length;
        fill(this.#rest, rest >= 0 && rest <= NEAR_END && say("compose.rest", { count: rest }));
        if (rest < 0) fill(this.#problem, say("mail.tooLong", { count: -rest }));
    }

    /**
     * Enter sends where there is a keyboard; on phones it begins a new line.
     *
     * @param {KeyboardEvent} event
     */
    #pressed(event) {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        if (!matchMedia("(pointer: fine)").matches) return;
        event.preventDefault();
        this.element.requestSubmit();
    }

    /** @param {Event} event */
    async #submit(event) {
        event.preventDefault();
        const text = this.text.value.trim();
        if (!text) return this.#complain(say("compose.empty"));
        if (text.length > MOST) return this.#complain(say("mail.tooLong", { count: text.length - MOST }));
        if (this.button.disabled) return;
        const giveBack = withhold(this.button);
        try {
            await this.write(text);
            this.text.value = "";
            this.#typed();
        } catch (failure) {
            console.info("the message was not kept:", failure);
            this.#complain(this.failureText(failure));
        }
        giveBack();
        this.text.focus();
    }

    /** @param {string} text */
    #complain(text) {
        this.text.setAttribute("aria-invalid", "true");
        fill(this.#problem, text);
        this.text.focus();
    }
}
