// The locate button, its states, and the remedies when there is no position.
import { fill, icon } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {'off' | 'follow' | 'heading'} Following */

/** States that need something of the user, once they have asked where they are. */
const REMEDIES = ["denied", "off", "impossible", "lost", "searching"];
/** Screens about my position: they always show its state. */
const ABOUT_ME = ["home", "me", "directions"];
/** The page says that it is searching only when it lasts. */
const SEARCHING_MS = 4_000;

export class Locating {
    /** @type {Following} */
    #following = "off";
    #isWished = false;
    /** On which screen the position was asked for. */
    #wishedOn = "";
    #isFirst = false;
    #searchingTimer = 0;

    /**
     * @param {HTMLButtonElement} button
     * @param {{map: import('../map/late-map.js').LateMap, camera: import('../map/camera.js').MapCamera, position: import('./position.js').MyPosition,
     *   facing: import('./facing.js').Facing, notices: import('../shell/notices.js').Notices, views: Page["views"]}} parts
     */
    constructor(button, { map, camera, position, facing, notices, views }) {
        this.button = button;
        this.camera = camera;
        this.position = position;
        this.facing = facing;
        this.notices = notices;
        this.views = views;
        views.addEventListener("view", () => this.#showRemedy());
        button.addEventListener("click", () => this.pressed());
        position.addEventListener("change", () => this.#update());
        facing.addEventListener("change", () => this.#turn());
        // The user's own move of the map ends the following.
        const moved = (/** @type {any} */ event) => event.originalEvent && !event.follow && this.#become("off");
        map.whenThere((there) => there.on("movestart", moved));
        this.#update();
    }

    /** Off, follow, follow with heading, and off again. */
    async pressed() {
        if (this.#following === "off") {
            if (!(await this.wish())) return;
            this.#isFirst = true;
            this.#become("follow");
        } else {
            this.#become(this.#following === "follow" && this.facing.degrees !== null ? "heading" : "off");
        }
        this.#follow();
    }

    /**
     * Wants the position for something the user has just asked for: explains, lets the browser ask, and waits.
     *
     * @param {"map" | "reporting" | "home" | "queue" | "post"} [purpose] the page says it before the browser asks.
     * @returns {Promise<import('./position.js').Fix | null>} null when it is not to be had; the reason is on screen
     *   then.
     */
    async wish(purpose = "map") {
        if (this.position.wouldAsk && !(await this.#explain(purpose))) return null;
        this.#isWished = true;
        this.#wishedOn = this.views.current.screen;
        this.facing.start();
        this.position.start();
        this.#update();
        return this.#settled();
    }

    /** @returns {Promise<import('./position.js').Fix | null>} */
    #settled() {
        return new Promise((resolve) => {
            const look = () => {
                const { state, fix } = this.position;
                if (state === "asking" || state === "searching" || state === "unasked") return;
                this.position.removeEventListener("change", look);
                resolve(state === "found" || state === "lost" ? fix : null);
            };
            this.position.addEventListener("change", look);
            look();
        });
    }

    /** @param {string} purpose */
    #explain(purpose) {
        return this.notices.ask({
            title: say("locate.ask.title"),
            text: `${say("locate.ask.text")} ${say(`locate.ask.${purpose}`)}`,
            yes: say("action.continue"),
        });
    }

    /** Without a heading there is nothing to turn the map by: it goes on with the position alone. */
    #turn() {
        if (this.#following === "heading" && this.facing.degrees === null) this.#become("follow");
        else this.#follow();
    }

    #follow() {
        const { fix } = this.position;
        if (this.#following === "off" || !fix) return;
        if (!this.camera.isHere(fix.position)) {
            this.#become("off");
            this.notices.show(say("locate.elsewhere"));
            return;
        }
        const heading = this.#following === "heading" ? this.facing.degrees : null;
        this.camera.follow(fix.position, heading, this.#isFirst);
        this.#isFirst = false;
    }

    /** @param {Following} following */
    #become(following) {
        if (this.#following === "heading" && following !== "heading") this.camera.straighten();
        this.#following = following;
        this.#update();
    }

    #update() {
        const { state } = this.position;
        // A simulation has ended, and the device was never asked: there is no position to follow.
        if (state === "unasked") this.#following = "off";
        const drawn = { off: "locate", follow: "locate-fixed", heading: "compass" }[this.#following];
        fill(this.button, icon(["denied", "impossible", "off"].includes(state) ? "locate-off" : drawn));
        this.button.dataset.following = this.#following;
        this.button.setAttribute("aria-label", say(`locate.button.${this.#following}`));
        this.button.classList.toggle("waiting", this.#isWished && (state === "asking" || state === "searching"));
        this.#showRemedy();
        this.#follow();
    }

    #showRemedy() {
        const { state } = this.position;
        clearTimeout(this.#searchingTimer);
        const { screen } = this.views.current;
        const isHere = screen === this.#wishedOn || ABOUT_ME.includes(screen);
        if (!this.#isWished || !isHere || !REMEDIES.includes(state)) return this.notices.hold("position", null);
        const clear = () => {
            this.#isWished = false;
            this.#update();
        };
        const show = () => this.notices.hold("position", say(`locate.${state}`), this.#action(state), clear);
        if (state !== "searching") return show();
        this.#searchingTimer = window.setTimeout(show, SEARCHING_MS);
        return undefined;
    }

    /** @param {string} state */
    #action(state) {
        if (state !== "off" && state !== "lost") return undefined;
        return { label: say("action.tryAgain"), press: () => this.position.start() };
    }
}
