// The nodes that a node has heard of, and which of them reach each other.
import { say } from "../text/catalogue.js";

/** @param {import("./node.js").HeardNode} node */
export const nameOf = ({ name }) => name || say("author.none");

/**
 * The nodes at the other ends of a node's links, whichever side named the link.
 *
 * @param {import("./node.js").HeardNode} node
 * @param {import("./node.js").HeardNode[]} all
 */
export function reachedBy(node, all) {
    return all.filter(({ key, links }) => key !== node.key && (node.links.includes(key) || links.includes(node.key)));
}
