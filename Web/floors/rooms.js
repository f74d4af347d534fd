// The rooms of a building on its card: by level, and searchable where they are many.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { levelLabel, levelName } from "../text/level-words.js";
import { floorsOf } from "./floors.js";
import { fromAbove, spacesNamed, titleOf } from "./levels.js";

/** With more rooms than these there is a field to search in them. */
const FEW = 20;
/** As many rooms as a search shows. */
const MOST_FOUND = 50;

/**
 * The part of a place's card about the inside of a building: the rooms of a building, or for a room its level on the
 * map.
 *
 * @param {Page} page
 * @param {Place} place
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function placeInside(page, place) {
    const floors = floorsOf(page);
    const { id, building, levels = [] } = place;
    if (building && levels.length > 0) {
        floors.select(building.id, { id, levels: levels.map(({ level }) => level) });
        return { element: make("div", {}), leave: () => floors.deselect() };
    }
    const rooms = new Rooms(page, id);
    return {
        element: rooms.element,
        leave() {
            rooms.leave();
            floors.deselect();
        },
    };
}

/** The list of a building's rooms; empty for a place without any. */
class Rooms {
    element = make("section", { class: "rooms", hidden: true });
    #latest = new Latest();
    /** @type {Level[]} */
    #levels = [];
    #found = make("ul", { class: "rows" });
    #count = make("p", { class: "quiet", role: "status" });

    /**
     * @param {Page} page
     * @param {string} id of the place.
     */
    constructor(page, id) {
        this.page = page;
        this.id = id;
        this.#ask();
    }

    #ask = async () => {
        const floors = floorsOf(this.page);
        fill(this.element, skeleton());
        try {
            const found = await this.#latest.ask(this.id, (id) => floors.ask(id));
            if (!found) return;
            floors.select(this.id, null);
            this.#show(found.answer);
        } catch (failure) {
            if (failure instanceof Refused && failure.code === "not_found") return;
            this.element.hidden = false;
            fill(this.element, make("h3", {}, say("rooms.title")), trouble(failure, this.#ask));
        }
    };

    leave() {
        this.#latest.drop();
    }

    /** @param {IndoorBuilding} building */
    #show({ levels, spaces }) {
        this.#levels = levels;
        const rooms = spacesNamed(spaces, "");
        this.element.hidden = rooms.length === 0;
        const byLevel = fromAbove(levels).flatMap((level) => {
            const there = rooms.filter((room) => room.levels.includes(level.level));
            return there.length > 0 ? this.#level(level, there) : [];
        });
        const all = make("div", {}, ...byLevel);
        fill(
            this.element,
            make("h3", {}, say("rooms.title")),
            rooms.length > FEW && this.#search(rooms, all),
            this.#count,
            this.#found,
            all,
        );
    }

    /**
     * @param {Level} level
     * @param {IndoorSpace[]} rooms
     */
    #level(level, rooms) {
        const list = make("ul", { class: "rows" });
        const summary = make(
            "summary",
            {},
            icon("chevron-right"),
            make("span", {}, levelLabel(level)),
            make("span", { class: "quiet" }, say("rooms.count", { count: rooms.length })),
        );
        const open = () => {
            if (!list.firstChild) fill(list, ...rooms.map((room) => this.#row(room)));
        };
        return make("details", { on: { toggle: open } }, summary, list);
    }

    /**
     * @param {IndoorSpace[]} rooms
     * @param {HTMLElement} all the rooms by level.
     */
    #search(rooms, all) {
        const input = make("input", { type: "search", id: "rooms-search", autocomplete: "off" });
        input.addEventListener("input", () => {
            const text = input.value.trim();
            const found = text ? spacesNamed(rooms, text) : [];
            all.hidden = text !== "";
            fill(this.#found, ...found.slice(0, MOST_FOUND).map((room) => this.#row(room, true)));
            fill(this.#count, text && say("rooms.found", { count: found.length }));
        });
        return make("div", { class: "field" }, make("label", { for: input.id }, say("rooms.search")), input);
    }

    /**
     * @param {IndoorSpace} room
     * @param {boolean} [withLevel]
     */
    #row(room, withLevel = false) {
        const level = this.#levels.filter((each) => room.levels.includes(each.level)).map(levelName);
        const press = () => this.page.views.open({ screen: "place", id: room.id });
        return make(
            "li",
            {},
            make(
                "button",
                { type: "button", on: { click: press } },
                make("span", { dir: "auto" }, titleOf(room)),
                withLevel && make("span", { class: "quiet" }, say("plan.level", { level: level.join(", ") })),
            ),
        );
    }
}
