// Following a route: the banner shows the next step, the list marks the current one, and the browser speaks if the
// walker wants it.
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { Speech } from "./speech.js";
import { Walk } from "./walk.js";

export class Following {
    /** The next step; it stays in view with the name of the screen. */
    banner = make("div", { class: "next-step", hidden: true });
    // It is there before its first text: screen readers follow only elements that they know.
    heard = make("p", { class: "spoken", role: "status" });
    #speech = new Speech();
    /** @type {Walk | null} */
    #walk = null;

    /** @param {import("../position/position.js").MyPosition} position */
    constructor(position) {
        this.position = position;
        position.addEventListener("change", this.#moved);
    }

    /** Whether there is a route to follow. */
    get isActive() {
        return this.#walk !== null;
    }

    /** How many legs of it lie behind me. */
    get legs() {
        return this.#walk?.legs ?? 0;
    }

    /**
     * Follows a route in place of the last one.
     *
     * @param {Route} route
     * @param {import("./steps.js").StepList} list
     * @param {(legs: number) => void} [left] takes how many legs were walked before I left the route.
     */
    begin(route, list, left = () => {}) {
        this.end();
        this.#walk = new Walk(route, { banner: this.banner, list, announce: (text) => this.announce(text), left });
        this.#moved();
    }

    /**
     * Announces another route and its next step.
     *
     * @param {string} text
     */
    announceRoute(text) {
        this.announce([text, this.#walk?.sentence].filter(Boolean).join(" "));
    }

    /** Stops following, and forgets the route: the next one may be another person's. */
    end() {
        this.#walk?.leave();
        this.#walk = null;
        this.#speech.stop();
        fill(this.heard);
    }

    /** Goes with the screen. */
    leave() {
        this.position.removeEventListener("change", this.#moved);
        this.end();
    }

    /**
     * Announces something along the route, to screen readers and, if wanted, aloud.
     *
     * @param {string} text
     */
    announce(text) {
        fill(this.heard, text);
        this.#speech.say(text);
    }

    /** Returns the switch for speech; null where the browser does not speak. */
    speechButton() {
        if (!Speech.isPossible) return null;
        const press = () => {
            this.#speech.turn(!this.#speech.isOn);
            button.setAttribute("aria-pressed", String(this.#speech.isOn));
            if (this.#walk?.sentence) this.#speech.say(this.#walk.sentence);
        };
        const state = { class: "toggle", "aria-pressed": String(this.#speech.isOn) };
        const button = iconButton("volume-2", say("speech.on"), press, state);
        return button;
    }

    #moved = () => {
        const { fix } = this.position;
        if (fix) this.#walk?.hear(fix);
    };
}
