// The guide: tours and venues like a magazine, pictures first; its map lies behind.
import { METRES_PER_DEGREE, metresBetween } from "../core/geodesy.js";
import { NAMED_AIR } from "../map/camera.js";
import { pictureImage } from "../pictures/picture.js";
import { fill, icon, make } from "../shell/make.js";
import { orderList, orderRow } from "../shell/order-list.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";
import { editingGuide } from "./editing.js";
import { publicationNote } from "./facts.js";
import { guideScreen } from "./guide-screen.js";
import { marked } from "./marked.js";

/** So many venues are listed at once; more as one scrolls. */
const PORTION = 40;
/** How wide the map of the guide opens. */
const WIDE_METRES = 10_000;

/** @typedef {"all" | "favourites" | "unvisited"} Choice */

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function guidePage(page) {
    const { guide, position } = page;
    let sought = "";
    guide.listed ||= PORTION;
    /** @type {Choice} */
    let choice = "all";
    /** @type {import("./editing.js").Edited | null} */
    let edited = null;
    const narrowing = make("div", {});
    // There before anything is said in it, for screen readers listen only to what they know.
    const told = make("p", { class: "spoken", role: "status" });
    const results = make("div", {});
    const list = make("div", { class: "venues" }, narrowing, told, results);
    const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting) /** @type {HTMLElement} */ (target).click();
    });
    const update = () => tellDistances(page, list);
    position.addEventListener("change", update);

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    function show(index, editing) {
        const { venues, tours } = index;
        page.guideMap.setVenues(venues);
        const isEmpty = venues.length === 0 && tours.length === 0;
        edited?.leave();
        edited = editing.isEditing ? editingGuide(page, index, editing) : null;
        fillList(index, editing);
        return {
            title: say("guide.title"),
            fact: say("guide.count", { count: venues.length }),
            content: [
                edited?.element,
                isEmpty && make("p", { class: "hint" }, say("guide.empty")),
                venues.length > 0 && findField(index, editing),
                tours.length > 0 && tourList(page, tours, editing),
                list,
            ],
        };
    }

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    function findField(index, editing) {
        const field = make("input", {
            type: "search",
            class: "find",
            "aria-label": say("guide.find"),
            placeholder: say("guide.find"),
            value: sought,
            dir: "auto",
            autocomplete: "off",
            enterkeyhint: "search",
            "data-focus": "find",
        });
        field.addEventListener("input", () => {
            sought = field.value;
            guide.listed = PORTION;
            fillList(index, editing);
        });
        field.addEventListener("keydown", ({ key }) => {
            const [only, ...others] = key === "Enter" ? wanted(index.venues) : [];
            if (only && others.length === 0 && sought.trim()) page.views.open({ screen: "venue", id: only.id });
        });
        return make("div", { class: "finder" }, icon("search"), field);
    }

    /** @param {Venue[]} venues */
    function wanted(venues) {
        const favourites = marked("favourites");
        const visited = marked("visited");
        return venuesNamed(venues, sought).filter(
            ({ id }) => choice === "all" || (choice === "favourites" ? favourites.has(id) : !visited.has(id)),
        );
    }

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    function fillList(index, editing) {
        const { venues } = index;
        seen.disconnect();
        const found = wanted(venues);
        const isNarrowed = sought.trim() !== "" || choice !== "all";
        const rows = make("ul", { class: editing.isEditing ? "rows" : "magazine" });
        fill(narrowing, choices(index, editing));
        fill(results, rows);
        const isNone = found.length === 0 && venues.length > 0;
        told.className = isNone ? "hint" : "spoken";
        if (isNone)
            told.textContent = sought.trim()
                ? say("guide.unknown", { name: sought.trim() })
                : say(`guide.none.${choice}`);
        else told.textContent = isNarrowed ? say("search.count", { count: found.length }) : "";
        if (editing.isEditing) {
            rows.append(...found.map((venue) => venueToOrder(page, venue)));
            if (!isNarrowed) orderList(page, rows, (ids) => guide.order(ids), editing.again);
        } else append(rows, found);
        update();
    }

    /**
     * @param {GuideIndex} index
     * @param {import("./guide-screen.js").Editing} editing
     */
    function choices(index, editing) {
        if (choice === "all" && marked("favourites").size + marked("visited").size === 0) return null;
        const button = (/** @type {Choice} */ which) => {
            const press = () => {
                choice = which;
                guide.listed = PORTION;
                fillList(index, editing);
                /** @type {HTMLElement | null} */ (list.querySelector("[aria-pressed=true]"))?.focus();
            };
            const attributes = { type: "button", "aria-pressed": String(choice === which), on: { click: press } };
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
    function append(rows, venues) {
        rows.append(...venues.slice(rows.childElementCount, guide.listed).map((venue) => venueCard(page, venue)));
        if (rows.childElementCount >= venues.length) return;
        const more = make("button", { class: "more", type: "button" }, say("guide.more"));
        more.addEventListener("click", () => {
            const hadFocus = more === document.activeElement;
            seen.unobserve(more);
            more.remove();
            const last = rows.lastElementChild;
            guide.listed += PORTION;
            append(rows, venues);
            update();
            if (hadFocus) /** @type {HTMLElement | null} */ (last?.nextElementSibling?.firstElementChild)?.focus();
        });
        results.append(more);
        seen.observe(more);
    }

    return guideScreen(page, {
        look: "guide-list",
        title: say("guide.title"),
        stop: "half",
        find: (signal) => guide.all(undefined, signal),
        show,
        shown: ({ venues }) => openMap(page, venues),
        leave() {
            edited?.leave();
            position.removeEventListener("change", update);
            seen.disconnect();
        },
    });
}

/**
 * The venues whose name has all words of a text in it, in whatever spelling of their accents.
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
 * Opens the guide's map around me, else on all its venues; once, for then it is the user's (G1).
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

/**
 * @param {Page} page
 * @param {Venue} venue
 */
function venueCard({ views, now }, venue) {
    const { id, name, address, picture, works, location } = venue;
    const isLiked = marked("favourites").has(id);
    const wasThere = marked("visited").has(id);
    const facts = make(
        "span",
        { class: "quiet" },
        make("span", {}, works > 0 && say("guide.works", { count: works })),
        location && make("span", { class: "far digits", "data-lat": location.lat, "data-lon": location.lon }),
    );
    return make(
        "li",
        { "data-id": id },
        make(
            "button",
            { type: "button", class: "venue-card", on: { click: () => views.open({ screen: "venue", id }) } },
            picture
                ? pictureImage({ ...picture, text: picture.text ?? name }, { sizes: "(min-width: 900px) 352px, 94vw" })
                : make("span", { class: "no-picture" }, icon("landmark")),
            make(
                "span",
                { class: "words" },
                make("strong", { dir: "auto" }, name),
                isLiked && make("span", { class: "badge" }, icon("heart"), say("guide.favourite")),
                wasThere && make("span", { class: "badge" }, icon("check"), say("guide.visited")),
                publicationNote(venue, now()),
                address && make("span", { class: "quiet", dir: "auto" }, address),
                facts,
            ),
        ),
    );
}

/**
 * @param {Page} page
 * @param {Venue} venue
 */
function venueToOrder({ views, now }, venue) {
    return orderRow(venue.id, venue.name, publicationNote(venue, now()), () =>
        views.open({ screen: "venue", id: venue.id }),
    );
}

/**
 * Says how far each listed venue is, while my position is known.
 *
 * @param {Page} page
 * @param {Element} list
 */
function tellDistances({ position, camera }, list) {
    const me = position.fix?.position;
    if (!me || !camera.isHere(me)) return;
    for (const each of list.querySelectorAll(".far")) {
        const { lat, lon } = /** @type {HTMLElement} */ (each).dataset;
        each.textContent = distanceText(metresBetween(me, { lat: Number(lat), lon: Number(lon) }));
    }
}

/**
 * @param {Page} page
 * @param {Tour[]} tours
 * @param {import("./guide-screen.js").Editing} editing
 */
function tourList(page, tours, { isEditing, again }) {
    const { views, guide, now } = page;
    const open = (/** @type {string} */ id) => views.open({ screen: "tour", id });
    const rows = make("ul", { class: "rows ways tours" });
    for (const tour of tours) {
        const { id, name, venues } = tour;
        const note = publicationNote(tour, now());
        if (isEditing) {
            rows.append(orderRow(id, name, note, () => open(id)));
            continue;
        }
        const words = make(
            "span",
            { class: "words" },
            make("strong", { dir: "auto" }, name),
            note,
            make("span", { class: "quiet" }, say("tour.stops", { count: venues.length })),
        );
        const row = make(
            "span",
            { class: "place-row" },
            make("span", { class: "kind" }, icon("route")),
            words,
            icon("chevron-right"),
        );
        rows.append(
            make("li", { "data-id": id }, make("button", { type: "button", on: { click: () => open(id) } }, row)),
        );
    }
    if (isEditing) orderList(page, rows, (ids) => guide.order(ids), again);
    return make("section", {}, make("h3", {}, say("guide.tours")), rows);
}
