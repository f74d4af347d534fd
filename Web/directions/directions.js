// Directions: ends on top, ways of travel with their times, the way in one line, its steps, and the line on the map.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { metresBetween } from "../map/geodesy.js";
import { share } from "../place/actions.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";
import { MOST_VIA } from "../views/address-bar.js";
import { choiceList, longerText, streetsText } from "./choices.js";
import { endFields, settle } from "./ends.js";
import { KnownRoutes } from "./known-routes.js";
import { PROFILES, ProfileSwitch, rememberProfile, rememberedProfile } from "./profiles.js";
import { downloadGPX } from "./gpx-file.js";
import { routePrinting } from "./print.js";
import { Pulling } from "./pulling.js";
import { Speech } from "./speech.js";
import { StepList } from "./steps.js";
import { ViaList } from "./vias.js";
import { Walk } from "./walk.js";

/** Where there was no way, it is asked for again this far from there. In metres. */
const ASK_AGAIN_METRES = 40;
/** So many other ways are offered. */
const ALTERNATIVES = 2;

/**
 * What a way leads through.
 *
 * @typedef {{from: import('./ends.js').Settled, to: import('./ends.js').Settled, via: import('./ends.js').Settled[],
 *   points: Position[]}} Plan
 *
 * @typedef {{from: End | null, to: End | null, via: End[]}} Ends
 */

/**
 * @param {Page} page
 * @param {DirectionsView} view
 * @returns {SheetScreen}
 */
export function directions(page, view) {
    return new Directions(page, view).screen;
}

