// The two ends of a route: their names, their positions, and the fields to change them.
import { isPoint } from "../data/kept-places.js";
import { addressLabel } from "../place/address-line.js";
import { nameOf } from "../place/place-card.js";
import { finder, keptGroups } from "../search/search.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * An end with its position and name; `level` and `building` of a room, and of me where I said my level.
 *
 * @typedef {{end: End, position: Position, name: string, level?: number, building?: string}} Settled
 */

/**
 * Finds the position and the name of an end.
 *
 * @param {Page} page
 * @param {End} end
 * @param {AbortSignal} signal
 * @returns {Promise<Settled | null>} null when it is my position and that is not to be had.
 */
export async function settle(page, end, signal) {
    if ("me" in end) {
        const fix = page.position.fix ?? (await page.locating.wish());
        if (!fix) return null;
        const level = await page.floors?.myLevelAt(fix.position);
        const building = level === undefined ? undefined : page.floors?.mine?.building;
        return { end, position: fix.position, name: say("directions.me"), level, building };
    }
    if ("place" in end) {
        const place = await page.data.place(end.place, signal);
        const position = { lat: place.lat, lon: place.lon };
        const level = place.levels?.[0]?.level;
        const building = level === undefined ? undefined : place.building?.id;
        return { end, position, name: nameOf(place), level, building };
    }
    if (end.name) return { end, position: end.position, name: end.name };
    const answer = await page.data.address(end.position, signal).catch(() => null);
    return { end, position: end.position, name: (answer && addressLabel(answer)) ?? say("pin.title") };
}

/**
 * The levels of both ends, as a question for a route has them.
 *
 * @param {Settled} from
 * @param {Settled} to
 * @returns {EndLevels}
 */
export function endLevels(from, to) {
    return { fromLevel: from.level, toLevel: to.level };
}

/**
 * Whether all points of a route are inside the same building: nobody cycles or drives there.
 *
 * @param {Settled[]} points
 */
export function areInOneBuilding(points) {
    const [{ building }] = points;
    return building !== undefined && points.every((each) => each.building === building);
}

/**
 * Returns the name of an end before the answer about it.
 *
 * @param {End | null} end
 */
export function nameHint(end) {
    if (!end) return "";
    return "me" in end ? say("directions.me") : (end.name ?? "");
}

/**
 * The end that a search result is.
 *
 * @param {Found} found
 * @returns {End}
 */
export function endOf(found) {
    const { id, name, lat, lon } = found;
    return isPoint(found) ? { position: { lat, lon }, name } : { place: id, name };
}

/**
 * Makes the fields for both ends, with a button that swaps them and one that adds a point to pass, whose list lies
 * between.
 *
 * @param {Page} page
 * @param {HTMLElement} stops
 * @param {{from: (end: End) => void, to: (end: End) => void, swap: () => void, via: (end: End) => void}} changed
 */
export function endFields(page, stops, changed) {
    const from = endField(page, say("directions.from"), changed.from);
    const to = endField(page, say("directions.to"), changed.to);
    const swap = make(
        "button",
        { type: "button", class: "round swap", "aria-label": say("directions.swap"), on: { click: changed.swap } },
        icon("arrow-up-down"),
    );
    const via = endField(page, say("via.field"), (end) => ((via.hidden = true), changed.via(end)));
    via.hidden = true;
    // Left without a choice, it goes again.
    via.addEventListener("shut", () => setTimeout(() => (via.hidden = true)));
    const add = make(
        "button",
        {
            type: "button",
            class: "round add-via",
            "aria-label": say("via.add"),
            title: say("via.add"),
            on: { click: () => ((via.hidden = false), via.settle(""), via.edit()) },
        },
        icon("plus"),
    );
    const rail = make(
        "span",
        { class: "rail", "aria-hidden": "true" },
        make("i", { class: "start" }),
        make("i", { class: "line" }),
        icon("map-pin"),
    );
    return {
        element: make(
            "div",
            { class: "ends" },
            rail,
            make("div", { class: "fields" }, from, stops, via, to),
            make("div", { class: "beside" }, swap, add),
        ),
        from,
        to,
    };
}

/**
 * @param {Page} page
 * @param {string} label
 * @param {(end: End) => void} chosen
 */
function endField(page, label, chosen) {
    const field = /** @type {import('../search/place-field.js').PlaceField} */ (document.createElement("place-field"));
    field.setAttribute("label", label);
    field.find = finder(page, 6);
    field.offers = () => {
        const row = make(
            "span",
            { class: "place-row" },
            make("span", { class: "kind position" }, icon("locate")),
            make("span", { class: "words" }),
        );
        fill(/** @type {Element} */ (row.lastElementChild), make("span", { class: "name" }, say("directions.me")));
        const take = (/** @type {End} */ end) => (field.shut(), chosen(end));
        const me = { offers: [{ row, choose: () => take({ me: true }) }] };
        return { groups: [me, ...keptGroups(page, field, (found) => take(endOf(found)))] };
    };
    // An end is one place: there is no screen of results to choose it from.
    field.addEventListener("search", () => field.chooseFirst());
    field.addEventListener("choose", (event) => chosen(endOf(/** @type {CustomEvent<Found>} */ (event).detail)));
    return field;
}
