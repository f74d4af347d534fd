// Venues and tours in the list of the guide.
import { metresBetween } from "../core/geodesy.js";
import { pictureImage } from "../pictures/picture.js";
import { icon, make } from "../shell/make.js";
import { orderList, orderRow } from "../shell/order-list.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";
import { publicationNote } from "./facts.js";
import { marked } from "./marked.js";

/**
 * Returns a venue as a card of the magazine.
 *
 * @param {Page} page
 * @param {Venue} venue
 */
export function venueCard({ views, now }, venue) {
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
 * Returns a venue as a row that curators put in order.
 *
 * @param {Page} page
 * @param {Venue} venue
 */
export function venueToOrder({ views, now }, venue) {
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
export function showDistances({ position, camera }, list) {
    const me = position.fix?.position;
    if (!me || !camera.isHere(me)) return;
    for (const each of list.querySelectorAll(".far")) {
        const { lat, lon } = /** @type {HTMLElement} */ (each).dataset;
        each.textContent = distanceText(metresBetween(me, { lat: Number(lat), lon: Number(lon) }));
    }
}

/**
 * Returns the tours, for curators as rows to put in order.
 *
 * @param {Page} page
 * @param {Tour[]} tours
 * @param {import("./guide-screen.js").Editing} editing
 */
export function tourList(page, tours, { isEditing, again }) {
    const { views, guide, now } = page;
    const open = (/** @type {string} */ id) => views.open({ screen: "tour", id });
    const rows = make("ul", { class: "rows link-rows tours" });
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
