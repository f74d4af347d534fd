// A found place as a row: icon by kind, name with the matched part marked, what and where it is, how far and which way.
import { kindIcon, kindText } from "../place/kinds.js";
import { icon, make } from "../shell/make.js";
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
        found.distance === undefined || found.distance === null ? null : farness(found.distance, found.bearing),
    );
}

/** @param {Found} found */
export function whereText(found) {
    const label = found.label.startsWith(found.name)
        ? found.label.slice(found.name.length).replace(/^[,\s]+/, "")
        : found.label;
    return [kindText(found), label].filter(Boolean).join(" · ");
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
    const arrow =
        bearing === undefined || bearing === null
            ? null
            : make("span", { class: "arrow", title: directionText(bearing) }, icon("arrow-up"));
    arrow?.style.setProperty("--bearing", `${bearing}deg`);
    const words =
        bearing === undefined || bearing === null ? null : make("span", { class: "spoken" }, directionText(bearing));
    return make("span", { class: "farness" }, arrow, make("span", {}, distanceText(metres)), words);
}
