// The facts of a place as rows: icon, text, and a link where one leads somewhere.
import { icon, make } from "../shell/make.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { openState } from "./opening-hours.js";

/**
 * @param {string} iconName
 * @param {string} label what the row is, for those who do not see the icon.
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
 * @param {Date} now
 */
export function detailRows(place, now) {
    const { opening_hours: hours, wheelchair, cuisine, phone, mobile, website, url } = place.details;
    const call = phone ?? mobile ?? place.details["contact:phone"];
    const site = website ?? url ?? place.details["contact:website"];
    const address = place.type === "address" ? [place.name, place.label].filter(Boolean).join(", ") : place.label;
    const cross = place.address.cross_street;
    return [
        address && factRow("map-pin", say("place.address"), address),
        cross && factRow("signpost", say("place.crossStreet"), say("place.at", { street: cross })),
        hours && factRow("clock", say("place.hours"), ...hoursText(hours, now)),
        call && factRow("phone", say("place.phone"), make("a", { href: callAddress(call) }, call)),
        site && websiteRow(site),
        wheelchair &&
            sayIfKnown(`wheelchair.${wheelchair}`) &&
            factRow("accessibility", say("place.wheelchair"), say(`wheelchair.${wheelchair}`)),
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
 * @param {string} hours
 * @param {Date} now
 */
function hoursText(hours, now) {
    const state = openState(hours, now);
    const written = make("span", { class: "quiet", dir: "ltr" }, hours.replaceAll(";", "; "));
    return state ? [openText(state), make("br"), written] : [written];
}

/** @param {{isOpen: boolean, change: string | null}} state */
export function openText({ isOpen, change }) {
    const key = `open.${isOpen ? "open" : "shut"}${change ? (isOpen ? "Until" : "From") : ""}`;
    return make("span", { class: isOpen ? "is-open" : "is-shut" }, say(key, { time: change ?? "" }));
}

/**
 * Only web addresses become links: map data is written by strangers.
 *
 * @param {string} text
 */
function websiteRow(text) {
    let address;
    try {
        address = new URL(/^https?:/i.test(text) ? text : `https://${text}`);
    } catch {
        return null;
    }
    if (!["http:", "https:"].includes(address.protocol)) return null;
    const shown = address.hostname.replace(/^www\./, "") + (address.pathname === "/" ? "" : address.pathname);
    const link = make("a", { href: address.href, target: "_blank", rel: "noopener noreferrer", dir: "ltr" }, shown);
    return factRow("globe", say("place.website"), link);
}
