// The form to write a line.
import { randomKey } from "../data/outbox-items.js";
import { withhold } from "../shell/form.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** In UTF-16 units; with its name, a line has at most 8 KiB then (docs/mesh.md). */
const TEXT_LENGTH = 2_000;
const NAME_LENGTH = 40;
/** From here on, the form says how much is left. */
const NEAR_END = 200;
const NAME = "hereabouts.chat.name";

/**
 * Texts that were not sent, by room, as long as the page is open.
 *
 * @type {Map<string, string>}
 */
const drafts = new Map();

export class Composer {
    #problem = make("p", { class: "problem", role: "alert" });
    #rest = make("p", { class: "quiet rest", role: "status" });
    #key = randomKey();

    /**
     * @param {{room: string, accountName: () => Promise<string | null>, failureText: (failure: unknown) => string,
     *   write: (text: string, name: string, key: string) => Promise<void>}} parts
     */
    constructor({ room, accountName, failureText, write }) {
        this.room = room;
        this.failureText = failureText;
        this.write = write;
        this.text = make("textarea", {
            "aria-label": say("compose.text"),
            placeholder: say("compose.text"),
            maxlength: TEXT_LENGTH,
            rows: 1,
            dir: "auto",
        });
        this.text.value = drafts.get(room) ?? "";
        this.name = make("input", {
            "aria-label": say("compose.name"),
            placeholder: say("compose.name"),
            maxlength: NAME_LENGTH,
            autocomplete: "nickname",
            dir: "auto",
        });
        this.name.value = localStorage.getItem(NAME) ?? "";
        if (!this.name.value) accountName().then((name) => (this.name.value ||= name ?? ""));
        this.send = make(
            "button",
            { class: "main", type: "submit" },
            icon("send"),
            make("span", {}, say("compose.send")),
        );
        const on = { submit: (/** @type {Event} */ event) => this.#submit(event) };
        const row = make("div", { class: "buttons" }, this.name, this.send);
        this.element = make("form", { class: "chat-composer", on }, this.text, this.#rest, this.#problem, row);
        this.text.addEventListener("input", () => this.#typed());
        this.text.addEventListener("keydown", (event) => this.#pressed(event));
    }

    #typed() {
        drafts.set(this.room, this.text.value);
        fill(this.#problem);
        this.text.removeAttribute("aria-invalid");
        const rest = TEXT_LENGTH - this.text.value.length;
        fill(this.#rest, rest <= NEAR_END && say("compose.rest", { count: rest }));
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
        const name = this.name.value.trim();
        if (!text) return this.#complain(say("compose.empty"));
        if (this.send.disabled) return;
        localStorage.setItem(NAME, name);
        const giveBack = withhold(this.send);
        try {
            await this.write(text, name, this.#key);
            this.#key = randomKey();
            this.text.value = "";
            this.#typed();
            giveBack();
            this.text.focus();
        } catch (failure) {
            giveBack();
            console.info("the line was not written:", failure);
            this.#complain(this.failureText(failure));
        }
    }

    /** @param {string} text */
    #complain(text) {
        this.text.setAttribute("aria-invalid", "true");
        fill(this.#problem, text);
        this.text.focus();
    }
}
