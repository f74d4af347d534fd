// Directions: ends on top, travel modes with their times, the route in one line, its steps, and the line on the map. A
// module each holds the wishes, the questions, the drawing, the words and the following.
import { metresBetween } from "../core/geodesy.js";
import { Refused } from "../data/failures.js";
import { ROOM_ZOOM } from "../map/camera.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";
import { RouteAsking } from "./asking.js";
import { endLevels } from "./ends.js";
import { ShownRoute } from "./shown-route.js";
import { Wishes } from "./wishes.js";

/** How far from a position without a route to ask again. In metres. */
const ASK_AGAIN_METRES = 40;

/**
 * @param {Page} page
 * @param {DirectionsView} view
 * @returns {SheetScreen}
 */
export function directions(page, view) {
    return new Directions(page, view).screen;
}

class Directions {
    #wishes;
    #head;
    #asking;
    #shown;
    /** @type {import("./asking.js").Plan | null} */
    #plan = null;
    #isFirst = true;
    /**
     * The reason to look for another route than the one shown: I left it, or streets were closed or opened.
     *
     * @type {"left" | "changed" | null}
     */
    #why = null;

    /**
     * @param {Page} page
     * @param {DirectionsView} view
     */
    constructor(page, view) {
        this.page = page;
        this.#wishes = new Wishes(page, view, {
            ends: () => this.#askAnew(),
            via: () => this.#askOther(),
            profile: () => this.#goBy(),
            quieter: () => this.#goQuieter(),
        });
        const { fields, profiles, quieterChoice } = this.#wishes;
        this.#head = screenHead(say("directions.title"), this.#wishes.profileName, () => page.views.close());
        this.#asking = new RouteAsking(page, profiles);
        this.#shown = new ShownRoute(page, {
            insert: (at, position) => this.#wishes.pass(this.#wishes.via.toSpliced(at, 0, { position })),
            move: (at, position) => this.#wishes.pass(this.#wishes.via.with(at, { position })),
            left: (legs) => this.#left(legs),
            chose: (index) => this.#wishes.choose(index),
        });
        page.position.addEventListener("change", this.#moved);
        page.overlay.addEventListener("streets", this.#streetsChanged);
        page.floors?.addEventListener("mine", this.#saidMyLevel);
        const { following, result } = this.#shown;
        const top = make("div", { class: "directions-top" }, this.#head, following.banner);
        const parts = [top, fields.element, profiles.element, quieterChoice, result, following.heard];
        /** @type {SheetScreen} */
        this.screen = {
            element: make("article", { class: "screen directions" }, ...parts),
            stop: "half",
            turnTo: (asked) => this.#turnTo(/** @type {DirectionsView} */ (asked)),
            leave: () => this.#leave(),
        };
        this.#ask();
    }

    #leave() {
        this.#asking.drop();
        this.page.position.removeEventListener("change", this.#moved);
        this.page.overlay.removeEventListener("streets", this.#streetsChanged);
        this.page.floors?.removeEventListener("mine", this.#saidMyLevel);
        this.#shown.leave();
    }

    /** @param {DirectionsView} view */
    #turnTo(view) {
        if (!this.#wishes.turnTo(view)) return;
        this.#showProfile();
        this.#askOther();
    }

    #askAnew() {
        this.#isFirst = true;
        this.#askOther();
    }

    #askOther() {
        this.#why = null;
        this.#ask();
    }

    #goBy() {
        this.#showProfile();
        this.#isFirst = true;
        this.#why = null;
        const known = this.#plan && this.#asking.known(this.#wishes.by);
        if (this.#plan && known) this.#showKnown(known, this.#plan);
        // Its time was requested without the alternative routes.
        const isWhole = known && (known instanceof Refused || (known.alternatives && !this.#wishes.isQuieter));
        if (!isWhole) this.#ask();
    }

    #goQuieter() {
        this.#asking.forget();
        this.#askAnew();
    }

    #showProfile() {
        fill(/** @type {Element} */ (this.#head.querySelector(".fact")), this.#wishes.profileName);
    }

    async #ask() {
        const { from, to, via, by, isQuieter } = this.#wishes;
        // Another route in place of this one has the same ends, whose names are known.
        if (!this.#why) this.#wishes.hint(this.#plan);
        if (!from || !to) {
            this.#asking.drop();
            this.#plan = null;
            this.#wishes.profiles.clear();
            this.#shown.clear();
            this.#shown.showHint(say(from ? "directions.chooseTo" : "directions.chooseFrom"));
            return;
        }
        if (this.#isFirst) this.#shown.wait();
        try {
            const answer = await this.#asking.ask({ from, to, via, by, isQuieter });
            if (answer) this.#showAnswer(answer);
        } catch (failure) {
            this.#failed(failure);
        }
    }

    /** @param {import("./asking.js").Answer} answer */
    #showAnswer(answer) {
        const { plan, known } = answer;
        this.#wishes.settle(answer);
        this.#showProfile();
        if (!plan || !known) {
            this.#shown.showHint(say("directions.noPosition"));
            return;
        }
        this.#plan = plan;
        this.#showKnown(known, plan);
    }

    /**
     * @param {import("./known-routes.js").Known} known
     * @param {import("./asking.js").Plan} plan
     */
    #showKnown(known, plan) {
        if (known instanceof Refused) {
            this.#failed(known);
            return;
        }
        if (this.#isFirst) {
            const line = known.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }));
            const { fromLevel, toLevel } = endLevels(plan.from, plan.to);
            const isInside = fromLevel !== undefined || toLevel !== undefined;
            this.page.camera.fit([...plan.points, ...line], undefined, isInside ? ROOM_ZOOM : undefined);
            this.page.floors?.showLevel(plan.from.position, fromLevel);
        }
        this.#isFirst = false;
        const why = this.#why;
        this.#why = null;
        if (why === "changed") {
            if (this.#shown.renew(known, plan)) this.#announceChange(known);
            return;
        }
        this.#shown.show(known, plan, this.#wishes.chosen);
        if (why === "left") this.#shown.following.announceRoute(say("walk.new"));
    }

    /** @param {Route} route */
    #announceChange({ duration }) {
        const text = say("walk.changed", { time: durationText(duration) });
        this.#shown.following.announceRoute(text);
        this.page.notices.show(text);
    }

    /**
     * Finds a new route from my position through the stops that still lie ahead. The shown route stays until then.
     *
     * @param {number} legs that lie behind me.
     */
    #left(legs) {
        if (!this.#wishes.isFromMe) return;
        this.#wishes.forgetPassed(legs);
        this.#why = "left";
        this.#ask();
    }

    /** Asks for the route again, from where I am if it begins at me. The shown route stays until the answer comes. */
    #streetsChanged = () => {
        this.#asking.forget();
        const { following, isThere } = this.#shown;
        if (!this.#plan) return;
        if (this.#wishes.isFromMe) this.#wishes.forgetPassed(following.legs);
        if (isThere) this.#why ??= "changed";
        this.#ask();
    };

    #saidMyLevel = () => {
        if (this.#wishes.isFromMe) this.#askOther();
    };

    /** @param {unknown} failure */
    #failed(failure) {
        const { following, isThere } = this.#shown;
        const why = isThere ? this.#why : null;
        this.#why = null;
        // No answer came: the route shown is still the best known one.
        if (why === "changed" && !(failure instanceof Refused)) return;
        if (why === "left") {
            const text = say("walk.noNew", { reason: failureText(failure) });
            following.announce(text);
            this.page.notices.show(text);
            return;
        }
        const { by, fields } = this.#wishes;
        this.#shown.fail(failure, { by, fields, again: () => this.#ask() });
    }

    #moved = () => {
        const { fix } = this.page.position;
        if (!fix || !this.#wishes.isFromMe || this.#shown.following.isActive) return;
        const { askedFrom } = this.#asking;
        if (askedFrom && metresBetween(fix.position, askedFrom) > ASK_AGAIN_METRES) this.#ask();
    };
}
