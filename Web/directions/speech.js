// Speech along the route, for walkers who want it. The device remembers the choice.
import { formatsLanguage } from "../text/catalogue.js";

const CHOICE = "hereabouts.speech";

export class Speech {
    isOn = Speech.isPossible && localStorage.getItem(CHOICE) === "on";

    /** Whether this browser speaks. */
    static get isPossible() {
        return "speechSynthesis" in globalThis && "SpeechSynthesisUtterance" in globalThis;
    }

    /** @param {boolean} isOn */
    turn(isOn) {
        this.isOn = isOn;
        localStorage.setItem(CHOICE, isOn ? "on" : "off");
        if (!isOn) this.stop();
    }

    /**
     * Speaks a text, and interrupts the last one.
     *
     * @param {string} text
     */
    say(text) {
        if (!this.isOn) return;
        const words = new SpeechSynthesisUtterance(text);
        words.lang = formatsLanguage();
        speechSynthesis.cancel();
        speechSynthesis.speak(words);
    }

    stop() {
        if (Speech.isPossible) speechSynthesis.cancel();
    }
}
