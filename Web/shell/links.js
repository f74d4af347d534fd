// Web addresses in users' texts, as links. The rest of a text always stays text.
import { webAddress } from "../address/web-address.js";
import { make } from "./make.js";

const ADDRESS = /https?:\/\/[^\s<>"“”„«»]+/gi;
/** Characters that follow an address in a sentence, and are no part of it. */
const STOPS = ".,;:!?'’…،؛؟";

/**
 * Splits a text at the web addresses in it.
 *
 * @param {string} text
 * @returns {{text: string, address?: string}[]} together the whole text.
 */
export function splitAddresses(text) {
    /** @type {{text: string, address?: string}[]} */
    const parts = [];
    let end = 0;
    for (const { 0: match = "", index = 0 } of text.matchAll(ADDRESS)) {
        const found = withoutStops(match);
        const address = webAddress(found);
        if (!address) continue;
        parts.push({ text: text.slice(end, index) }, { text: found, address: address.href });
        end = index + found.length;
    }
    return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "");
}

/** @param {string} text */
function withoutStops(text) {
    let end = text.length;
    while (STOPS.includes(text.charAt(end - 1)) || isUnopened(text.slice(0, end))) end -= 1;
    return text.slice(0, end);
}

/**
 * Whether a text ends with a bracket that was opened before it.
 *
 * @param {string} text
 */
function isUnopened(text) {
    return text.endsWith(")") && text.split(")").length > text.split("(").length;
}

/**
 * A text with its web addresses as links.
 *
 * @param {string} text
 */
export function withLinks(text) {
    return splitAddresses(text).map((part) =>
        part.address
            ? make("a", { href: part.address, target: "_blank", rel: "noopener noreferrer", dir: "auto" }, part.text)
            : part.text,
    );
}
