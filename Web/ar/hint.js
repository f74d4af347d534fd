// A line over the picture that says something for a while; and the walk that makes it say where to look.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

const SHOWN_MS = 6_000;
/** Who walks faster than this for so long, with the picture before their eyes, does not see the street. */
const WALKING_SPEED = 1;
const WALKING_MS = 10_000;
/** The page says so once in this time. */
const AGAIN_MS = 60_000;

export class Hint {
    element = make("p", { class: "ar-hint", role: "status", hidden: true });
    #timer = 0;

    /** @param {string} text */
    show(text) {
        clearTimeout(this.#timer);
        this.element.hidden = false;
        if (this.element.textContent !== text) this.element.textContent = text;
        this.#timer = window.setTimeout(() => this.hide(), SHOWN_MS);
    }

    hide() {
        clearTimeout(this.#timer);
        this.element.hidden = true;
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
