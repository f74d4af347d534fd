// Asks for routes: first for the positions of the ends, then for the route, then for the times of the other travel
// modes. The newest question counts.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { areInOneBuilding, endLevels, settle } from "./ends.js";
import { KnownRoutes } from "./known-routes.js";
import { PROFILES, WALKERS } from "./profiles.js";

/** The number of alternative routes. */
export const ALTERNATIVES = 2;

/**
 * The points that a route leads through, and its travel mode: on foot instead of by bicycle or car where all points are
 * inside the same building.
 *
 * @typedef {import("./ends.js").Settled} Settled
 * @typedef {{from: Settled, to: Settled, via: Settled[], points: Position[], isInside: boolean, by: Profile}} Plan
 *
 * @typedef {{from: End, to: End, via: End[], by: Profile, isQuieter?: boolean}} Asked
 *
 * @typedef {import("./known-routes.js").Known} Known
 * @typedef {import("./known-routes.js").Ends} Ends
 *
 * An answer: the known positions of the ends, and the route if all of them are known.
 *
 * @typedef {{from: Settled | null, to: Settled | null, plan?: Plan, known?: Known}} Answer
 */

export class RouteAsking {
    /** Of the route shown. */
    #latest = new Latest();
    /** Of the times of the other travel modes. */
    #times = new Latest();
    #known = new KnownRoutes();
    /**
     * My position when the last route from me was requested.
     *
     * @type {Position | null}
     */
    askedFrom = null;

    /**
     * @param {Page} page
     * @param {import("./profiles.js").ProfileSwitch} times shows the time of each travel mode.
     */
    constructor(page, times) {
        this.page = page;
        this.times = times;
    }

    /**
     * @param {Asked} asked
     * @returns {Promise<Answer | null>} null when another question took its place.
     */
    async ask(asked) {
        const found = await this.#latest.ask(asked, (question, signal) => this.#find(question, signal));
        if (!found) return null;
        const { plan, known } = found.answer;
        if (plan && known) {
            const ends = { points: plan.points, ...endLevels(plan.from, plan.to) };
            if (this.#known.turnTo(ends)) this.times.clear();
            this.#learn(plan.by, known);
            this.#askTimes(ends, plan.isInside ? WALKERS : PROFILES);
        }
        return found.answer;
    }

    /**
     * Returns the known answer for a travel mode through the same points; nothing while a request waits.
     *
     * @param {Profile} profile
     */
    known(profile) {
        return this.#latest.isWaiting ? undefined : this.#known.get(profile);
    }

    /** Forgets all answers, because streets were closed or opened. */
    forget() {
        this.#known.forget();
    }

    /** Drops the requests that wait for an answer. */
    drop() {
        this.#latest.drop();
        this.#times.drop();
    }

    /**
     * @param {Asked} asked
     * @param {AbortSignal} signal
     * @returns {Promise<Answer>}
     */
    async #find({ from: start, via, to: end, by: wished, isQuieter = false }, signal) {
        const ends = [start, ...via, end];
        const settled = await Promise.all(ends.map((each) => settle(this.page, each, signal)));
        const found = settled.flatMap((each) => each ?? []);
        const [from, to] = [settled[0], settled[settled.length - 1]];
        if (!from || !to || found.length < ends.length) return { from, to };
        if ("me" in start) this.askedFrom = from.position;
        const points = found.map(({ position }) => position);
        const isInside = areInOneBuilding(found);
        const by = isInside && !WALKERS.includes(wished) ? "foot" : wished;
        const plan = { from, to, via: found.slice(1, -1), points, isInside, by };
        const wishes = { profile: by, alternatives: isQuieter ? 0 : ALTERNATIVES, isQuieter };
        const known = await this.#routeOf({ points, ...endLevels(from, to), ...wishes }, signal);
        return { from, to, plan, known };
    }

    /**
     * @param {RouteQuestion} question
     * @param {AbortSignal} signal
     * @returns {Promise<Known>}
     */
    async #routeOf(question, signal) {
        try {
            return await this.page.data.route(question, signal);
        } catch (failure) {
            if (failure instanceof Refused && !signal.aborted) return failure;
            throw failure;
        }
    }

    /**
     * @param {Profile} profile
     * @param {Known} known
     */
    #learn(profile, known) {
        this.#known.set(profile, known);
        this.times.showTime(profile, known instanceof Refused ? null : known.duration);
    }

    /**
     * Asks for the times of the other travel modes, one after the other: no user waits for them.
     *
     * @param {Ends} ends
     * @param {Profile[]} profiles
     */
    async #askTimes(ends, profiles) {
        const learnAll = async (/** @type {Ends} */ asked, /** @type {AbortSignal} */ signal) => {
            for (const profile of profiles) {
                if (this.#known.get(profile)) continue;
                const known = await this.#routeOf({ ...asked, profile }, signal);
                if (signal.aborted) return;
                this.#learn(profile, known);
            }
        };
        await this.#times.ask(ends, learnAll).catch(() => null);
    }
}
