// The card of one help pin, which is marked on the map.
import { withhold } from "../../shell/form.js";
import { fill, iconButton, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { keyPicture } from "../key-picture.js";
import { Reporting } from "../reporting.js";
import { timeText } from "../words.js";
import { byWhom, stateOf } from "./words.js";

/**
 * @typedef {import("../../data/help-pins.js").Pin} Pin
 * @typedef {import("../chat.js").Chat} Chat
 * @typedef {import("../open.js").Surroundings} Surroundings
 */

export class HelpCardScreen {
    #leaving = new AbortController();
    #body = make("div", {});
    #problem = make("p", { class: "problem", role: "alert" });
    #shown = "";
    #isOperator = false;

    /** @param {Chat} chat @param {Surroundings} surroundings @param {string} id */
    constructor(chat, surroundings, id) {
        this.chat = chat;
        this.surroundings = surroundings;
        this.id = id;
        this.reporting = new Reporting({
            send: (pin, reason) => chat.node.report(grouped(pin), reason),
            failureText: surroundings.failureText,
            isCard: true,
        });
        surroundings.titled(say("help.card"));
        this.element = make("div", { class: "help-card" }, this.#body, this.#problem);
        const { signal } = this.#leaving;
        surroundings.helpPins.addEventListener("change", () => this.#show(), { signal });
        this.#show();
        surroundings.helpPins.refresh();
        surroundings.isOperator().then((isOperator) => {
            this.#isOperator = isOperator;
            this.#show();
        });
    }

    leave() {
        this.#leaving.abort();
        this.surroundings.point(null);
    }

    #show() {
        const { helpPins, skeleton, trouble, point } = this.surroundings;
        const pin = helpPins.find(this.id);
        const { isKnown, failure } = helpPins;
        const shown = JSON.stringify([pin, isKnown, String(failure), this.#isOperator]);
        if (this.#leaving.signal.aborted) return;
        if (shown === this.#shown) return;
        const isFirst = !this.#shown || !this.#body.querySelector(".help-text");
        this.#shown = shown;
        if (pin) {
            if (isFirst) point(pin.position);
            return this.#showPin(pin);
        }
        point(null);
        if (failure)
            return fill(
                this.#body,
                trouble(failure, () => helpPins.refresh()),
            );
        fill(this.#body, isKnown ? make("p", { class: "empty", role: "status" }, say("help.gone")) : skeleton());
    }

    /** @param {Pin} pin */
    #showPin(pin) {
        const { directions } = this.surroundings;
        const reported = pin.isOwn || pin.state ? null : this.reporting.of(pin);
        const had = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.focus;
        fill(
            this.#body,
            make("p", { class: "help-text", dir: "auto" }, pin.text),
            make(
                "p",
                { class: "quiet help-by" },
                make("span", {}, ...byWhom(pin)),
                !pin.isOwn && !pin.isNamed && pin.author && keyPicture(pin.author),
                make("time", { datetime: new Date(pin.time).toISOString() }, timeText(pin.time, this.chat.now())),
            ),
            pin.state && make("p", { class: `quiet state-${pin.state}`, role: "status" }, stateOf(pin)),
            make(
                "div",
                { class: "actions" },
                iconButton("navigation", say("help.directions"), () => directions(pin.position, pin.text), {
                    class: "main",
                    "data-focus": "directions",
                }),
                (pin.mayResolve || this.#isOperator) &&
                    iconButton("check", say("help.resolve"), (event) => this.#resolve(event), {
                        "data-focus": "resolve",
                    }),
                reported?.button,
            ),
            reported?.below,
        );
        if (had) /** @type {HTMLElement | null} */ (this.#body.querySelector(`[data-focus="${had}"]`))?.focus();
    }

    /** @param {Event} event */
    async #resolve(event) {
        const giveBack = withhold(/** @type {HTMLButtonElement} */ (event.currentTarget));
        fill(this.#problem);
        try {
            await this.surroundings.helpPins.resolve(this.id);
            if (!this.#leaving.signal.aborted) this.surroundings.close();
        } catch (failure) {
            giveBack();
            console.info("the help pin was not resolved:", failure);
            const isOther = /** @type {any} */ (failure).code === "other_node";
            fill(this.#problem, isOther ? say("help.otherNode") : this.surroundings.failureText(failure));
        }
    }
}

/**
 * A pin's id as the API writes it.
 *
 * @param {string} id
 */
const grouped = (id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
