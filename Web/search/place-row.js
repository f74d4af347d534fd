// A found place as a row: icon, name with the matched part marked, kind, address, distance and direction.
import { placesNow } from "../data/busyness.js";
import { kindIcon, kindText } from "../place/kinds.js";
import { openText } from "../place/open-text.js";
import { icon, make } from "../shell/make.js";
import { busyText } from "../text/busy-words.js";
import { say } from "../text/catalogue.js";
import { insideText } from "../text/level-words.js";
import { directionText, distanceText } from "../text/quantities.js";
import { localities, restOfAddress } from "./localities.js";

/**
 * @param {Found} found
 * @param {string} [locality] where it is, if its name and street do not say enough.
 * @param {HTMLElement} [beside] the element below the distance.
 * @returns {HTMLElement}
 */
export function placeRow(found, locality, beside) {
    return make(
        "span",
        { class: "place-row" },
        make("span", { class: `kind ${found.type}` }, icon(kindIcon(found))),
        make(
            "span",
            { class: "words" },
            make("span", { class: "name", dir: "auto" }, ...marked(found.name, found.match ?? [])),
            make("span", { class: "where" }, ...whereParts(found, locality)),
            found.estimated && make("span", { class: "where estimated" }, say("place.estimated")),
        ),
        found.distance === undefined ? null : make("span", { class: "side" }, farness(found), beside),
    );
}

/**
 * Returns the rows of places in one list. Places of one name show how they differ.
 *
 * @param {Found[]} found
 * @param {HTMLElement[]} [beside] the element below the distance of each.
 */
export function placeRows(found, beside = []) {
    const areas = localities(found);
    return found.map((each, index) => placeRow(each, areas[index], beside[index]));
}

/**
 * Returns the kind of a place, whether it is open, how busy it is, and its address, or its street and the nearest
 * street that crosses it.
 *
 * @param {Found} found
 * @param {string} [locality]
 */
function whereParts(found, locality) {
    const { street, housenumber, cross_street: cross } = found;
    const isBetween = street && cross && !housenumber && found.type !== "street";
    const corner = isBetween && say("place.corner", { street: apart(street), cross: apart(cross) });
    const where = corner || apart(restOfAddress(found));
    const more = locality && !where.includes(locality) ? apart(locality) : "";
    const open = found.open === undefined ? "" : openText(found.open);
    const busy = placesNow.busy(found.id);
    const parts = [
        apart(kindText(found)),
        apart(insideText(found)),
        open,
        busy ? busyText(busy.now) : "",
        busy?.is_simulated ? say("simulated.badge") : "",
        [where, more].filter(Boolean).join(", "),
    ].filter(Boolean);
    return parts.flatMap((part, index) => (index > 0 ? [" · ", part] : [part]));
}

/**
 * A part of a line with its own writing direction.
 *
 * @param {string} text
 */
function apart(text) {
    return text && document.documentElement.dir === "rtl" ? `\u2068${text}\u2069` : text;
}

/**
 * @param {string} name
 * @param {[number, number][]} ranges UTF-16
 */
export function marked(name, ranges) {
    const parts = [];
    let at = 0;
    for (const [start, end] of ranges) {
        if (start < at || end > name.length) continue;
        parts.push(name.slice(at, start), make("mark", {}, name.slice(start, end)));
        at = end;
    }
    parts.push(name.slice(at));
    return parts.filter((part) => part !== "");
}

/**
 * How far, and an arrow that turns with the device.
 *
 * @param {Found} found
 */
export function farness({ distance = 0, bearing }) {
    const far = make("span", { class: "farness" }, make("span", {}, distanceText(distance)));
    if (bearing === undefined) return far;
    const arrow = make("span", { class: "arrow", title: directionText(bearing) }, icon("arrow-up"));
    arrow.style.setProperty("--bearing", `${bearing}deg`);
    far.prepend(arrow);
    far.append(make("span", { class: "spoken" }, directionText(bearing)));
    return far;
}
