// Round walks of a wanted length, past a kind of place.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { LENGTHS, lengthName, readLength, writeLength } from "../data/loop-length.js";
import { choiceList, streetsText } from "../directions/choices.js";
import { settle } from "../directions/ends.js";
import { Following } from "../directions/following.js";
import { ProfileSwitch, WALKERS, rememberedProfile } from "../directions/profiles.js";
import { isRestOf } from "../directions/rest.js";
import { remark } from "../directions/result.js";
import { stepsOf } from "../directions/steps.js";
import { share } from "../place/actions.js";
import { KINDS } from "../search/kind-chips.js";
import { resultsTitle } from "../search/search.js";
import { screenHead } from "../sheet/screen.js";
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";

/** The number of walks offered besides the best one. */
const ALTERNATIVES = 2;

/**
 * @param {Page} page
 * @param {LoopView} view
 * @returns {SheetScreen}
 */
export function loopPage(page, view) {
    return new LoopPage(page, view).screen;
}

class LoopPage {
    #latest = new Latest();
    #head = screenHead(say("action.loop"), null, () => this.page.views.close());
    #following;
    #result = make("div", { class: "route-result" });
    /** @type {Loop[]} */
    #loops = [];
    #chosen = 0;

    /**
     * @param {Page} page
     * @param {LoopView} view
     */
    constructor(page, { from, by, length, kind = "" }) {
        this.page = page;
        this.from = from;
        this.by = WALKERS.find((each) => each === (by ?? rememberedProfile())) ?? "foot";
        this.length = length;
        this.kind = kind;
        const profiles = new ProfileSwitch(this.by, (profile) => this.#change({ by: profile }), WALKERS);
        this.#following = new Following(page.position);
        const top = make("div", { class: "directions-top" }, this.#head, this.#following.banner);
        const wishes = make("div", { class: "loop-wishes" }, this.#lengthField(), this.#kindField());
        /** @type {SheetScreen} */
        this.screen = {
            element: make(
                "article",
                { class: "screen loop" },
                top,
                wishes,
                profiles.element,
                this.#result,
                this.#following.heard,
            ),
            stop: "half",
            leave: () => this.#leave(),
        };
        page.overlay.addEventListener("streets", this.#streetsChanged);
        this.#ask();
    }

    #leave() {
        this.#latest.drop();
        this.page.overlay.removeEventListener("streets", this.#streetsChanged);
        this.#take();
        this.#following.leave();
    }

    /** Takes all walks away. */
    #take() {
        this.#loops = [];
        this.#draw();
    }

    #lengthField() {
        const written = writeLength(this.length);
        const offered = LENGTHS.some((each) => writeLength(each) === written) ? LENGTHS : [this.length, ...LENGTHS];
        const options = offered.map((each) => {
            const value = writeLength(each);
            return make("option", { value, selected: value === written }, lengthName(each));
        });
        const change = () => this.#change({ length: readLength(select.value) });
        const select = make("select", { on: { change } }, ...options);
        return make("label", { class: "wish" }, make("span", {}, say("loop.length")), select);
    }

    #kindField() {
        const offered = this.kind && !KINDS.includes(this.kind) ? [this.kind, ...KINDS] : KINDS;
        const options = offered.map((each) =>
            make("option", { value: each, selected: each === this.kind }, resultsTitle(each)),
        );
        const anywhere = make("option", { value: "", selected: this.kind === "" }, say("loop.anywhere"));
        const select = make(
            "select",
            { on: { change: () => this.#change({ kind: select.value }) } },
            anywhere,
            ...options,
        );
        return make("label", { class: "wish" }, make("span", {}, say("loop.past")), select);
    }

    /** @param {{by?: Profile, length?: import("../data/loop-length.js").Length, kind?: string}} wish */
    #change({ by = this.by, length = this.length, kind = this.kind }) {
        [this.by, this.length, this.kind] = [by, length, kind];
        const { from } = this;
        this.page.views.note({ screen: "loop", from, by, length, ...(kind ? { kind } : {}) });
        this.#ask();
    }

    /** Streets were closed or opened: the walk that is shown stays until the answer is there. */
    #streetsChanged = () => this.#ask(true);

    /** @param {boolean} [isQuiet] */
    async #ask(isQuiet = false) {
        if (!isQuiet) {
            this.#take();
            fill(this.#result, skeleton());
        }
        try {
            const { from, by, length, kind } = this;
            const question = { from, by, length, kind };
            const found = await this.#latest.ask(question, (asked, signal) => this.#find(asked, signal));
            if (found && isQuiet && this.#loops.length > 0) this.#renew(found.answer?.routes ?? this.#loops);
            else if (found) this.#show(found.answer);
        } catch (failure) {
            // No answer came: the walk shown is still the best known one.
            if (isQuiet && !(failure instanceof Refused)) return;
            this.#failed(failure);
        }
    }

    /**
     * @param {{from: End, by: Profile, length: import("../data/loop-length.js").Length, kind: string}} asked
     * @param {AbortSignal} signal
     */
    async #find({ from, by, length, kind }, signal) {
        const start = await settle(this.page, from, signal);
        if (!start) return null;
        const question = { from: start.position, length, kind, profile: by, alternatives: ALTERNATIVES };
        const { routes } = await this.page.data.loop(question, signal);
        return { start, routes };
    }

    /** @param {{start: import("../directions/ends.js").Settled, routes: Loop[]} | null} found */
    #show(found) {
        if (!found) {
            fill(this.#result, make("p", { class: "hint" }, say("directions.noPosition")));
            return;
        }
        const { start, routes } = found;
        fill(/** @type {Element} */ (this.#head.querySelector(".fact")), say("reach.from", { place: start.name }));
        this.#loops = routes;
        this.#choose(0);
        const points = routes[0].geometry.coordinates.map(([lon, lat]) => ({ lat, lon }));
        this.page.camera.fit([start.position, ...points]);
    }

    /**
     * Shows the answer after streets were closed or opened: a walk that is still possible stays the chosen one.
     *
     * @param {Loop[]} routes
     */
    #renew(routes) {
        const before = this.#loops;
        if (JSON.stringify(routes) === JSON.stringify(before)) return;
        const still = routes.findIndex((route) => isRestOf(route, before[this.#chosen]));
        this.#loops = routes;
        this.#choose(Math.max(still, 0));
        if (still >= 0) return;
        const text = say("walk.changed", { time: durationText(routes[0].duration) });
        this.#following.announce(text);
        this.page.notices.show(text);
    }

    /** @param {number} index */
    #choose(index) {
        const hadFocus = this.#result.querySelector(".route-choices")?.contains(document.activeElement);
        this.#chosen = index;
        this.#draw();
        this.#fillResult(this.#loops[index]);
        const checked = /** @type {HTMLElement | null} */ (this.#result.querySelector(".route-choices :checked"));
        if (hadFocus) checked?.focus();
    }

    /** Draws the chosen walk and the others beside it, or takes all away while there is none. */
    #draw() {
        const { marks } = this.page;
        this.#following.end();
        const shown = this.#loops[this.#chosen] ?? null;
        marks.showRoute(shown);
        marks.select(shown?.place ?? null, "place");
        const others = this.#loops.flatMap((route, index) =>
            route === shown ? [] : { route, index, label: durationText(route.duration) },
        );
        marks.showOthers(others, (index) => this.#choose(index));
    }

    /** @param {Loop} loop */
    #fillResult(loop) {
        const { page } = this;
        const list = stepsOf(page, loop);
        fill(
            this.#result,
            make("p", { class: "spoken", role: "status" }, say("loop.count", { count: this.#loops.length })),
            this.#choices(),
            remark(loop.notice),
            list.element,
            make(
                "div",
                { class: "actions" },
                iconButton("share-2", say("action.share"), () => share(page, say("action.loop"))),
            ),
        );
        // A walker who leaves it is not led back: another walk would not lead back to this one.
        this.#following.begin(loop, list);
    }

    #choices() {
        const by = (/** @type {Loop} */ loop) =>
            loop.place?.name ? say("loop.pastPlace", { place: loop.place.name }) : streetsText(loop);
        return choiceList(this.#loops, this.#chosen, (index) => this.#choose(index), { by });
    }

    /** @param {unknown} failure */
    #failed(failure) {
        this.#take();
        fill(
            this.#result,
            trouble(failure, () => this.#ask()),
        );
    }
}
