// The form that asks for help at a point: a mark on the map, which can be moved, and a few words.
import { withhold } from "../../shell/form.js";
import { fill, icon, iconButton, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { NoPlace } from "../carrier.js";

/**
 * @typedef {import("../chat.js").Chat} Chat
 * @typedef {import("../open.js").Surroundings} Surroundings
 */

/** In characters and in bytes (docs/mesh.md). */
const [TEXT_LENGTH, TEXT_BYTES] = [400, 480];

export class HelpFormScreen {
    #position;
    #where = make("span", { class: "digits", dir: "ltr" });
    #problem = make("p", { class: "problem", id: "help-problem", role: "alert" });

    /** @param {Chat} chat @param {Surroundings} surroundings @param {Position} position */
    constructor(chat, surroundings, position) {
        this.chat = chat;
        this.surroundings = surroundings;
        this.#position = position;
        surroundings.titled(say("help.ask"));
        this.text = make("textarea", {
            id: "help-text",
            rows: 3,
            dir: "auto",
            maxlength: TEXT_LENGTH,
            "aria-describedby": "help-problem help-public",
        });
        this.text.addEventListener("input", () => this.#complain(""));
        this.send = make("button", { class: "main", type: "submit" }, icon("send"), make("span", {}, say("help.send")));
        const { here, middle } = surroundings;
        this.element = make(
            "form",
            { class: "help-form", on: { submit: (/** @type {Event} */ event) => this.#submit(event) } },
            make("label", { for: "help-text" }, say("help.text")),
            this.text,
            this.#problem,
            make("p", { class: "quiet" }, say("help.where"), " ", this.#where),
            make(
                "div",
                { class: "actions" },
                iconButton("locate", say("help.here"), () => this.#move(here()), { disabled: here() === null }),
                iconButton("map-pin", say("help.middle"), () => this.#move(middle())),
            ),
            make("p", { class: "remark", id: "help-public" }, icon("eye"), say("help.public")),
            chat.ability !== "signs" && make("p", { class: "remark" }, say(`guest.${chat.ability}`)),
            make("div", { class: "buttons" }, this.send),
        );
        this.#move(position);
        surroundings.look(position);
    }

    leave() {
        this.surroundings.place(null);
    }

    /** @param {Position | null} position */
    #move(position) {
        if (!position) return;
        this.#position = position;
        fill(this.#where, `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`);
        this.surroundings.place(position, (moved) => this.#move(moved));
    }

    /** @param {Event} event */
    async #submit(event) {
        event.preventDefault();
        if (this.send.disabled) return;
        const text = this.text.value.trim();
        if (!text) return this.#complain(say("help.noText"));
        if (new TextEncoder().encode(text).length > TEXT_BYTES) return this.#complain(say("help.tooLong"));
        const giveBack = withhold(this.send);
        try {
            await this.surroundings.helpPins.ask(this.#position, text);
            this.surroundings.replace({ screen: "help" });
        } catch (failure) {
            giveBack();
            console.info("the help pin was not written:", failure);
            this.#complain(this.#reason(failure));
        }
    }

    /** @param {any} failure */
    #reason(failure) {
        if (failure instanceof NoPlace) return say("compose.noPlace");
        return failure?.code === "too_soon" ? say("help.tooSoon") : this.surroundings.failureText(failure);
    }

    /** @param {string} text */
    #complain(text) {
        fill(this.#problem, text);
        if (!text) return this.text.removeAttribute("aria-invalid");
        this.text.setAttribute("aria-invalid", "true");
        this.text.focus();
    }
}
