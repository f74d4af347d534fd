// A tour: venues in order, the walk through them, and the way from each to the next.
import { Refused } from "../data/failures.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { share } from "../place/actions.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";
import { editingTour } from "./editing.js";
import { publicationNote } from "./facts.js";
import { guideScreen } from "./guide-screen.js";
import { marked } from "./marked.js";

/** @typedef {{from: Position, to: Position, route: Route | null}} Leg */

/** So many legs are asked for at a time. */
const ABREAST = 3;

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @returns {SheetScreen}
 */
export function tourPage(page, { id }) {
    const { guide, guideMap, marks, camera, views, data } = page;
    const asking = new AbortController();
    /**
     * The walks that were asked for, by their ends.
     *
     * @type {Map<string, Promise<Route | null>>}
     */
    const walks = new Map();
    let current = 0;
    let isFirst = true;
    /** Which drawing of the legs is the newest. */
    let drawn = 0;

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    function show({ venues, tours }, editing) {
        const tour = tours.find((each) => each.id === id);
        if (!tour) return null;
        const stops = ordered(tour, venues);
        current = Math.min(current, Math.max(0, stops.length - 1));
        const fact = make(
            "span",
            {},
            say("tour.stops", { count: stops.length }),
            " ",
            publicationNote(tour, page.now()),
        );
        if (editing.isEditing) return { title: tour.name, fact, content: [editingTour(page, tour, venues, editing)] };
        const parts = {
            list: make("ol", { class: "stops" }),
            steps: make("div", {}),
            total: make("p", { class: "summary" }),
        };
        const select = (/** @type {number} */ to, moves = true) => {
            current = to;
            tell(stops, parts, select);
            guideMap.setTour(stops, current);
            const { location } = stops[to] ?? {};
            if (location && moves) camera.keepClear(location);
        };
        tell(stops, parts, select);
        walkThrough(stops, parts);
        return {
            title: tour.name,
            fact,
            content: [
                parts.total,
                tour.description && make("p", { class: "told", dir: "auto" }, tour.description),
                parts.steps,
                stops.length === 0 && make("p", { class: "hint" }, say("tour.empty")),
                parts.list,
                make(
                    "div",
                    { class: "actions" },
                    iconButton("share-2", say("action.share"), () => share(page, tour.name)),
                ),
            ],
        };
    }

    /**
     * @param {Tour} tour
     * @param {Venue[]} venues
     */
    function ordered(tour, venues) {
        return tour.venues.flatMap((each) => venues.find((venue) => venue.id === each) ?? []);
    }

    /**
     * Writes the stops and what can be done with the one that is looked at.
     *
     * @param {Venue[]} stops
     * @param {{list: HTMLElement, steps: HTMLElement}} parts
     * @param {(to: number) => void} select
     */
    function tell(stops, { list, steps }, select) {
        const visited = marked("visited");
        const kept = [...list.querySelectorAll(".leg")].map((each) => each.textContent);
        const rows = stops.map(({ id: venue, name, address, location }, index) =>
            make(
                "li",
                { "data-id": venue, "aria-current": index === current && "step" },
                make(
                    "button",
                    { type: "button", on: { click: () => views.open({ screen: "venue", id: venue }) } },
                    make("span", { class: "number digits" }, index + 1),
                    make(
                        "span",
                        { class: "words" },
                        make("strong", { dir: "auto" }, name),
                        visited.has(venue) && make("span", { class: "badge" }, icon("check"), say("guide.visited")),
                        address && make("span", { class: "quiet", dir: "auto" }, address),
                        location ? null : make("span", { class: "quiet" }, say("venue.unmapped")),
                        make("span", { class: "quiet digits leg" }, kept[index] ?? ""),
                    ),
                ),
            ),
        );
        fill(list, ...rows);
        if (stops.length === 0) return;
        const { name, location } = stops[current];
        const before = [...stops.slice(0, current)].reverse().find((stop) => stop.location);
        const way = (/** @type {End} */ from) => () =>
            location && views.open({ screen: "directions", from, to: { position: location, name } });
        const button = (/** @type {number} */ to, /** @type {string} */ drawing, /** @type {string} */ label) =>
            iconButton(drawing, label, () => step(to, drawing), { disabled: !stops[to], "data-focus": drawing });
        const step = (/** @type {number} */ to, /** @type {string} */ drawing) => {
            select(to);
            const again = /** @type {HTMLButtonElement | null} */ (steps.querySelector(`[data-focus="${drawing}"]`));
            if (again?.disabled) /** @type {HTMLElement | null} */ (steps.querySelector("button:enabled"))?.focus();
            else again?.focus();
        };
        const said = say("tour.at", { number: current + 1, count: stops.length, name });
        fill(
            steps,
            make("p", { class: "at-stop", role: "status", dir: "auto" }, said),
            make(
                "div",
                { class: "actions" },
                button(current - 1, "chevron-left", say("tour.previous")),
                button(current + 1, "chevron-right", say("tour.next")),
                location &&
                    iconButton("navigation", say("tour.toHere"), way({ me: true }), { class: "main", "data-key": "d" }),
                location &&
                    before?.location &&
                    iconButton("footprints", say("tour.leg"), way({ position: before.location, name: before.name })),
            ),
        );
    }

    /**
     * Asks for the walk of each leg, and draws them all.
     *
     * @param {Venue[]} stops
     * @param {{list: HTMLElement, total: HTMLElement}} parts
     */
    async function walkThrough(stops, { list, total }) {
        drawn += 1;
        const mine = drawn;
        /** @type {(Leg & {index: number})[]} */
        const legs = [];
        /** @type {Position | undefined} */
        let from;
        stops.forEach(({ location }, index) => {
            if (from && location) legs.push({ from, to: location, route: null, index });
            from = location ?? from;
        });
        const waiting = [...legs];
        const take = async () => {
            for (let leg = waiting.shift(); leg; leg = waiting.shift()) leg.route = await walk(leg);
        };
        fill(total);
        try {
            await Promise.all(Array.from({ length: ABREAST }, take));
        } catch {
            return; // The screen was left, or nobody answers: what is known of the stops is there to read.
        }
        if (mine !== drawn || asking.signal.aborted) return;
        marks.showLegs(legs);
        const notes = list.querySelectorAll(".leg");
        for (const { route, index } of legs)
            notes[index].textContent = route ? say("tour.walk", wordsOf(route)) : say("tour.noWalk");
        const routes = legs.flatMap(({ route }) => route ?? []);
        if (routes.length === 0 || routes.length < legs.length) return;
        const sum = (/** @type {"duration" | "distance"} */ part) => routes.reduce((all, each) => all + each[part], 0);
        fill(
            total,
            make("strong", { class: "digits" }, durationText(sum("duration"))),
            make("span", { class: "digits" }, say("walk.far", { distance: distanceText(sum("distance")) })),
        );
    }

    /** @param {Leg} leg */
    function walk({ from, to }) {
        const key = JSON.stringify([from, to]);
        const known = walks.get(key);
        if (known) return known;
        const asked = data.route({ from, to }, asking.signal).catch((failure) => {
            if (failure instanceof Refused) return null;
            walks.delete(key);
            throw failure;
        });
        walks.set(key, asked);
        return asked;
    }

    return guideScreen(page, {
        look: "tour",
        title: say("tour.title"),
        stop: "half",
        find: (signal) => guide.all(undefined, signal),
        show,
        shown({ venues, tours }) {
            guideMap.setVenues(venues);
            const tour = tours.find((each) => each.id === id);
            const stops = tour ? ordered(tour, venues) : [];
            guideMap.setTour(stops, current);
            const located = stops.flatMap(({ location }) => location ?? []);
            if (isFirst && located.length > 0) camera.fit(located);
            isFirst = false;
        },
        leave() {
            asking.abort();
            guideMap.setTour(null);
            marks.showRoute(null);
        },
    });
}

/** @param {Route} route */
function wordsOf({ duration, distance }) {
    return { time: durationText(duration), distance: distanceText(distance) };
}
