// The wishes: the ends, the stops between them and the travel mode, with their fields. The address holds all of them.
import { MOST_VIA } from "../data/remote.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { endFields, nameHint } from "./ends.js";
import { PROFILES, ProfileSwitch, WALKERS, rememberProfile, rememberedProfile } from "./profiles.js";
import { ViaList } from "./vias.js";

/** @typedef {{from: End | null, to: End | null, via: End[]}} Ends */

export class Wishes {
    #wantsQuieter = false;
    #quieter;

    /**
     * @param {Page} page
     * @param {DirectionsView} view
     * @param {{ends: () => void, via: () => void, profile: () => void, quieter: () => void}} changed called when the
     *   user changes an end, the stops, the travel mode, or whether to avoid crowds.
     */
    constructor(page, { from, to, via = [], by, chosen = 0, isQuieter = false }, changed) {
        this.page = page;
        this.changed = changed;
        this.from = from;
        this.to = to;
        this.via = via;
        this.by = by ?? rememberedProfile();
        /** The index of the chosen route, the quickest being 0. */
        this.chosen = chosen;
        this.#wantsQuieter = isQuieter;
        this.#quieter = make("input", { type: "checkbox", role: "switch", on: { change: () => this.#goQuieter() } });
        this.quieterChoice = make(
            "label",
            { class: "switch quieter" },
            make("span", {}, say("directions.quieter")),
            this.#quieter,
        );
        this.#showQuieter();
        this.profiles = new ProfileSwitch(this.by, (profile) => this.#goBy(profile));
        this.stops = new ViaList(page, (ends) => this.pass(ends));
        this.fields = endFields(page, this.stops.element, {
            from: (end) => this.#change({ from: end, to: this.to, via: this.via }),
            to: (end) => this.#change({ from: this.from, to: end, via: this.via }),
            swap: () => this.#change({ from: this.to, to: this.from, via: this.via.toReversed() }),
            via: (end) => this.pass([...this.via, end]),
        });
        // A shared link leads along the same route, even if the other device remembers other choices.
        if (!by) this.#note();
    }

    /** Whether the route begins at my position. */
    get isFromMe() {
        return this.from !== null && "me" in this.from;
    }

    /**
     * Takes the wishes of another state of the same screen, for example after going back.
     *
     * @param {DirectionsView} view
     * @returns {boolean} whether they are other ones.
     */
    turnTo({ from, to, via = [], by = this.by, chosen = 0, isQuieter = false }) {
        const before = [this.from, this.to, this.via, this.by, this.chosen, this.#wantsQuieter];
        if (JSON.stringify([from, to, via, by, chosen, isQuieter]) === JSON.stringify(before)) return false;
        [this.from, this.to, this.via, this.by, this.chosen, this.#wantsQuieter] = [
            from,
            to,
            via,
            by,
            chosen,
            isQuieter,
        ];
        this.profiles.choose(by);
        this.#showQuieter();
        return true;
    }

    /**
     * Changes the stops: a step that the back button undoes.
     *
     * @param {End[]} ends
     */
    pass(ends) {
        this.via = ends.slice(0, MOST_VIA);
        this.chosen = 0;
        this.page.views.step(this.#view);
        this.changed.via();
    }

    /**
     * Notes the chosen route: a shared link leads along it.
     *
     * @param {number} chosen
     */
    choose(chosen) {
        if (chosen === this.chosen) return;
        this.chosen = chosen;
        this.#note();
    }

    /**
     * Forgets the points that lie behind me.
     *
     * @param {number} legs that were walked.
     */
    forgetPassed(legs) {
        if (legs === 0 || this.via.length === 0) return;
        this.via = this.via.slice(legs);
        this.#note();
    }

    /**
     * Names the ends and points as far as they are known.
     *
     * @param {import("./asking.js").Plan | null} plan where they were found before.
     */
    hint(plan) {
        const known = new Map(plan?.via.map(({ end, name }) => [end, name]));
        this.stops.show(this.via.map((end) => ({ end, name: known.get(end) ?? nameHint(end) })));
        this.fields.from.settle(nameHint(this.from));
        this.fields.to.settle(nameHint(this.to));
    }

    /**
     * Names them as they were found, and offers the travel modes between them.
     *
     * @param {import("./asking.js").Answer} answer
     */
    settle({ from, to, plan }) {
        if (from) this.fields.from.settle(from.name);
        if (to) this.fields.to.settle(to.name);
        if (!plan) return;
        this.stops.show(plan.via);
        this.profiles.offer(plan.isInside ? WALKERS : PROFILES);
        if (plan.by === this.by) return;
        // The device still remembers the travel mode for other routes.
        this.by = plan.by;
        this.profiles.choose(plan.by);
        this.#showQuieter();
        this.#note();
    }

    /** Whether to avoid crowded streets: for walkers only, where the server knows how crowded streets are. */
    get isQuieter() {
        return this.#wantsQuieter && !this.quieterChoice.hidden;
    }

    #showQuieter() {
        this.#quieter.checked = this.#wantsQuieter;
        this.quieterChoice.hidden = !WALKERS.includes(this.by) || !this.page.about.features?.includes("busyness");
    }

    #goQuieter() {
        [this.#wantsQuieter, this.chosen] = [this.#quieter.checked, 0];
        this.#note();
        this.changed.quieter();
    }

    /** The name of the travel mode. */
    get profileName() {
        return say(`profile.${this.by}`);
    }

    /** @param {Ends} ends */
    #change({ from, to, via }) {
        [this.from, this.to, this.via, this.chosen] = [from, to, via, 0];
        this.#note();
        this.changed.ends();
    }

    /** @param {Profile} profile */
    #goBy(profile) {
        [this.by, this.chosen] = [profile, 0];
        rememberProfile(profile);
        this.#showQuieter();
        this.#note();
        this.changed.profile();
    }

    /** @returns {DirectionsView} */
    get #view() {
        const { from, to, via, by, chosen, isQuieter } = this;
        return {
            screen: "directions",
            from,
            to,
            ...(via.length > 0 ? { via } : {}),
            by,
            ...(chosen > 0 ? { chosen } : {}),
            ...(isQuieter ? { isQuieter } : {}),
        };
    }

    #note() {
        this.page.views.note(this.#view);
    }
}
