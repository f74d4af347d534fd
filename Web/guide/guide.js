// The guide: tours and venues like a magazine, pictures first; its map lies behind.
import { METRES_PER_DEGREE } from "../core/geodesy.js";
import { NAMED_AIR } from "../map/camera.js";
import { fill, icon, make } from "../shell/make.js";
import { orderList } from "../shell/order-list.js";
import { say } from "../text/catalogue.js";
import { editingGuide } from "./editing.js";
import { guideScreen } from "./guide-screen.js";
import { marked } from "./marked.js";
import { showDistances, tourList, venueCard, venueToOrder } from "./venue-cards.js";

/** How many venues to list at once; scrolling adds as many. */
const PORTION = 40;
/** How wide the map of the guide opens. */
const WIDE_METRES = 10_000;

/** @typedef {"all" | "favourites" | "unvisited"} Choice */

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function guidePage(page) {
    return new GuidePage(page).screen;
}

/** The first page of the guide: the search, the choice of venues, and the list of them. */
class GuidePage {
    #sought = "";
    /** @type {Choice} */
    #choice = "all";
    /** @type {import("./editing.js").Edited | null} */
    #edited = null;
    #narrowing = make("div", {});
    // It is there before its first text: screen readers follow only elements that they know.
    #status = make("p", { class: "spoken", role: "status" });
    #results = make("div", {});
    #seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting) /** @type {HTMLElement} */ (target).click();
    });

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const { guide, position } = page;
        guide.listed ||= PORTION;
        this.list = make("div", { class: "venues" }, this.#narrowing, this.#status, this.#results);
        position.addEventListener("change", this.#update);
        this.screen = guideScreen(this.page, {
            look: "guide-list",
            title: say("guide.title"),
            stop: "half",
            find: (signal) => this.page.guide.all(undefined, signal),
            show: this.#show,
            shown: ({ venues }) => openMap(this.page, venues),
            leave: () => {
                this.#edited?.leave();
                this.page.position.removeEventListener("change", this.#update);
                this.#seen.disconnect();
            },
        });
    }

    #update = () => showDistances(this.page, this.list);

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    #show = (index, editing) => {
        const { venues, tours } = index;
        this.page.guideMap.setVenues(venues);
        const isEmpty = venues.length === 0 && tours.length === 0;
        this.#edited?.leave();
        this.#edited = editing.isEditing ? editingGuide(this.page, index, editing) : null;
        this.#fillList(index, editing);
        return {
            title: say("guide.title"),
            fact: say("guide.count", { count: venues.length }),
            content: [
                this.#edited?.element,
                isEmpty && make("p", { class: "hint" }, say("guide.empty")),
                venues.length > 0 && this.#findField(index, editing),
                tours.length > 0 && tourList(this.page, tours, editing),
                this.list,
            ],
        };
    };

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    #findField(index, editing) {
        const field = make("input", {
            type: "search",
            class: "find",
            "aria-label": say("guide.find"),
            placeholder: say("guide.find"),
            value: this.#sought,
            dir: "auto",
            autocomplete: "off",
            enterkeyhint: "search",
            "data-focus": "find",
        });
        field.addEventListener("input", () => {
            this.#sought = field.value;
            this.page.guide.listed = PORTION;
            this.#fillList(index, editing);
        });
        field.addEventListener("keydown", ({ key }) => {
            const [only, ...others] = key === "Enter" ? this.#wanted(index.venues) : [];
            if (only && others.length === 0 && this.#sought.trim())
                this.page.views.open({ screen: "venue", id: only.id });
        });
        return make("div", { class: "finder" }, icon("search"), field);
    }

    /** @param {Venue[]} venues */
    #wanted(venues) {
        const favourites = marked("favourites");
        const visited = marked("visited");
        return venuesNamed(venues, this.#sought).filter(
            ({ id }) =>
                this.#choice === "all" || (this.#choice === "favourites" ? favourites.has(id) : !visited.has(id)),
        );
    }

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    #fillList(index, editing) {
        const { venues } = index;
        this.#seen.disconnect();
        const found = this.#wanted(venues);
        const isNarrowed = this.#sought.trim() !== "" || this.#choice !== "all";
        const rows = make("ul", { class: editing.isEditing ? "rows" : "magazine" });
        fill(this.#narrowing, this.#choices(index, editing));
        fill(this.#results, rows);
        const isNone = found.length === 0 && venues.length > 0;
        this.#status.className = isNone ? "hint" : "spoken";
        if (isNone)
            this.#status.textContent = this.#sought.trim()
                ? say("guide.unknown", { name: this.#sought.trim() })
                : say(`guide.none.${this.#choice}`);
        else this.#status.textContent = isNarrowed ? say("search.count", { count: found.length }) : "";
        if (editing.isEditing) {
            rows.append(...found.map((venue) => venueToOrder(this.page, venue)));
            if (!isNarrowed) orderList(this.page, rows, (ids) => this.page.guide.order(ids), editing.again);
        } else this.#append(rows, found);
        this.#update();
    }

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    #choices(index, editing) {
        if (this.#choice === "all" && marked("favourites").size + marked("visited").size === 0) return null;
        const button = (/** @type {Choice} */ which) => {
            const press = () => {
                this.#choice = which;
                this.page.guide.listed = PORTION;
                this.#fillList(index, editing);
                /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-pressed=true]"))?.focus();
            };
            const attributes = { type: "button", "aria-pressed": String(this.#choice === which), on: { click: press } };
            return make("button", { ...attributes, "data-focus": which }, say(`guide.choice.${which}`));
        };
        const each = /** @type {const} */ (["all", "favourites", "unvisited"]);
        return make(
            "div",
            { class: "choices", role: "group", "aria-label": say("guide.choices") },
            ...each.map(button),
        );
    }

    /**
     * @param {HTMLElement} rows
     * @param {Venue[]} venues
     */
    #append(rows, venues) {
        rows.append(
            ...venues.slice(rows.childElementCount, this.page.guide.listed).map((venue) => venueCard(this.page, venue)),
        );
        if (rows.childElementCount >= venues.length) return;
        const more = make("button", { class: "more", type: "button" }, say("guide.more"));
        more.addEventListener("click", () => {
            const hadFocus = more === document.activeElement;
            this.#seen.unobserve(more);
            more.remove();
            const last = rows.lastElementChild;
            this.page.guide.listed += PORTION;
            this.#append(rows, venues);
            this.#update();
            if (hadFocus) /** @type {HTMLElement | null} */ (last?.nextElementSibling?.firstElementChild)?.focus();
        });
        this.#results.append(more);
        this.#seen.observe(more);
    }
}

/**
 * The venues whose name has all words of a text in it, with or without their accents.
 *
 * @param {Venue[]} venues
 * @param {string} text
 */
export function venuesNamed(venues, text) {
    const words = plain(text).split(/\s+/).filter(Boolean);
    return venues.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

/** @param {string} text */
function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Opens the guide's map around me, else on all its venues; once only, because the map is the user's then.
 *
 * @param {Page} page
 * @param {Venue[]} venues
 */
function openMap({ about, guide, camera, position, views }, venues) {
    if (guide.isMapOpened) return;
    guide.isMapOpened = true;
    if (views.openedCamera && views.depth === 0) return;
    const me = position.fix?.position;
    if (me && camera.isHere(me)) {
        camera.fill(around(me, about.bounds), me);
        return;
    }
    const located = venues.flatMap(({ location }) => location ?? []);
    if (located.length > 0) camera.fit(located, NAMED_AIR);
}

/**
 * A square of ten kilometres around me, as far as there is a map.
 *
 * @param {Position} me
 * @param {About["bounds"]} map
 */
function around({ lat, lon }, [west, south, east, north]) {
    const along = WIDE_METRES / 2 / METRES_PER_DEGREE;
    const across = along / Math.cos((lat * Math.PI) / 180);
    const within = (/** @type {number} */ least, /** @type {number} */ wish, /** @type {number} */ most) =>
        Math.min(Math.max(wish, least), most);
    return [
        within(west, lon - across, east),
        within(south, lat - along, north),
        within(west, lon + across, east),
        within(south, lat + along, north),
    ];
}
