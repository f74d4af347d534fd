// A found place as a row: icon by kind, name with the matched part marked, what and where it is, how far and which way.
import { kindIcon, kindText } from "../place/kinds.js";
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { directionText, distanceText } from "../text/quantities.js";

/**
 * @param {Found} found
 * @returns {HTMLElement}
 */
export function placeRow(found) {
    return make(
        "span",
        { class: "place-row" },
        make("span", { class: `kind ${found.type}` }, icon(kindIcon(found))),
        make(
            "span",
            { class: "words" },
            make("span", { class: "name", dir: "auto" }, ...marked(found.name, found.match ?? [])),
            make("span", { class: "where", dir: "auto" }, whereText(found)),
        ),
        found.distance === undefined ? null : farness(found.distance, found.bearing),
    );
}

/**
 * What a place is and where: its address, or its street and the nearest one that crosses it.
 *
 * @param {Found} found
 */
function whereText(found) {
    const { name, label = "", street, housenumber, cross_street: cross } = found;
    const isBetween = street && cross && !housenumber && found.type !== "street";
    const address = label.startsWith(name) ? label.slice(name.length).replace(/^[,\s]+/, "") : label;
    return [kindText(found), isBetween ? say("place.corner", { street, cross }) : address].filter(Boolean).join(" · ");
}

/**
 * @param {string} name
 * @param {[number, number][]} ranges UTF-16
 */
function marked(name, ranges) {
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
 * @param {number} metres
 * @param {number | undefined} bearing
 */
function farness(metres, bearing) {
    const far = make("span", { class: "farness" }, make("span", {}, distanceText(metres)));
    if (bearing === undefined) return far;
    const arrow = make("span", { class: "arrow", title: directionText(bearing) }, icon("arrow-up"));
    arrow.style.setProperty("--bearing", `${bearing}deg`);
    far.prepend(arrow);
    far.append(make("span", { class: "spoken" }, directionText(bearing)));
    return far;
}
