// On the screen of what is going on now: the queues, the longest first, a way to tell of one, and the busiest places.
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
    const { views, people, now } = page;
    const queues = make("div", {});
    const busy = make("div", {});
    const tell = make("div", {});
    const onMap = busySwitch();
    const element = make(
        "div",
        {},
        make(
            "section",
            { "aria-labelledby": "now-queues" },
            make("h3", { id: "now-queues" }, say("queue.title")),
            queues,
            tell,
        ),
        make(
            "section",
            { "aria-labelledby": "now-busy" },
            make("h3", { id: "now-busy" }, say("busy.title")),
            onMap.element,
            busy,
        ),
    );

    function show() {
        const { queues: waits, all, isKnown, failure } = placesNow;
        if (!isKnown) {
            fill(queues, failure ? trouble(failure, () => placesNow.retry()) : skeleton());
            fill(busy);
            return;
        }
        const line = (/** @type {QueueAtPlace} */ queue) => row(queue, "clock", queueText(queue.now, now()));
        list(queues, waits.map(line), say("queue.empty"));
        const busiest = all.slice(0, MOST_SHOWN);
        list(
            busy,
            busiest.map((place) => row(place, "users", busyText(place.now))),
            say("busy.empty"),
        );
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
     * @param {QueueAtPlace | BusyPlace} place
     * @param {string} drawing
     * @param {string} text
     */
    function row({ id, name, is_simulated: isSimulated }, drawing, text) {
        const press = () => views.open({ screen: "place", id });
        const words = make(
            "span",
            { class: "words" },
            make("bdi", { class: "name" }, name),
            make("span", { class: "where" }, isSimulated ? `${text} · ${say("simulated.badge")}` : text),
        );
        const inside = make("span", { class: "place-row" }, make("span", { class: "kind" }, icon(drawing)), words);
        return make("li", {}, make("button", { type: "button", "data-id": id, on: { click: press } }, inside));
    }

    async function load() {
        const me = await people.me().catch(() => null);
        fill(tell, me?.account ? unfold("plus", say("queue.tell"), (close) => choosing(page, close)) : null);
    }

    placesNow.addEventListener("change", show);
    people.addEventListener("me", load);
    show();
    load();
    placesNow.retry();
    return {
        element,
        retry: () => placesNow.retry(),
        leave() {
            placesNow.removeEventListener("change", show);
            onMap.leave();
            people.removeEventListener("me", load);
        },
    };
}

/**
 * Chooses the place by its name or address, and then tells.
 *
 * @param {Page} page
 * @param {() => void} close
 */
function choosing(page, close) {
    const place = /** @type {import("../search/place-field.js").PlaceField} */ (document.createElement("place-field"));
    const below = make("div", {});
    const latest = new Latest();
    place.setAttribute("label", say("queue.place"));
    place.find = finder(page, 6);
    place.addEventListener("search", () => place.chooseFirst());
    place.addEventListener("input", () => clear());
    place.addEventListener("clear", () => clear());
    place.addEventListener("choose", (event) => {
        const found = /** @type {CustomEvent<Found>} */ (event).detail;
        place.settle(found.name);
        ask(found);
    });

    /** What was said of another place is not of this one. */
    function clear() {
        latest.drop();
        fill(below);
    }

    /** @param {Found} found a place, or a house number, at which a place may be. */
    async function ask(found) {
        fill(below, skeleton());
        try {
            const asked = await latest.ask(found, async ({ id, type, name }, signal) => {
                // Only what is on the map can be told of.
                if (!/^[nwr]-?\d+$/.test(id) || !["place", "address"].includes(type)) return null;
                const { id: at } = await readQueue(id, signal);
                // Nobody stands in line at a church or an office.
                if ((await readBusyness(at, signal)).has_queue === false) return null;
                return { id: at, name: (at !== id && (await page.data.place(at, signal)).name) || name };
            });
            if (!asked) return;
            const { answer } = asked;
            if (answer) show(answer, found);
            else fill(below, make("p", { class: "problem", role: "alert" }, say("queue.unknown")));
        } catch (failure) {
            const isNone = failure instanceof Refused && failure.code === "not_found";
            const text = isNone ? say("queue.unknown") : failureText(failure);
            fill(below, make("p", { class: "problem", role: "alert" }, text));
        }
    }

    /**
     * @param {{id: string, name: string}} there
     * @param {Found} found
     */
    function show(there, found) {
        const at = there.id === found.id ? null : make("p", {}, say("queue.at", { name: there.name }));
        fill(
            below,
            at,
            queueForm(page, there, () => placesNow.retry(), close),
        );
        // Who has gone on meanwhile stays there.
        if (document.activeElement === document.body || place.contains(document.activeElement))
            /** @type {HTMLElement | null} */ (below.querySelector("input"))?.focus();
    }

    const label = make("span", { class: "label", "aria-hidden": "true" }, say("queue.place"));
    return make("div", { class: "choosing" }, label, place, below);
}
