// How to play, in three moves: each hint stands over the court until its move is made.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { isExplained, keepExplained } from "./kept.js";

const AIM = 1;
const THROW = 2;
const NEAREST = 3;
const DONE = 4;

export class Hints {
    #step = isExplained() ? DONE : AIM;
    element = make("p", { class: "bocce-hint", role: "status", hidden: true });

    /** Shows all of them once more. */
    again() {
        this.#step = AIM;
    }

    /** The aim is in sight. */
    aimed() {
        if (this.#step === AIM) this.#step = THROW;
    }

    takenBack() {
        if (this.#step === THROW) this.#step = AIM;
    }

    thrown() {
        if (this.#step === NEAREST) {
            this.#step = DONE;
            keepExplained();
        } else if (this.#step === THROW) this.#step = NEAREST;
    }

    /**
     * Shows the hint for what happens now.
     *
     * @param {boolean} isHere whether a person at this screen is to throw.
     */
    update(isHere) {
        this.element.hidden = this.#step === DONE || !isHere;
        const text = this.element.hidden ? "" : this.#text;
        if (this.element.textContent !== text) this.element.textContent = text;
    }

    get #text() {
        // People with a mouse have keys.
        const hasKeys = this.#step === AIM && matchMedia("(hover: hover)").matches;
        return say(hasKeys ? "hint.keys" : `hint.${this.#step}`);
    }

    /** Whether the way to pull is to be shown. */
    get showsPull() {
        return this.#step === AIM;
    }
}