class Directions {
    /** Of the way that is shown. */
    #latest = new Latest();
    /** Of the times of the other ways of travel. */
    #times = new Latest();
    #known = new KnownRoutes();
    #head;
    #result = make("div", { class: "route-result" });
    #switch;
    /** What comes next on the way; it stays in view with the screen's name. */
    #banner = make("div", { class: "next-step", hidden: true });
    // There before anything is said in it, for screen readers listen only to what they know.
    #heard = make("p", { class: "spoken", role: "status" });
    #speech = new Speech();
    #printing;
    /** @type {Walk | null} */
    #walk = null;
    /** @type {Plan | null} */
    #plan = null;
    /** @type {Position | null} */
    #askedFrom = null;
    /** @type {Pulling | null} */
    #pulling = null;
    #isFirst = true;
    /** Which of several ways is shown; the quickest is the first. */
    #chosen = 0;
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
        this.#printing = routePrinting(page);
        this.stops = new ViaList(page, (ends) => this.#pass(ends));
        this.fields = endFields(page, this.stops.element, {
            from: (end) => this.#change({ from: end, to: this.to, via: this.via }),
            to: (end) => this.#change({ from: this.from, to: end, via: this.via }),
            swap: () => this.#change({ from: this.to, to: this.from, via: this.via.toReversed() }),
            via: (end) => this.#pass([...this.via, end]),
        });
        page.position.addEventListener("change", this.#moved);
        const top = make("div", { class: "directions-top" }, this.#head, this.#banner);
        const parts = [top, this.fields.element, this.#switch.element, this.#result, this.#heard];
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
        this.#latest.drop();
        this.#times.drop();
        this.page.position.removeEventListener("change", this.#moved);
        this.#printing.leave();
        this.#speech.stop();
        this.#draw(null);
        this.page.marks.select(null);
    }

    /**
     * Shows another state of the same screen, as when somebody goes back.
     *
     * @param {DirectionsView} view
     */
    #turnTo({ from, to, via = [], by = this.by }) {
        if (JSON.stringify([from, to, via, by]) === JSON.stringify([this.from, this.to, this.via, this.by])) return;
        [this.from, this.to, this.via] = [from, to, via];
        if (by === this.by) {
            this.#ask();
            return;
        }
        this.by = by;
        this.#switch.choose(by);
        this.#tellBy();
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
        const known = this.#known.get(profile);
        const isKnown = this.#plan && known && !this.#latest.isWaiting;
        if (this.#plan && isKnown) this.#tellKnown(known, this.#plan);
        // Its time was asked for without the other ways.
        if (!isKnown || (!(known instanceof Refused) && !known.alternatives)) this.#ask();
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
            this.#latest.drop();
            this.#times.drop();
            this.#plan = null;
            this.#switch.clear();
            this.#draw(null);
            this.#tell(say(from ? "directions.chooseTo" : "directions.chooseFrom"));
            return;
        }
        if (this.#isFirst) fill(this.#result, skeleton());
        try {
            const found = await this.#latest.ask({ from, to, via, by }, (asked, signal) => this.#find(asked, signal));
            if (found) this.#tellFound(found.answer);
        } catch (failure) {
            this.#failed(failure);
        }
    }

    /**
     * @param {{from: End, to: End, via: End[], by: Profile}} asked
     * @param {AbortSignal} signal
     */
    async #find(asked, signal) {
        const ends = [asked.from, ...asked.via, asked.to];
        const settled = await Promise.all(ends.map((end) => settle(this.page, end, signal)));
        const found = settled.flatMap((each) => each ?? []);
        const [from, to] = [settled[0], settled[settled.length - 1]];
        if (!from || !to || found.length < ends.length) return { from, to };
        if ("me" in asked.from) this.#askedFrom = from.position;
        const points = found.map(({ position }) => position);
        const plan = { from, to, via: found.slice(1, -1), points };
        return { from, to, plan, known: await this.#routeOf(points, asked.by, signal, ALTERNATIVES) };
    }

    /**
     * @param {Position[]} points
     * @param {Profile} profile
     * @param {AbortSignal} signal
     * @param {number} [alternatives]
     * @returns {Promise<import('./known-routes.js').Known>}
     */
    async #routeOf(points, profile, signal, alternatives = 0) {
        try {
            return await this.page.data.route({ points, profile, alternatives }, signal);
        } catch (failure) {
            if (failure instanceof Refused && !signal.aborted) return failure;
            throw failure;
        }
    }

    /**
     * @param {{from: import('./ends.js').Settled | null, to: import('./ends.js').Settled | null, plan?: Plan,
     *   known?: import('./known-routes.js').Known}} answer
     */
    #tellFound({ from, to, plan, known }) {
        if (from) this.fields.from.settle(from.name);
        if (to) this.fields.to.settle(to.name);
        if (!plan || !known) {
            this.#tell(say("directions.noPosition"));
            return;
        }
        this.#plan = plan;
        this.stops.show(plan.via);
        if (this.#known.turnTo(plan.points)) this.#switch.clear();
        this.#learn(this.by, known);
        this.#tellKnown(known, plan);
        this.#askTimes(plan.points);
    }

    /**
     * @param {import('./known-routes.js').Known} known
     * @param {Plan} plan
     */
    #tellKnown(known, plan) {
        this.#chosen = 0;
        if (known instanceof Refused) this.#failed(known);
        else this.#show(known, plan);
    }

    /**
     * @param {Profile} profile
     * @param {import('./known-routes.js').Known} known
     */
    #learn(profile, known) {
        this.#known.set(profile, known);
        this.#switch.tell(profile, known instanceof Refused ? null : known.duration);
    }

    /**
     * Finds out how long the other ways of travel take, one after the other: nobody waits for it.
     *
     * @param {Position[]} points
     */
    async #askTimes(points) {
        const learnAll = async (/** @type {Position[]} */ asked, /** @type {AbortSignal} */ signal) => {
            for (const profile of PROFILES) {
                if (this.#known.get(profile)) continue;
                const known = await this.#routeOf(asked, profile, signal);
                if (signal.aborted) return;
                this.#learn(profile, known);
            }
        };
        await this.#times.ask(points, learnAll).catch(() => null);
    }

    /**
     * @param {Route} route
     * @param {Plan} plan
     */
    #show(route, plan) {
        const { marks, camera } = this.page;
        marks.select(plan.to.position, "place");
        const shown = this.#draw(route, plan) ?? route;
        if (this.#isFirst)
            camera.fit([...plan.points, ...shown.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }))]);
        this.#isFirst = false;
        this.#printing.of(shown, plan);
        if (this.#isAnew) this.#say(say("walk.new"));
        this.#isAnew = false;
        this.#fillResult(shown, plan.to.name, () =>
            choiceList(waysOf(route), this.#chosen, (index) => this.#choose(index), {
                by: streetsText,
                longer: (way) => longerText(way, route),
            }),
        );
    }

    /**
     * Shows another of several ways.
     *
     * @param {number} index
     */
    #choose(index) {
        const known = this.#known.get(this.by);
        if (!this.#plan || !known || known instanceof Refused) return;
        this.#chosen = index;
        const wasInList = this.#result.querySelector(".route-choices")?.contains(document.activeElement);
        this.#show(known, this.#plan);
        const checked = /** @type {HTMLElement | null} */ (this.#result.querySelector(".route-choices :checked"));
        if (wasInList) checked?.focus();
    }

    /**
     * Draws the chosen of several ways, to be pulled, and the others beside it; null takes all away.
     *
     * @param {Route | null} route
     * @param {Plan | null} [plan]
     * @returns {Route | undefined} the chosen one.
     */
    #draw(route, plan = null) {
        const { marks, routeLine } = this.page;
        this.#pulling?.drop();
        this.#pulling = null;
        this.#walk?.leave();
        this.#walk = null;
        routeLine.showStops(plan?.via.map(({ position }) => position) ?? []);
        if (!route || !plan) {
            marks.showRoute(null);
            marks.showOthers([]);
            this.#printing.of(null, null);
            routeLine.offer(null);
            return undefined;
        }
        const ways = waysOf(route);
        const shown = ways[this.#chosen];
        const others = ways.flatMap((way, index) =>
            way === shown ? [] : { route: way, index, label: longerText(way, shown) },
        );
        const draw = (/** @type {Route} */ drawn) => marks.showRoute(drawn, plan.from.position, plan.to.position);
        draw(shown);
        marks.showOthers(others, (index) => this.#choose(index));
        const { by } = this;
        this.#pulling = new Pulling({
            points: plan.points,
            find: (points, signal) => this.page.data.route({ points, profile: by }, signal),
            draw: (drawn) => draw(drawn ?? shown),
            inserted: (at, position) => this.#pass(this.via.toSpliced(at, 0, { position })),
            moved: (at, position) => this.#pass(this.via.with(at, { position })),
        });
        routeLine.offer(shown, this.#pulling);
        return shown;
    }

    /**
     * @param {Route} route
     * @param {string} destination
     * @param {() => HTMLElement} choices the ways to choose between.
     */
    #fillResult(route, destination, choices) {
        const { page } = this;
        const list = new StepList(
            route.legs.flatMap((leg) => leg.steps),
            (step) => {
                const [lon, lat] = step.maneuver.location;
                // What is shown must not lie behind the list.
                page.views.lower();
                page.camera.show({ lat, lon }, 17);
            },
        );
        const notice = route.notice ?? (route.edge_of_map ? say("directions.mapEnds") : null);
        fill(
            this.#result,
            make(
                "p",
                { class: "summary", role: "status" },
                make("strong", { class: "digits" }, durationText(route.duration)),
                make("span", { class: "digits" }, distanceText(route.distance)),
            ),
            (this.#chosen > 0 || (route.alternatives?.length ?? 0) > 0) && choices(),
            notice && make("p", { class: "remark" }, icon("triangle-alert"), make("span", {}, notice)),
            list.element,
            make("p", { class: "hint" }, say("via.pull")),
            make(
                "div",
                { class: "actions" },
                Speech.isPossible && this.#speechButton(),
                iconButton("share-2", say("action.share"), () =>
                    share(page, say("directions.shareTitle", { place: destination })),
                ),
                iconButton("printer", say("action.print"), () => this.#printing.now()),
                // A file is made of the quickest way.
                this.#chosen === 0 && this.#gpxButton(),
            ),
        );
        this.#walk = new Walk(route, {
            banner: this.#banner,
            list,
            tell: (text) => this.#say(text),
            left: (legs) => this.#leftRoute(legs),
        });
        if (page.position.fix) this.#walk.hear(page.position.fix);
    }

    #gpxButton() {
        const points = this.#plan?.points ?? [];
        const button = iconButton("download", say("directions.gpx"), async () => {
            button.disabled = true;
            await downloadGPX(this.page, { points, profile: this.by });
            button.disabled = false;
        });
        return button;
    }

    #speechButton() {
        const button = iconButton(
            "volume-2",
            say("speech.on"),
            () => {
                this.#speech.turn(!this.#speech.isOn);
                button.setAttribute("aria-pressed", String(this.#speech.isOn));
                if (this.#walk?.sentence) this.#speech.say(this.#walk.sentence);
            },
            { class: "toggle", "aria-pressed": String(this.#speech.isOn) },
        );
        return button;
    }

    /**
     * Says something on the way, to screen readers and, if wanted, aloud.
     *
     * @param {string} text
     */
    #say(text) {
        fill(this.#heard, text);
        this.#speech.say(text);
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
        if (this.#isAnew && this.#walk) {
            this.#isAnew = false;
            this.#say(say("walk.noNew", { reason: failureText(failure) }));
            this.page.notices.tell(this.#heard.textContent ?? "");
            return;
        }
        this.#draw(null);
        if (!(failure instanceof Refused)) {
            fill(
                this.#result,
                trouble(failure, () => this.#ask()),
            );
            return;
        }
        const reason = failure.code === "no_route" && sayIfKnown(`directions.noRoute.${this.by}`);
        fill(
            this.#result,
            make(
                "div",
                { class: "trouble", role: "alert" },
                icon("route"),
                make("p", {}, reason || failureText(failure)),
            ),
            make(
                "div",
                { class: "actions" },
                iconButton("circle-dot", say("directions.changeFrom"), () => this.fields.from.edit()),
                iconButton("map-pin", say("directions.changeTo"), () => this.fields.to.edit()),
            ),
        );
    }

    /** @param {string} text */
    #tell(text) {
        fill(this.#result, make("p", { class: "hint" }, text));
    }

    #moved = () => {
        const { fix } = this.page.position;
        if (!fix) return;
        if (this.#walk) {
            this.#walk.hear(fix);
            return;
        }
        const isFromMe = this.from && "me" in this.from;
        if (isFromMe && this.#askedFrom && metresBetween(fix.position, this.#askedFrom) > ASK_AGAIN_METRES) this.#ask();
    };
}

/**
 * What an end is called before it has been looked up.
 *
 * @param {End | null} end
 */
function nameHint(end) {
    if (!end) return "";
    return "me" in end ? say("directions.me") : (end.name ?? "");
}

/**
 * A way and the others that came with it.
 *
 * @param {Route} route
 */
function waysOf(route) {
    return [route, ...(route.alternatives ?? [])];
}
