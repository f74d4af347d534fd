// Directions: ends on top, the walk in one line, its steps, and the line on the map.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { metresBetween } from "../map/geodesy.js";
import { share } from "../place/actions.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";
import { endFields, settle } from "./ends.js";
import { StepList } from "./steps.js";

/** Farther off from where the route was asked for, it is asked for again. In metres. */
const ASK_AGAIN_METRES = 40;

/**
 * @param {Page} page
 * @param {{from: End | null, to: End | null}} view
 * @returns {SheetScreen}
 */
export function directions(page, view) {
    return new Directions(page, view).screen;
}

class Directions {
    #latest = new Latest();
    #head = screenHead(say("directions.title"), say("directions.walking"), () => this.page.views.close());
    #result = make("div", { class: "route-result" });
    /** @type {StepList | null} */
    #steps = null;
    /** @type {Position | null} */
    #askedFrom = null;
    #isFirst = true;

    /**
     * @param {Page} page
     * @param {{from: End | null, to: End | null}} view
     */
    constructor(page, { from, to }) {
        this.page = page;
        this.from = from;
        this.to = to;
        this.fields = endFields(page, {
            from: (end) => this.#change({ from: end, to: this.to }),
            to: (end) => this.#change({ from: this.from, to: end }),
            swap: () => this.#change({ from: this.to, to: this.from }),
        });
        page.position.addEventListener("change", this.#moved);
        /** @type {SheetScreen} */
        this.screen = {
            element: make("article", { class: "screen directions" }, this.#head, this.fields.element, this.#result),
            stop: "half",
            leave: () => this.#leave(),
        };
        this.#ask();
    }

    #leave() {
        this.#latest.drop();
        this.page.position.removeEventListener("change", this.#moved);
        this.page.marks.showRoute(null);
        this.page.marks.select(null);
    }

    /** @param {{from: End | null, to: End | null}} ends */
    #change({ from, to }) {
        this.from = from;
        this.to = to;
        this.#isFirst = true;
        this.page.views.note({ screen: "directions", from, to });
        this.#ask();
    }

    async #ask() {
        const { from, to } = this;
        this.fields.from.settle(nameHint(from));
        this.fields.to.settle(nameHint(to));
        if (!from || !to) {
            this.#latest.drop();
            this.page.marks.showRoute(null);
            this.#tell(say(from ? "directions.chooseTo" : "directions.chooseFrom"));
            return;
        }
        if (this.#isFirst) fill(this.#result, skeleton());
        try {
            const found = await this.#latest.ask({ from, to }, (ends, signal) => this.#find(ends, signal));
            if (found) this.#show(found.answer);
        } catch (failure) {
            this.#failed(failure);
        }
    }

    /**
     * @param {{from: End, to: End}} ends
     * @param {AbortSignal} signal
     */
    async #find(ends, signal) {
        const [from, to] = await Promise.all([
            settle(this.page, ends.from, signal),
            settle(this.page, ends.to, signal),
        ]);
        if (!from || !to) return { from, to, route: null };
        if ("me" in ends.from) this.#askedFrom = from.position;
        const route = await this.page.data.route({ from: from.position, to: to.position }, signal);
        return { from, to, route };
    }

    /** @param {{from: import('./ends.js').Settled | null, to: import('./ends.js').Settled | null, route: Route | null}} answer */
    #show({ from, to, route }) {
        if (from) this.fields.from.settle(from.name);
        if (to) this.fields.to.settle(to.name);
        if (!from || !to || !route) {
            this.#tell(say("directions.noPosition"));
            return;
        }
        const { marks, camera } = this.page;
        marks.select(to.position, "place");
        marks.showRoute(route, from.position, to.position);
        if (this.#isFirst)
            camera.fit([from.position, to.position, ...route.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }))]);
        this.#isFirst = false;
        this.#fillResult(route, to.name);
    }

    /**
     * @param {Route} route
     * @param {string} destination
     */
    #fillResult(route, destination) {
        const { page } = this;
        this.#steps = new StepList(route, (step) => {
            const [lon, lat] = step.maneuver.location;
            // What is shown must not lie behind the list.
            page.views.lower();
            page.camera.show({ lat, lon }, 17);
        });
        const notice = route.notice ?? (route.edge_of_map ? say("directions.mapEnds") : null);
        fill(
            this.#result,
            make(
                "p",
                { class: "summary", role: "status" },
                make("strong", { class: "digits" }, durationText(route.duration)),
                make("span", { class: "digits" }, distanceText(route.distance)),
            ),
            notice && make("p", { class: "remark" }, icon("triangle-alert"), make("span", {}, notice)),
            this.#steps.element,
            make(
                "div",
                { class: "actions" },
                iconButton("share-2", say("action.share"), () =>
                    share(page, say("directions.shareTitle", { place: destination })),
                ),
            ),
        );
        if (page.position.fix) this.#steps.follow(page.position.fix.position);
    }

    /** @param {unknown} failure */
    #failed(failure) {
        this.page.marks.showRoute(null);
        this.#steps = null;
        if (!(failure instanceof Refused)) {
            fill(
                this.#result,
                trouble(failure, () => this.#ask()),
            );
            return;
        }
        fill(
            this.#result,
            make("div", { class: "trouble", role: "alert" }, icon("route"), make("p", {}, failureText(failure))),
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
        this.#steps?.follow(fix.position);
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
