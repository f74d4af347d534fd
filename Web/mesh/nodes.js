// The nodes that a node has heard of, and which of them reach each other.
import { say } from "../text/catalogue.js";

/** @typedef {import("./node.js").HeardNode} HeardNode */

/** A node tells its links at changes and each half hour; what is older than this may not hold any more. */
export const OLD_MS = 35 * 60_000;

/** @param {{name?: string}} node */
export const nameOf = ({ name }) => name || say("author.none");

/**
 * The nodes at the other ends of a node's links, whichever side named the link, with the time since which it is there; null
 * where nobody told.
 *
 * @param {HeardNode} node
 * @param {HeardNode[]} all
 * @returns {{node: HeardNode, since: number | null}[]}
 */
export function reachedBy(node, all) {
    return all.flatMap((other) => {
        if (other.key === node.key) return [];
        const link = node.links.find(({ key }) => key === other.key) ?? other.links.find(({ key }) => key === node.key);
        return link ? [{ node: other, since: link.since ?? null }] : [];
    });
}

/**
 * Whether a link is only what the nodes at its ends told some time ago.
 *
 * @param {HeardNode} one
 * @param {HeardNode} other
 * @param {number} now
 */
export function isOld(one, other, now) {
    const named = [
        [one, other],
        [other, one],
    ].filter(([from, to]) => from.links.some(({ key }) => key === to.key));
    return named.every(([from]) => (from.links_told ?? 0) < now - OLD_MS) && !one.is_this && !other.is_this;
}

/**
 * The nodes between this one and each other, over the fewest links; by key. Those that no links lead to are missing.
 *
 * @param {HeardNode[]} all
 * @returns {Map<string, HeardNode[]>}
 */
export function waysFromHere(all) {
    const here = all.find(({ is_this: isThis }) => isThis);
    /** @type {Map<string, HeardNode[]>} */
    const ways = new Map(here ? [[here.key, []]] : []);
    // The map grows while it is gone through: a search in breadth.
    for (const [key, way] of ways) {
        const node = /** @type {HeardNode} */ (all.find((each) => each.key === key));
        const between = node === here ? way : [...way, node];
        for (const { node: next } of reachedBy(node, all)) if (!ways.has(next.key)) ways.set(next.key, between);
    }
    return ways;
}
