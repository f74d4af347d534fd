// A line over the picture that says something for a while; and a notice in it for users who walk with the picture up.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

const SHOWN_MS = 6_000;
/** A user who walks faster than this for so long, with the picture before their eyes, does not see the street. */
const WALKING_SPEED = 1;
const WALKING_MS = 10_000;
/** The page says so once in this time. */
const AGAIN_MS = 60_000;

export class Hint {
    /** It always exists, because screen readers announce only changes of regions that they know. */
    element = make("p", { class: "ar-hint", role: "status" });
    #timer = 0;

    /** @param {string} text */
    show(text) {
        clearTimeout(this.#timer);
        if (this.element.textContent !== text) this.element.textContent = text;
        this.#timer = window.setTimeout(() => this.hide(), SHOWN_MS);
    }

    hide() {
        clearTimeout(this.#timer);
        this.element.textContent = "";
    }
}

export class WalkingNotice {
    /** @type {number | null} */
    #since = null;
    #saidAt = -AGAIN_MS;

    /** @param {Hint} hint */
    constructor(hint) {
        this.hint = hint;
    }

    /**
     * @param {import("../position/position.js").Fix} fix
     * @param {boolean} isPictureShown
     */
    moved({ speed, at }, isPictureShown) {
        if (!isPictureShown || !((speed ?? 0) > WALKING_SPEED)) {
            this.#since = null;
            return;
        }
        this.#since ??= at;
        if (at - this.#since < WALKING_MS || at - this.#saidAt < AGAIN_MS) return;
        this.#saidAt = at;
        this.hint.show(say("walking"));
    }
}
