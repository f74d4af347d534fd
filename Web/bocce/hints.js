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

    /**
     * Shows the hint for what happens now.
     *
     * @param {{isHere: boolean, isAiming: boolean, hasBalls: boolean}} now whether a person at this screen is to throw,
     *   whether the aim is in sight, and whether a ball lies beside the jack.
     */
    update({ isHere, isAiming, hasBalls }) {
        if (this.#step === AIM && isAiming) this.#step = THROW;
        else if (this.#step === THROW && !isAiming) this.#step = isHere ? AIM : NEAREST;
        else if (this.#step === NEAREST && isAiming && hasBalls) this.#finish();
        const isShown = this.#step === NEAREST ? hasBalls : this.#step !== DONE && isHere;
        this.element.hidden = !isShown;
        if (isShown) this.#write(say(`hint.${this.#step}`));
    }

    /** Whether the way to pull is to be shown. */
    get showsPull() {
        return this.#step === AIM;
    }

    /** @param {string} text */
    #write(text) {
        if (this.element.textContent !== text) this.element.textContent = text;
    }

    #finish() {
        this.#step = DONE;
        keepExplained();
    }
}
