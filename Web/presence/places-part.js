// The part of *Now* about places: the queues, the longest first, the form that reports a waiting time, and the busiest
// places.
import { placesNow, readBusyness, readQueue } from "../data/busyness.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { finder } from "../search/search.js";
import { unfold } from "../shell/form.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { busyText, queueText } from "../text/busy-words.js";
import { say } from "../text/catalogue.js";
import { busySwitch } from "./busy-switch.js";
import { queueForm } from "./queue-form.js";

const MOST_SHOWN = 20;

/** @param {Page} page */
export function placesPart(page) {
    return new PlacesPart(page);
}

/** How long people wait and how busy places are, and the form that reports a wait. */
class PlacesPart {
    #queues = make("div", {});
    #busy = make("div", {});
    #reportForm = make("div", {});
    #onMap = busySwitch();

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const { community } = page;
        this.element = make(
            "div",
            {},
            make(
                "section",
                { "aria-labelledby": "now-queues" },
                make("h3", { id: "now-queues" }, say("queue.title")),
                this.#queues,
                this.#reportForm,
            ),
            make(
                "section",
                { "aria-labelledby": "now-busy" },
                make("h3", { id: "now-busy" }, say("busy.title")),
                this.#onMap.element,
                this.#busy,
            ),
        );
        placesNow.addEventListener("change", this.#show);
        community.addEventListener("me", this.#load);
        this.#show();
        this.#load();
        placesNow.retry();
    }

    #show = () => {
        const { queues: waits, all, isKnown, failure } = placesNow;
        if (!isKnown) {
            fill(this.#queues, failure ? trouble(failure, () => placesNow.retry()) : skeleton());
            fill(this.#busy);
            return;
        }
        const line = (/** @type {QueueAtPlace} */ queue) =>
            this.#row(queue, "clock", queueText(queue.now, this.page.now()));
        list(this.#queues, waits.map(line), say("queue.empty"));
        const busiest = all.slice(0, MOST_SHOWN);
        list(
            this.#busy,
            busiest.map((place) => this.#row(place, "users", busyText(place.now))),
            say("busy.empty"),
        );
    };

    /**
     * @param {QueueAtPlace | BusyPlace} place
     * @param {string} drawing
     * @param {string} text
     */
    #row({ id, name, is_simulated: isSimulated }, drawing, text) {
        const press = () => this.page.views.open({ screen: "place", id });
        const words = make(
            "span",
            { class: "words" },
            make("bdi", { class: "name" }, name),
            make("span", { class: "where" }, isSimulated ? `${text} · ${say("simulated.badge")}` : text),
        );
        const inside = make("span", { class: "place-row" }, make("span", { class: "kind" }, icon(drawing)), words);
        return make("li", {}, make("button", { type: "button", "data-id": id, on: { click: press } }, inside));
    }

    #load = async () => {
        const me = await this.page.community.me().catch(() => null);
        fill(
            this.#reportForm,
            me?.account ? unfold("plus", say("queue.report"), (close) => choosing(this.page, close)) : null,
        );
    };

    retry() {
        return placesNow.retry();
    }

    leave() {
        placesNow.removeEventListener("change", this.#show);
        this.#onMap.leave();
        this.page.community.removeEventListener("me", this.#load);
    }
}

/**
 * @param {HTMLElement} element_
 * @param {HTMLElement[]} rows
 * @param {string} none
 */
function list(element_, rows, none) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id;
    const hadFocus = element_.contains(document.activeElement);
    fill(element_, rows.length > 0 ? make("ul", { class: "rows" }, ...rows) : make("p", { class: "quiet" }, none));
    if (hadFocus && focused)
        /** @type {HTMLElement | null} */ (element_.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
}

/**
 * Returns the field that chooses a place by its name or address, and the form below it.
 *
 * @param {Page} page
 * @param {() => void} close
 */
function choosing(page, close) {
    return new Choosing(page, close).element;
}

/** The field that chooses the place of a wait, and the form below it. */
class Choosing {
    #place = /** @type {import("../search/place-field.js").PlaceField} */ (document.createElement("place-field"));
    #below = make("div", {});
    #latest = new Latest();

    /**
     * @param {Page} page
     * @param {() => void} close
     */
    constructor(page, close) {
        this.page = page;
        this.close = close;
        this.#place.setAttribute("label", say("queue.place"));
        this.#place.find = finder(page, 6);
        this.#place.addEventListener("search", () => this.#place.chooseFirst());
        this.#place.addEventListener("input", () => this.#clear());
        this.#place.addEventListener("clear", () => this.#clear());
        this.#place.addEventListener("choose", (event) => {
            const found = /** @type {CustomEvent<Found>} */ (event).detail;
            this.#place.settle(found.name);
            this.#ask(found);
        });
        const label = make("span", { class: "label", "aria-hidden": "true" }, say("queue.place"));
        this.element = make("div", { class: "choosing" }, label, this.#place, this.#below);
    }

    /** The words about the former place do not belong to the next. */
    #clear() {
        this.#latest.drop();
        fill(this.#below);
    }

    /** @param {Found} found a place, or a house number, at which a place may be. */
    async #ask(found) {
        fill(this.#below, skeleton());
        try {
            const asked = await this.#latest.ask(found, async ({ id, type, name }, signal) => {
                // Only places on the map have queues.
                if (!/^[nwr]-?\d+$/.test(id) || !["place", "address"].includes(type)) return null;
                const { id: at } = await readQueue(id, signal);
                // Churches and offices have no queues.
                if ((await readBusyness(at, signal)).has_queue === false) return null;
                return { id: at, name: (at !== id && (await this.page.data.place(at, signal)).name) || name };
            });
            if (!asked) return;
            const { answer } = asked;
            if (answer) this.#show(answer, found);
            else fill(this.#below, make("p", { class: "problem", role: "alert" }, say("queue.unknown")));
        } catch (failure) {
            const isNone = failure instanceof Refused && failure.code === "not_found";
            const text = isNone ? say("queue.unknown") : failureText(failure);
            fill(this.#below, make("p", { class: "problem", role: "alert" }, text));
        }
    }

    /**
     * @param {{id: string, name: string}} there
     * @param {Found} found
     */
    #show(there, found) {
        const at = there.id === found.id ? null : make("p", {}, say("queue.at", { name: there.name }));
        fill(
            this.#below,
            at,
            queueForm(this.page, there, () => placesNow.retry(), this.close),
        );
        // If the reader has gone on meanwhile, the focus stays there.
        if (document.activeElement === document.body || this.#place.contains(document.activeElement))
            /** @type {HTMLElement | null} */ (this.#below.querySelector("input"))?.focus();
    }
}
