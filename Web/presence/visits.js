// The visits of a member, for that member alone: the newest first, as far back as the server keeps them.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { iconButton, fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText, dateText, durationText } from "../text/quantities.js";

const DAY = 86_400_000;
/** How many days to show at a time, but for the last day; the server sends no more at once. */
const DAYS = 30;
/** The server shows the last day by itself, and asks for the password before it shows earlier ones. */
const NEWEST_DAYS = 1;

/** @param {Page} page */
export function visitsPart(page) {
    return new VisitsPart(page);
}

/** The visits of a member, a page at a time. */
class VisitsPart {
    #latest = new Latest();
    #body = make("div", {});

    /** @param {Page} page */
    constructor({ presence, views, now }) {
        this.presence = presence;
        this.views = views;
        this.now = now;
        this.element = make("section", { class: "visits" }, make("h3", {}, say("visits.title")), this.#body);
        this.until = now();
    }

    /** Whether the last day is shown. */
    get #isNewest() {
        return this.now() - this.until < DAY;
    }

    /** When the days that are shown begin, in milliseconds since 1970. */
    get #from() {
        return this.until - (this.#isNewest ? NEWEST_DAYS : DAYS) * DAY;
    }

    /**
     * From the newest on.
     *
     * @returns {Promise<void>}
     */
    load = () => this.#show(this.now());

    /**
     * @param {number} end milliseconds since 1970
     * @returns {Promise<void>}
     */
    async #show(end) {
        this.until = end;
        fill(this.#body, skeleton());
        try {
            const found = await this.#latest.ask(undefined, (_, signal) =>
                this.presence.visits(new Date(this.#from), new Date(this.until), signal),
            );
            if (found) fill(this.#body, ...this.#parts(found.answer));
        } catch (failure) {
            const isUnconfirmed = failure instanceof Refused && failure.code === "confirmation_required";
            if (isUnconfirmed && !this.#isNewest) return this.load();
            fill(
                this.#body,
                trouble(failure, () => this.#show(this.until)),
            );
        }
    }

    /** @param {PlaceVisit[]} visits */
    #parts(visits) {
        const isNewest = this.#isNewest;
        const first = dateText(new Date(this.#from).toISOString());
        const none = isNewest
            ? say("visits.none")
            : say("visits.noneThen", { first, last: dateText(new Date(this.until).toISOString()) });
        const list =
            visits.length > 0
                ? make("ul", { class: "rows" }, ...[...visits].reverse().map(this.#row))
                : make("p", { class: "quiet" }, none);
        const earlier = iconButton("history", say("visits.earlier", { first }), () => this.#turn(this.#from));
        const later = isNewest ? null : iconButton("rotate-ccw", say("visits.newest"), () => this.#turn(this.now()));
        return [list, make("div", { class: "actions" }, earlier, later)];
    }

    /** @param {number} end */
    async #turn(end) {
        await this.#show(end);
        // The pressed button is gone.
        /** @type {HTMLElement | null} */ (this.#body.querySelector("button"))?.focus();
    }

    /** @param {PlaceVisit} visit */
    #row = ({ id, name, arrival, departure }) => {
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
        const press = () => this.views.open({ screen: "place", id });
        return make("li", {}, make("button", { type: "button", on: { click: press } }, inside));
    };

    leave() {
        return this.#latest.drop();
    }
}
