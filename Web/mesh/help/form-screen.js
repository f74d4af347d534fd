// The form that asks for help at a point: a mark on the map, which can be moved, and a few words.
import { withhold } from "../../shell/form.js";
import { fill, icon, iconButton, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { NoPlace } from "../carrier.js";

/**
 * @typedef {import("../chat.js").Chat} Chat
 * @typedef {import("../open.js").Surroundings} Surroundings
 */

/** In bytes of UTF-8, as nodes count (docs/mesh.md). */
const TEXT_BYTES = 480;
/** From here on, the form says how much is left. */
const NEAR_END = 100;

export class HelpFormScreen {
    #position;
    #where = make("span", { class: "digits", dir: "ltr" });
    #rest = make("p", { class: "quiet rest", id: "help-rest", role: "status" });
    /** Why this phone does not know where it is. */
    #whyNot = make("p", { class: "quiet rest", role: "status" });
    #locating = new AbortController();
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
            "aria-describedby": "help-problem help-rest help-public",
        });
        this.text.addEventListener("input", () => this.#typed());
        this.send = make("button", { class: "main", type: "submit" }, icon("send"), make("span", {}, say("help.send")));
        const { middle } = surroundings;
        this.element = make(
            "form",
            { class: "help-form", on: { submit: (/** @type {Event} */ event) => this.#submit(event) } },
            make("label", { for: "help-text" }, say("help.text")),
            this.text,
            this.#rest,
            this.#problem,
            make("p", { class: "quiet" }, say("help.where"), " ", this.#where),
            make(
                "div",
                { class: "actions" },
                iconButton("locate", say("help.here"), () => this.#locate()),
                iconButton("map-pin", say("help.middle"), () => this.#moveTo(middle())),
            ),
            this.#whyNot,
            make("p", { class: "remark", id: "help-public" }, icon("eye"), say("help.public")),
            chat.ability !== "signs" && make("p", { class: "remark" }, say(`guest.${chat.ability}`)),
            make("div", { class: "buttons" }, this.send),
        );
        this.#move(position);
        surroundings.look(position);
    }

    leave() {
        this.#locating.abort();
        this.surroundings.place(null);
    }

    #locate() {
        this.#stopLocating();
        const explain = (/** @type {string} */ text) => fill(this.#whyNot, text);
        this.surroundings.locate((position) => this.#moveTo(position), explain, this.#locating.signal);
    }

    /** The mark was put somewhere else meanwhile, or the button is pressed again. */
    #stopLocating() {
        this.#locating.abort();
        this.#locating = new AbortController();
        fill(this.#whyNot);
    }

    /** @param {Position} position */
    #moveTo(position) {
        this.#stopLocating();
        this.#move(position);
        this.surroundings.look(position);
    }

    /** @param {Position} position */
    #move(position) {
        this.#position = position;
        fill(this.#where, `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`);
        this.surroundings.place(position, (moved) => {
            this.#stopLocating();
            this.#move(moved);
        });
    }

    /** How many bytes are left for the words; below zero, they are too long. */
    get #left() {
        return TEXT_BYTES - new TextEncoder().encode(this.text.value.trim()).length;
    }

    #typed() {
        this.#complain("");
        const left = this.#left;
        if (left < 0) fill(this.#rest, say("help.tooLong", { count: -left }));
        else fill(this.#rest, left <= NEAR_END && say("help.rest", { count: left }));
    }

    /** @param {Event} event */
    async #submit(event) {
        event.preventDefault();
        if (this.send.disabled) return;
        const text = this.text.value.trim();
        if (!text) return this.#complain(say("help.noText"));
        if (this.#left < 0) return this.#complain(say("help.tooLong", { count: -this.#left }));
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
