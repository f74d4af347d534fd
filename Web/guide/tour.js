// A tour: venues in order, the walk through them, and the route from each to the next.
import { NAMED_AIR } from "../map/camera.js";
import { share } from "../place/actions.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText, shownMetres, shownMinutes } from "../text/quantities.js";
import { editingTour } from "./editing.js";
import { publicationNote } from "./facts.js";
import { guideScreen } from "./guide-screen.js";
import { marked } from "./marked.js";
import { TourLegs } from "./tour-legs.js";

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @returns {SheetScreen}
 */
export function tourPage(page, { id }) {
    return new TourPage(page, id).screen;
}

class TourPage {
    /** The stop that is looked at, counted from 0. */
    #current = 0;
    #isFirst = true;
    /** @type {Venue[]} */
    #stops = [];
    #list = make("ol", { class: "stops" });
    #total = make("p", { class: "summary" });
    // It is there before its first text: screen readers follow only elements that they know.
    #at = make("p", { class: "at-stop", role: "status", dir: "auto" });
    #steps = make("div", { class: "actions" });

    /**
     * @param {Page} page
     * @param {string} id
     */
    constructor(page, id) {
        this.page = page;
        this.id = id;
        this.legs = new TourLegs(page);
        this.screen = guideScreen(page, {
            look: "tour",
            title: say("tour.title"),
            stop: "half",
            find: (signal) => page.guide.all(undefined, signal),
            show: (index, editing) => this.#show(index, editing),
            shown: (index) => this.#shown(index),
            leave: () => this.#leave(),
        });
    }

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    #show({ venues, tours }, editing) {
        const tour = tours.find((each) => each.id === this.id);
        this.#stops = stopsOf(tour, venues);
        if (!tour) return null;
        this.#current = Math.min(this.#current, Math.max(0, this.#stops.length - 1));
        const count = say("tour.stops", { count: this.#stops.length });
        const fact = make("span", {}, count, " ", publicationNote(tour, this.page.now()));
        if (editing.isEditing)
            return { title: tour.name, fact, content: [editingTour(this.page, tour, venues, editing)] };
        fill(this.#list);
        this.#showStops();
        this.#walkThrough();
        return { title: tour.name, fact, content: this.#content(tour) };
    }

    /** @param {Tour} tour */
    #content({ name, description }) {
        const isEmpty = this.#stops.length === 0;
        return [
            this.#total,
            description && make("p", { class: "prose", dir: "auto" }, description),
            isEmpty ? make("p", { class: "hint" }, say("tour.empty")) : make("div", {}, this.#at, this.#steps),
            this.#list,
            make(
                "div",
                { class: "actions" },
                iconButton("share-2", say("action.share"), () => share(this.page, name)),
            ),
        ];
    }

    /** @param {GuideIndex} index */
    #shown({ venues }) {
        const { guideMap, camera } = this.page;
        guideMap.setVenues(venues);
        guideMap.setTour(this.#stops, this.#current);
        const located = this.#stops.flatMap(({ location }) => location ?? []);
        if (this.#isFirst && located.length > 0) camera.fit(located, NAMED_AIR);
        this.#isFirst = false;
    }

    #leave() {
        this.legs.leave();
        this.page.guideMap.setTour(null);
    }

    /** Writes the stops, and the actions for the shown one. */
    #showStops() {
        const known = [...this.#list.querySelectorAll(".leg")].map((each) => each.textContent);
        fill(this.#list, ...this.#stops.map((stop, index) => this.#row(stop, index, known[index] ?? "")));
        if (this.#stops.length === 0) return;
        const number = this.#current + 1;
        const { name } = this.#stops[this.#current];
        this.#at.textContent = say("tour.at", { number, count: this.#stops.length, name });
        fill(
            this.#steps,
            this.#stepButton(this.#current - 1, "chevron-left", say("tour.previous")),
            this.#stepButton(this.#current + 1, "chevron-right", say("tour.next")),
            ...this.#routeButtons(),
        );
    }

    /**
     * @param {Venue} stop
     * @param {number} index
     * @param {string} leg the known facts of the walk there.
     */
    #row({ id, name, address, location }, index, leg) {
        const open = () => this.page.views.open({ screen: "venue", id });
        const words = make(
            "span",
            { class: "words" },
            make("strong", { dir: "auto" }, name),
            marked("visited").has(id) && make("span", { class: "badge" }, icon("check"), say("guide.visited")),
            address && make("span", { class: "quiet", dir: "auto" }, address),
            location ? null : make("span", { class: "quiet" }, say("venue.unmapped")),
            make("span", { class: "quiet digits leg" }, leg),
        );
        return make(
            "li",
            { "data-id": id, "aria-current": index === this.#current && "step" },
            make(
                "button",
                { type: "button", on: { click: open } },
                make("span", { class: "number digits" }, index + 1),
                words,
            ),
        );
    }

    /**
     * @param {number} to
     * @param {string} drawing
     * @param {string} label
     */
    #stepButton(to, drawing, label) {
        const press = () => {
            this.#select(to);
            const enabled = (/** @type {string} */ which) =>
                /** @type {HTMLElement | null} */ (this.#steps.querySelector(`${which}:enabled`));
            (enabled(`[data-focus="${drawing}"]`) ?? enabled("button"))?.focus();
        };
        return iconButton(drawing, label, press, { disabled: !this.#stops[to], "data-focus": drawing });
    }

    /** The routes to the shown stop: from me, and from the last stop before it that is on the map. */
    #routeButtons() {
        const { name, location } = this.#stops[this.#current];
        if (!location) return [];
        const before = this.#stops
            .slice(0, this.#current)
            .reverse()
            .find((stop) => stop.location);
        const to = { position: location, name };
        const open = (/** @type {End} */ from) => () => this.page.views.open({ screen: "directions", from, to });
        return [
            iconButton("navigation", say("tour.toHere"), open({ me: true }), { class: "main", "data-key": "d" }),
            before?.location &&
                iconButton("footprints", say("tour.leg"), open({ position: before.location, name: before.name })),
        ];
    }

    /** @param {number} to */
    #select(to) {
        this.#current = to;
        this.#showStops();
        this.page.guideMap.setTour(this.#stops, to);
        const { location } = this.#stops[to] ?? {};
        if (location) this.page.camera.keepClear(location);
    }

    /** Shows the walk of each leg, and the sum once all are known. */
    async #walkThrough() {
        fill(this.#total);
        const legs = await this.legs.draw(this.#stops);
        if (!legs) return;
        const notes = this.#list.querySelectorAll(".leg");
        for (const { route, index } of legs)
            notes[index].textContent = route ? say("tour.walk", wordsOf(route)) : say("tour.noWalk");
        const routes = legs.flatMap(({ route }) => route ?? []);
        if (routes.length === 0 || routes.length < legs.length) return;
        const { time, distance } = wordsOf(sumOf(routes));
        fill(
            this.#total,
            make("strong", { class: "digits" }, time),
            make("span", { class: "digits" }, say("walk.far", { distance })),
        );
    }
}

/**
 * @param {Tour | undefined} tour
 * @param {Venue[]} venues
 */
function stopsOf(tour, venues) {
    return (tour?.venues ?? []).flatMap((each) => venues.find((venue) => venue.id === each) ?? []);
}

/**
 * Returns the sum of the shown values of each walk, so that a reader who adds them up comes to the same.
 *
 * @param {Route[]} routes
 */
function sumOf(routes) {
    const sum = { duration: 0, distance: 0 };
    for (const { duration, distance } of routes) {
        sum.duration += shownMinutes(duration) * 60;
        sum.distance += shownMetres(distance);
    }
    return sum;
}

/** @param {{duration: number, distance: number}} route in seconds and metres. */
function wordsOf({ duration, distance }) {
    return { time: durationText(duration), distance: distanceText(distance) };
}
