// The clicks of balls that meet, and a short tap of the phone for a throw. Sound is off until somebody switches it on.
import { isSoundOn, keepSound } from "./kept.js";

/** A meeting at this speed, in points a second, has the full volume. */
const LOUDEST = 900;
const LENGTH_S = 0.07;
const TAP_MS = 10;

export class Sound {
    #isOn = isSoundOn();
    /** @type {AudioContext | null} */
    #audio = null;

    get isOn() {
        return this.#isOn;
    }

    /** Browsers let a page sound only after a press, such as this one. */
    toggle() {
        this.#isOn = !this.#isOn;
        keepSound(this.#isOn);
        if (this.#isOn) this.click(LOUDEST / 3);
    }

    /**
     * Sounds like two balls of resin that meet.
     *
     * @param {number} speed how hard, in points a second.
     */
    click(speed) {
        if (!this.#isOn) return;
        this.#audio ??= new AudioContext();
        const { currentTime: now, destination } = this.#audio;
        const tone = this.#audio.createOscillator();
        const volume = this.#audio.createGain();
        tone.type = "triangle";
        tone.frequency.setValueAtTime(1_900, now);
        tone.frequency.exponentialRampToValueAtTime(620, now + LENGTH_S);
        volume.gain.setValueAtTime(0.02 + 0.4 * Math.min(1, speed / LOUDEST), now);
        volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH_S);
        tone.connect(volume).connect(destination);
        tone.start(now);
        tone.stop(now + LENGTH_S);
    }

    leave() {
        this.#audio?.close();
        this.#audio = null;
    }
}

/** Lets the phone tap, where it can and where the user likes motion. */
export function tap() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(TAP_MS);
}
