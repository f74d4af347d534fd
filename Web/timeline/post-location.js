// The location of a post: the words about it in the form, and the values to send.
import { metresBetween } from "../core/geodesy.js";
import { Unreachable } from "../data/failures.js";
import { AddressLine } from "../place/address-line.js";
import { atHome } from "../presence/home-areas.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";

/** How long a post waits for the name of the place; without it the server finds the name. */
const PLACE_MS = 3_000;
/** A smaller move keeps the last address. In metres. */
const SAME_PLACE_METRES = 25;

/**
 * The location of a post, as long as its author wants to show it. Follows the position until its element leaves the
 * page.
 */
export class PostLocation {
    #isWanted = false;
    /**
     * The address that the post would show, requested once for about the same spot.
     *
     * @type {{at: Position, answer: AddressAnswer | null} | null}
     */
    #looked = null;
    /**
     * The text of the element without the address, so that a screen reader does not repeat it while the author moves.
     */
    #saying = "";
    /**
     * The home areas of the author, as they were read last; guests have none.
     *
     * @type {SharingState | null}
     */
    #sharing = null;
    element = make("p", { class: "location-text quiet", "aria-live": "polite" });

    /**
     * @param {Page} page
     * @param {Me} me
     */
    constructor(page, me) {
        this.page = page;
        this.me = me;
        this.address = new AddressLine(page.data, (_, answer) => {
            if (this.#looked) this.#looked.answer = answer;
        });
        this.address.element.removeAttribute("aria-live"); // Screen readers read the element around it.
        page.position.addEventListener("change", this.#follow);
        page.facing.addEventListener("change", this.#follow);
    }

    /** Whether the post will show the location. */
    get isWanted() {
        return this.#isWanted;
    }

    /**
     * Shows the location from now on, or no longer; not if the device does not say it. Throws when the server does not
     * say where the homes are.
     */
    async toggle() {
        this.#isWanted = !this.#isWanted;
        try {
            if (this.#isWanted && !(await this.page.locating.wish("post"))) this.#isWanted = false;
            if (this.#isWanted) await this.#learnHomes();
        } catch (failure) {
            this.#isWanted = false;
            throw failure;
        }
    }

    /** The next post shows no location unless its author asks for it again. */
    stop() {
        this.#isWanted = false;
    }

    /** Shows the location that the post would have now. */
    show() {
        const fix = this.#isWanted ? this.page.position.fix : null;
        // Until homes are known, the post may show the home area instead.
        const isUnknown = this.me.account && !this.#sharing;
        const isOpen = fix && !isUnknown;
        const hidden = isOpen ? this.#home(fix.position) : null;
        if (!isOpen || hidden) {
            this.address.leave();
            this.#looked = null;
            if (hidden) return this.#write([say(hidden.middle ? "composer.visibleHome" : "composer.visibleNowhere")]);
            if (fix && isUnknown) return this.#write([say("composer.homesUnknown")]);
            return this.#write(this.#isWanted && !fix ? [say("composer.noFix")] : []);
        }
        if (!this.#looked || metresBetween(this.#looked.at, fix.position) > SAME_PLACE_METRES) {
            this.#looked = { at: fix.position, answer: null };
            this.address.show(fix.position);
        }
        const shown = this.#shownOf(fix);
        return this.#write([
            say("composer.visible", { distance: distanceText(shown.accuracy) }),
            this.address.element,
            ...motionWords(shown),
        ]);
    }

    /**
     * Returns the location to send. `isUnchecked` if it may be at home, because no answer came about the homes; it must
     * not be sent before that.
     *
     * @returns {Promise<{location?: Draft["location"], isUnchecked?: true}>}
     */
    async taken() {
        const isUnchecked = this.#isWanted && !(await this.#learnHomes()) ? true : undefined;
        const fix = this.#isWanted ? this.page.position.fix : null;
        if (!fix) return {};
        const hidden = this.#home(fix.position);
        // The server finds the name of the middle: a request for the name of the true place would reveal it.
        if (hidden) return { location: hidden.middle };
        if (this.me.account && !this.#sharing) return { location: this.#shownOf(fix), isUnchecked };
        return { location: { ...this.#shownOf(fix), place: await this.#place(fix.position) }, isUnchecked };
    }

    /** Asks each time: another device may have added an area meanwhile. Returns whether the areas are known as they are. */
    async #learnHomes() {
        if (!this.me.account) return true;
        try {
            this.#sharing = await this.page.presence.sharing();
            return true;
        } catch (failure) {
            if (!(failure instanceof Unreachable)) throw failure;
            return false;
        }
    }

    /** @param {Position} at */
    #home(at) {
        return this.#sharing && atHome(at, this.#sharing.areas, this.#sharing.fields.at_home);
    }

    /** @param {(string | HTMLElement)[]} parts */
    #write(parts) {
        const words = JSON.stringify(parts.map((part) => (typeof part === "string" ? part : "")));
        if (words === this.#saying) return;
        this.#saying = words;
        fill(this.element, ...parts.map((part) => (typeof part === "string" ? make("span", {}, part) : part)));
    }

    /** @param {Position} at */
    async #place(at) {
        if (this.#looked?.answer && metresBetween(this.#looked.at, at) <= SAME_PLACE_METRES)
            return placeName(this.#looked.answer);
        const patience = new AbortController();
        const timer = setTimeout(() => patience.abort(), PLACE_MS);
        const answer = await this.page.data.address(at, patience.signal).catch(() => null);
        clearTimeout(timer);
        return answer ? placeName(answer) : undefined;
    }

    /**
     * Returns the location for a post, without the name of the place. The form shows the same values as it sends.
     *
     * @param {import("../position/position.js").Fix} fix
     */
    #shownOf(fix) {
        const { accuracy, speed } = fix;
        const { magnetic } = this.page.facing;
        return { ...fix.position, accuracy, heading: magnetic ?? undefined, speed: speed ?? undefined };
    }

    #follow = () => {
        if (this.element.isConnected) return this.show();
        this.page.position.removeEventListener("change", this.#follow);
        this.page.facing.removeEventListener("change", this.#follow);
        return this.address.leave();
    };
}

/**
 * Returns the words about the motion that a post shows: none when it shows none.
 *
 * @param {{heading?: number, speed?: number}} shown
 */
function motionWords({ heading, speed }) {
    if (heading !== undefined)
        return [say(speed === undefined ? "composer.visibleFacing" : "composer.visibleFacingSpeed")];
    return speed === undefined ? [] : [say("composer.visibleSpeed")];
}

/**
 * Returns the town that the post shows, or a part of it where the address has no town.
 *
 * @param {AddressAnswer} answer
 */
function placeName({ address }) {
    return address?.city ?? address?.suburb ?? address?.neighbourhood ?? undefined;
}
