// The facts of a place as rows: icon, text, and a link where one leads somewhere.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { placeOpenText } from "./open-text.js";

/**
 * @param {string} iconName
 * @param {string} label the name of the row, for screen readers.
 * @param {...import('../shell/make.js').Child} content
 */
export function factRow(iconName, label, ...content) {
    return make(
        "div",
        { class: "fact-row" },
        make("dt", {}, icon(iconName), make("span", { class: "spoken" }, label)),
        make("dd", { dir: "auto" }, ...content),
    );
}

/**
 * @param {Place} place
 * @param {number} now milliseconds.
 */
export function detailRows(place, now) {
    const { phone, website, wheelchair } = place;
    const { opening_hours: hours, cuisine } = place.details;
    const address = place.type === "address" ? [place.name, place.label].filter(Boolean).join(", ") : place.label;
    const cross = place.address.cross_street;
    return [
        address && factRow("map-pin", say("place.address"), address),
        cross && factRow("signpost", say("place.crossStreet"), say("place.at", { street: cross })),
        hours && factRow("clock", say("place.hours"), ...hoursText(hours, place, now)),
        phone && factRow("phone", say("place.phone"), make("a", { href: callAddress(phone) }, phone)),
        website && websiteRow(website),
        wheelchair && factRow("accessibility", say("place.wheelchair"), say(`wheelchair.${wheelchair}`)),
        cuisine &&
            factRow(
                "utensils",
                say("place.cuisine"),
                cuisine
                    .split(";")
                    .map((kind) => kind.trim().replaceAll("_", " "))
                    .join(", "),
            ),
    ].filter(Boolean);
}

/**
 * The link that calls a number.
 *
 * @param {string} phone
 */
export function callAddress(phone) {
    return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/**
 * @param {string} hours as they are written.
 * @param {Place} place
 * @param {number} now milliseconds.
 */
function hoursText(hours, place, now) {
    const written = make("span", { class: "quiet", dir: "ltr" }, hours.replaceAll(";", "; "));
    const state = placeOpenText(place, now);
    const holiday = place.public_holiday && say("open.holiday");
    const first = state && holiday ? [holiday, ": ", state] : [holiday || state];
    return first[0] ? [...first, make("br"), written] : [written];
}

/**
 * Only web addresses become links: map data is written by strangers.
 *
 * @param {string} text
 */
function websiteRow(text) {
    let address;
    try {
        address = new URL(text);
    } catch {
        return null;
    }
    if (!["http:", "https:"].includes(address.protocol)) return null;
    const shown = address.hostname.replace(/^www\./, "") + (address.pathname === "/" ? "" : address.pathname);
    const link = make("a", { href: address.href, target: "_blank", rel: "noopener noreferrer", dir: "ltr" }, shown);
    return factRow("globe", say("place.website"), link);
}
