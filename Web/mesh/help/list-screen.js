// The list of help pins, and the way to ask for help.
import { fill, iconButton, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { timeText } from "../words.js";
import { byWhom, stateOf } from "./words.js";

/**
 * @typedef {import("../../data/help-pins.js").Pin} Pin
 * @typedef {import("../chat.js").Chat} Chat
 * @typedef {import("../open.js").Surroundings} Surroundings
 */

export class HelpListScreen {
    #leaving = new AbortController();
    #body = make("div", {});
    #shown = "";

    /** @param {Chat} chat @param {Surroundings} surroundings */
    constructor(chat, surroundings) {
        this.chat = chat;
        this.surroundings = surroundings;
        surroundings.titled(say("help.title"));
        const ask = iconButton("map-pin", say("help.ask"), () => this.#ask(), { class: "main" });
        this.element = make("div", { class: "help-list" }, this.#body, make("div", { class: "actions" }, ask));
        surroundings.helpPins.addEventListener("change", () => this.#show(), { signal: this.#leaving.signal });
        this.#show();
        surroundings.helpPins.refresh();
    }

    leave() {
        this.#leaving.abort();
    }

    #ask() {
        const { open, middle } = this.surroundings;
        open({ screen: "help", at: middle() });
    }

    #show() {
        const { helpPins, skeleton, trouble } = this.surroundings;
        const { all, failure, isKnown } = helpPins;
        const shown = JSON.stringify([all, String(failure), isKnown]);
        if (shown === this.#shown) return;
        this.#shown = shown;
        const again = () => helpPins.refresh();
        if (!isKnown && !failure) return fill(this.#body, skeleton());
        if (failure && all.length === 0) return fill(this.#body, trouble(failure, again));
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.pin;
        fill(
            this.#body,
            failure !== null && make("p", { class: "remark" }, say("help.offline")),
            all.length === 0
                ? make("p", { class: "empty" }, say("help.empty"))
                : make("ul", { class: "chat-room-list" }, ...all.map((pin) => make("li", {}, this.#pin(pin)))),
        );
        const left = focused && this.#body.querySelector(`[data-pin="${focused}"]`);
        if (left) /** @type {HTMLElement} */ (left).focus({ preventScroll: true });
    }

    /** @param {Pin} pin */
    #pin(pin) {
        const { surroundings, chat } = this;
        const click = () => surroundings.open({ screen: "help", pin: pin.id });
        return make(
            "button",
            { type: "button", class: "chat-room", "data-pin": pin.id, on: { click } },
            make("span", { class: "room-name", dir: "auto" }, pin.text),
            make("span", { class: "quiet" }, ...byWhom(pin), " · ", timeText(pin.time, chat.now())),
            pin.state !== null && make("span", { class: "quiet" }, stateOf(pin)),
        );
    }
}
