// The common parts of all forms of the guide: the fields that publish an entry, and how fields are read and checked.
import { field } from "../shell/form.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { localTime, sentTime } from "./values.js";

/** @typedef {import("../shell/form.js").Field} Field */

/**
 * Returns the fields for whether and from when everybody sees an entry.
 *
 * @param {string} id that begins the fields' ids.
 */
export function publicationFields(id) {
    const option = (/** @type {string} */ value) => make("option", { value }, say(`guide.state.${value}`));
    const state = field(say("guide.state"), { id: `${id}-state` }, "select", option("draft"), option("published"));
    const from = field(say("guide.embargo"), { id: `${id}-from`, type: "datetime-local" });
    return { state, from };
}

/** @param {Publication | null} entry */
export function publicationValues(entry) {
    return { state: entry?.state ?? "draft", from: localTime(entry?.publish_at) };
}

/**
 * @param {{state: Field, from: Field}} fields
 * @returns {Publication}
 */
export function publicationOf({ state, from }) {
    const isPublic = state.input.value === "published";
    return { state: isPublic ? "published" : "draft", publish_at: sentTime(from.input.value) };
}

/**
 * Returns the text of a field, or nothing.
 *
 * @param {Field} field
 */
export function textOf({ input }) {
    return input.value.trim() || undefined;
}

/**
 * Complains beside the first field that is wrong.
 *
 * @param {[Field, boolean, string][]} rules each with whether it holds, and the message if it does not.
 */
export function keep(rules) {
    const broken = rules.find(([, isKept]) => !isKept);
    if (!broken) return true;
    broken[0].complain(say(broken[2]));
    return false;
}
