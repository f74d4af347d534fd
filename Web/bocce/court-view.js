// A match on the screen: the scores, the court, the spoken texts, and the end.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { aimButtons } from "./aim-buttons.js";
import { Camera } from "./camera.js";
import { endingCard } from "./ending-card.js";
import { Frames } from "./frames.js";
import { Gestures } from "./gestures.js";
import { Hints } from "./hints.js";
import { listenToCourt } from "./keys.js";
import { Scene } from "./scene.js";
import { Scores } from "./scores.js";
import { tap } from "./sound.js";
import { throwText, turnText } from "./words.js";

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./ending-card.js').Offer} Offer */
/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('./sound.js').Sound} Sound */

/** A screen reader hears the aim once it rests so long. */
const AIM_RESTS_MS = 500;

export class CourtView {
    #said = make("p", { class: "spoken", role: "status" });
    #canvas = make("canvas", {
        class: "bocce-court grip",
        tabindex: 0,
        role: "application",
        "aria-label": say("court"),
        "aria-describedby": "bocce-keys",
    });
    #end = make("div", { class: "bocce-end" });
    #hints = new Hints();
    #scores = new Scores();
    #frames = new Frames((steps, elapsed, time) => this.#draw(steps, elapsed, time));
    #listening = new AbortController();
    #resized = new ResizeObserver(() => this.#resize());
    #colours = new MutationObserver(() => this.#resize());
    #aimTimer = 0;
    /** @type {number | null} */
    #seconds = null;
    #isEnded = false;
    /** @type {Offer | null} */
    #offer = null;
    /** What stands over the court while it holds. */
    #state = make("p", { class: "bocce-state", role: "status", hidden: true });

    /**
     * @param {Match} match
     * @param {Aim} aim
     * @param {Sound} sound
     * @param {{offer: Offer | null, change: () => void}} actions at the end.
     */
    constructor(match, aim, sound, actions) {
        this.match = match;
        this.aim = aim;
        this.sound = sound;
        this.change = actions.change;
        this.#offer = actions.offer;
        this.element = make(
            "div",
            { class: "bocce" },
            this.#scores.element,
            make("div", { class: "bocce-ground" }, this.#canvas, this.#state, this.#hints.element, this.#end),
            aimButtons(aim, () => this.#sayAim()),
            make("p", { class: "spoken", id: "bocce-keys" }, say("court.keys")),
            this.#said,
        );
        this.camera = new Camera(match.table, matchMedia("(prefers-reduced-motion: reduce)").matches);
        this.scene = new Scene(this.#canvas, match.table, this.camera, aim);
        this.gestures = new Gestures(this.#canvas, this.camera, aim, () => this.#missed());
        this.#listen();
    }

    #listen() {
        const { signal } = this.#listening;
        const { match, aim } = this;
        match.addEventListener("turn", () => this.#turn(), { signal });
        match.addEventListener("thrown", () => this.#thrown(), { signal });
        match.addEventListener("rested", () => this.say(throwText(match)), { signal });
        match.addEventListener("over", () => this.#over(), { signal });
        aim.addEventListener("change", () => this.#aimed(), { signal });
        aim.addEventListener("taken-back", () => this.#takenBack(), { signal });
        // An outline marks the court for people who use keys.
        this.#canvas.addEventListener("pointerdown", () => (this.#canvas.dataset.pointed = ""), { signal });
        for (const event of ["keydown", "keyup"])
            this.#canvas.addEventListener(event, () => delete this.#canvas.dataset.pointed, { signal });
        listenToCourt(this.#canvas, aim, () => this.#sayAim());
        const scheme = matchMedia("(prefers-color-scheme: dark)");
        scheme.addEventListener("change", () => this.#resize(), { signal });
        this.#colours.observe(document.documentElement, { attributeFilter: ["data-scheme"] });
    }

    /**
     * Begins to show the match, once it is in the page.
     *
     * @param {boolean} takesFocus
     */
    begin(takesFocus) {
        this.scene.forgetOut();
        this.#resized.observe(this.#canvas);
        this.#resize();
        this.#canvas.dataset.pointed = "";
        if (takesFocus) this.#canvas.focus({ preventScroll: true });
    }

    leave() {
        this.#listening.abort();
        this.#resized.disconnect();
        this.#colours.disconnect();
        this.#frames.stop();
        this.gestures.leave();
        clearTimeout(this.#aimTimer);
    }

    /** Explains the game anew. */
    explain() {
        this.#hints.again();
        this.#hint();
        this.#missed();
    }

    /**
     * Shows the seconds that are left for a throw.
     *
     * @param {number | null} seconds null hides them.
     */
    countDown(seconds) {
        if (this.#seconds === seconds) return;
        this.#seconds = seconds;
        this.#scores.update(this.match, seconds);
    }

    /**
     * Shows a state over the court while it holds.
     *
     * @param {string} text
     */
    hold(text) {
        if (this.#state.textContent !== text) this.#state.textContent = text;
        this.#state.hidden = text === "";
    }

    #resize() {
        this.scene.resize();
        this.#frames.wake();
    }

    /** Draws a frame; returns whether another one is needed. */
    #draw(/** @type {number} */ steps, /** @type {number} */ elapsed, /** @type {number} */ time) {
        const { match, scene, camera } = this;
        if (match.isRolling) {
            match.advance(steps);
            const hardest = match.table.takeLoudest();
            if (hardest > 0) this.sound.click(hardest);
        }
        camera.follow(elapsed);
        scene.draw(time, match.isRolling);
        return match.isRolling || camera.isMoving || scene.isAnimating;
    }

    #turn() {
        const { match, scene } = this;
        this.#show();
        scene.waiting.index = match.table.nextIndex;
        // Before the first throw, and after a reload.
        if (this.#said.textContent === "") this.say(turnText(match));
        this.#mark(match.isHere ? "aiming" : "thinking");
        this.#hint();
    }

    #thrown() {
        this.scene.waiting.index = -1;
        this.#mark("rolling");
        this.#scores.update(this.match, this.#seconds);
        this.#hints.thrown();
        this.#hint();
        if (this.match.players[this.match.lastTeam].isHere) tap();
        this.#frames.wake();
    }

    #over() {
        this.scene.waiting.index = -1;
        this.#show();
        this.#mark("over");
        this.#hint();
        if (this.match.ending) this.say(this.match.ending.text);
        this.#isEnded = true;
        this.#showEnd(document.activeElement === this.#canvas && this.#canvas.dataset.pointed === undefined);
    }

    /** @param {boolean} takesFocus */
    #showEnd(takesFocus) {
        fill(this.#end, endingCard(this.match, { offer: this.#offer, change: this.change }));
        if (takesFocus)
            /** @type {HTMLElement | null} */ (this.#end.querySelector("button"))?.focus({ preventScroll: true });
    }

    /**
     * Offers another game with the end.
     *
     * @param {Offer | null} offer
     */
    offer(offer) {
        const isSame = this.#offer?.text === offer?.text && this.#offer?.button?.label === offer?.button?.label;
        this.#offer = offer;
        if (isSame || !this.#isEnded) return;
        this.#showEnd(this.#end.contains(document.activeElement));
        if (offer?.text) this.say(offer.text);
    }

    /** Shows how it stands. */
    #show() {
        this.scene.measure.read(this.match.table);
        this.#scores.update(this.match, this.#seconds);
        this.#frames.wake();
    }

    /** @param {string} state */
    #mark(state) {
        this.#canvas.dataset.state = state;
        this.#canvas.dataset.thrown = String(this.match.throws.length);
    }

    #aimed() {
        this.#canvas.dataset.aim = this.aim.look;
        if (this.aim.isOpen && this.aim.look === "good") this.#hints.aimed();
        this.#hint();
        this.#frames.wake();
    }

    #hint() {
        const isHere = this.match.isHere && !this.match.isRolling;
        this.#hints.update(isHere);
        this.scene.waiting.showsPull = isHere && this.#hints.showsPull && !this.camera.isStill;
    }

    #takenBack() {
        this.say(say("said.back"));
        this.#hints.takenBack();
        this.#hint();
    }

    #missed() {
        if (this.match.isHere) this.scene.waiting.ask();
        this.#frames.wake();
    }

    #sayAim() {
        clearTimeout(this.#aimTimer);
        this.#aimTimer = window.setTimeout(() => {
            if (this.aim.look === "good") this.say(this.aim.text);
        }, AIM_RESTS_MS);
    }

    /**
     * Says something to a screen reader.
     *
     * @param {string} text
     */
    say(text) {
        this.#said.textContent = text;
    }
}
