// The places that one was at, for oneself: the newest first, as far back as they are kept.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { iconButton, fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText, dateText, durationText } from "../text/quantities.js";

const DAY = 86_400_000;
/** So many days are shown at a time, but for the last one; the server tells no more at once. */
const DAYS = 30;
/** The last day comes by itself: what is before it needs the password. */
const NEWEST_DAYS = 1;

/** @param {Page} page */
export function visitsPart({ presence, views, now }) {
    const latest = new Latest();
    const body = make("div", {});
    const element = make("section", { class: "visits" }, make("h3", {}, say("visits.title")), body);
    let until = now();
    const isNewest = () => now() - until < DAY;
    const from = () => until - (isNewest() ? NEWEST_DAYS : DAYS) * DAY;

    /**
     * From the newest on.
     *
     * @returns {Promise<void>}
     */
    const load = () => show(now());

    /**
     * @param {number} end milliseconds since 1970
     * @returns {Promise<void>}
     */
    async function show(end) {
        until = end;
        fill(body, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) =>
                presence.visits(new Date(from()), new Date(until), signal),
            );
            if (found) fill(body, ...parts(found.answer));
        } catch (failure) {
            if (failure instanceof Refused && failure.code === "confirmation_required" && !isNewest()) return load();
            fill(
                body,
                trouble(failure, () => show(until)),
            );
        }
    }

    /** @param {PlaceVisit[]} visits */
    function parts(visits) {
        const first = dateText(new Date(from()).toISOString());
        const none = isNewest()
            ? say("visits.none")
            : say("visits.noneThen", { first, last: dateText(new Date(until).toISOString()) });
        const list =
            visits.length > 0
                ? make("ul", { class: "rows" }, ...[...visits].reverse().map(row))
                : make("p", { class: "quiet" }, none);
        const earlier = iconButton("history", say("visits.earlier", { first }), () => turn(from()));
        const later = isNewest() ? null : iconButton("rotate-ccw", say("visits.newest"), () => turn(now()));
        return [list, make("div", { class: "actions" }, earlier, later)];
    }

    /** @param {number} end */
    async function turn(end) {
        await show(end);
        // What was pressed is gone.
        /** @type {HTMLElement | null} */ (body.querySelector("button"))?.focus();
    }

    /** @param {PlaceVisit} visit */
    function row({ id, name, arrival, departure }) {
        const duration = durationText((Date.parse(departure) - Date.parse(arrival)) / 1000);
        const inside = make(
            "span",
            { class: "place-row" },
            make("span", { class: "kind" }, icon("map-pin")),
            make(
                "span",
                { class: "words" },
                make("bdi", { class: "name" }, name || say("visits.unnamed")),
                make("span", { class: "where" }, say("visits.when", { time: clockText(arrival), duration })),
            ),
        );
        const press = () => views.open({ screen: "place", id });
        return make("li", {}, make("button", { type: "button", on: { click: press } }, inside));
    }

    return { element, load, leave: () => latest.drop() };
}
