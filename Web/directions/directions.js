// Directions: ends on top, ways of travel with their times, the way in one line, its steps, and the line on the map. What is
// asked, drawn, told and followed has a module of its own each.
import { Refused } from "../data/failures.js";
import { metresBetween } from "../map/geodesy.js";
import { fill, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { MOST_VIA } from "../views/address-bar.js";
import { RouteAsking } from "./asking.js";
import { endFields, nameHint } from "./ends.js";
import { ProfileSwitch, rememberProfile, rememberedProfile } from "./profiles.js";
import { ShownWay } from "./shown-way.js";
import { ViaList } from "./vias.js";

/** Where there was no way, it is asked for again this far from there. In metres. */
const ASK_AGAIN_METRES = 40;

/** @typedef {{from: End | null, to: End | null, via: End[]}} Ends */

/**
 * @param {Page} page
 * @param {DirectionsView} view
 * @returns {SheetScreen}
 */
export function directions(page, view) {
    return new Directions(page, view).screen;
}

class Directions {
    #head;
    #switch;
    #asking;
    #way;
    /** @type {import("./asking.js").Plan | null} */
    #plan = null;
    #isFirst = true;
    /** Whether a new way is looked for because I left the one that is shown. */
    #isAnew = false;

    /**
     * @param {Page} page
     * @param {DirectionsView} view
     */
    constructor(page, { from, to, via = [], by }) {
        this.page = page;
        this.from = from;
        this.to = to;
        this.via = via;
        this.by = by ?? rememberedProfile();
        this.#head = screenHead(say("directions.title"), say(`profile.${this.by}`), () => page.views.close());
        this.#switch = new ProfileSwitch(this.by, (profile) => this.#goBy(profile));
        this.#asking = new RouteAsking(page, this.#switch);
        this.#way = new ShownWay(page, {
            insert: (at, position) => this.#pass(this.via.toSpliced(at, 0, { position })),
            move: (at, position) => this.#pass(this.via.with(at, { position })),
            left: (legs) => this.#leftRoute(legs),
        });
        this.stops = new ViaList(page, (ends) => this.#pass(ends));
        this.fields = endFields(page, this.stops.element, {
            from: (end) => this.#change({ from: end, to: this.to, via: this.via }),
            to: (end) => this.#change({ from: this.from, to: end, via: this.via }),
            swap: () => this.#change({ from: this.to, to: this.from, via: this.via.toReversed() }),
            via: (end) => this.#pass([...this.via, end]),
        });
        page.position.addEventListener("change", this.#moved);
        const { following, result } = this.#way;
        const top = make("div", { class: "directions-top" }, this.#head, following.banner);
        const parts = [top, this.fields.element, this.#switch.element, result, following.heard];
        /** @type {SheetScreen} */
        this.screen = {
            element: make("article", { class: "screen directions" }, ...parts),
            stop: "half",
            turnTo: (asked) => this.#turnTo(/** @type {DirectionsView} */ (asked)),
            leave: () => this.#leave(),
        };
        // A shared link leads the same way whatever the other device remembers.
        if (!by) this.#note();
        this.#ask();
    }

    #leave() {
        this.#asking.drop();
        this.page.position.removeEventListener("change", this.#moved);
        this.#way.leave();
    }

    /**
     * Shows another state of the same screen, as when somebody goes back.
     *
     * @param {DirectionsView} view
     */
    #turnTo({ from, to, via = [], by = this.by }) {
        if (JSON.stringify([from, to, via, by]) === JSON.stringify([this.from, this.to, this.via, this.by])) return;
        [this.from, this.to, this.via] = [from, to, via];
        if (by !== this.by) {
            this.by = by;
            this.#switch.choose(by);
            this.#tellBy();
        }
        this.#ask();
    }

    /** @param {Ends} ends */
    #change({ from, to, via }) {
        [this.from, this.to, this.via] = [from, to, via];
        this.#isFirst = true;
        this.#isAnew = false;
        this.#note();
        this.#ask();
    }

    /**
     * Passes other points on the way: a step that back takes back.
     *
     * @param {End[]} ends
     */
    #pass(ends) {
        this.via = ends.slice(0, MOST_VIA);
        this.page.views.step(this.#view);
        this.#ask();
    }

    /** @param {Profile} profile */
    #goBy(profile) {
        this.by = profile;
        this.#isAnew = false;
        rememberProfile(profile);
        this.#note();
        this.#tellBy();
        this.#isFirst = true;
        const known = this.#plan && this.#asking.known(profile);
        if (this.#plan && known) this.#tellKnown(known, this.#plan);
        // Its time was asked for without the other ways.
        if (!known || (!(known instanceof Refused) && !known.alternatives)) this.#ask();
    }

    #tellBy() {
        fill(/** @type {Element} */ (this.#head.querySelector(".fact")), say(`profile.${this.by}`));
    }

    /** @returns {DirectionsView} */
    get #view() {
        const { from, to, via, by } = this;
        return { screen: "directions", from, to, ...(via.length > 0 ? { via } : {}), by };
    }

    #note() {
        this.page.views.note(this.#view);
    }

    async #ask() {
        const { from, to, via, by } = this;
        const known = new Map(this.#plan?.via.map(({ end, name }) => [end, name]));
        this.stops.show(via.map((end) => ({ end, name: known.get(end) ?? nameHint(end) })));
        this.fields.from.settle(nameHint(from));
        this.fields.to.settle(nameHint(to));
        if (!from || !to) {
            this.#asking.drop();
            this.#plan = null;
            this.#switch.clear();
            this.#way.clear();
            this.#way.tell(say(from ? "directions.chooseTo" : "directions.chooseFrom"));
            return;
        }
        if (this.#isFirst) this.#way.wait();
        try {
            const answer = await this.#asking.ask({ from, to, via, by });
            if (answer) this.#tellAnswer(answer);
        } catch (failure) {
            this.#failed(failure);
        }
    }

    /** @param {import("./asking.js").Answer} answer */
    #tellAnswer({ from, to, plan, known }) {
        if (from) this.fields.from.settle(from.name);
        if (to) this.fields.to.settle(to.name);
        if (!plan || !known) {
            this.#way.tell(say("directions.noPosition"));
            return;
        }
        this.#plan = plan;
        this.stops.show(plan.via);
        this.#tellKnown(known, plan);
    }

    /**
     * @param {import("./known-routes.js").Known} known
     * @param {import("./asking.js").Plan} plan
     */
    #tellKnown(known, plan) {
        if (known instanceof Refused) {
            this.#failed(known);
            return;
        }
        if (this.#isFirst) {
            const line = known.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }));
            this.page.camera.fit([...plan.points, ...line]);
        }
        this.#isFirst = false;
        if (this.#isAnew) this.#way.following.say(say("walk.new"));
        this.#isAnew = false;
        this.#way.show(known, plan);
    }

    /**
     * Finds a new way from where I am, through what still lies ahead. What is shown stays until it is there.
     *
     * @param {number} legs that lie behind me.
     */
    #leftRoute(legs) {
        if (!this.from || !("me" in this.from)) return;
        if (legs > 0 && this.via.length > 0) {
            this.via = this.via.slice(legs);
            this.#note();
        }
        this.#isAnew = true;
        this.#ask();
    }

    /** @param {unknown} failure */
    #failed(failure) {
        const { following } = this.#way;
        if (this.#isAnew && following.isUnderWay) {
            this.#isAnew = false;
            const text = say("walk.noNew", { reason: failureText(failure) });
            following.say(text);
            this.page.notices.tell(text);
            return;
        }
        this.#way.fail(failure, { by: this.by, fields: this.fields, again: () => this.#ask() });
    }

    #moved = () => {
        const { fix } = this.page.position;
        const isFromMe = this.from && "me" in this.from;
        if (!fix || !isFromMe || this.#way.following.isUnderWay) return;
        const { askedFrom } = this.#asking;
        if (askedFrom && metresBetween(fix.position, askedFrom) > ASK_AGAIN_METRES) this.#ask();
    };
}
