// With whom this person has private messages, and by which names.
import { TALK } from "../classes.js";
import { inOrder } from "../kept-messages.js";

/** @typedef {{author: string, last: import("./letters.js").Letter, unread: number}} Conversation */

/**
 * The name that somebody showed last in a room, or had when they wrote last; empty for none. Anybody can show any name, so
 * the picture of the key always stands beside it.
 *
 * @param {string} author
 * @param {import("../carrier.js").Carrier} carrier
 * @param {import("./letters.js").Letters} letters
 */
export function nameOf(author, { kept, gossip }, letters) {
    const lines = kept.filter((each) => each.class === TALK && each.author === author).sort(inOrder);
    const shown = lines.map(({ bytes }) => gossip.read(bytes)?.name);
    const known = letters.with(author).map(({ name }) => name);
    return [...known, ...shown].filter(Boolean).pop() ?? "";
}

/**
 * The latest first.
 *
 * @param {import("./letters.js").Letters} letters
 * @param {import("../blocked.js").Blocked} blocked
 * @returns {Conversation[]}
 */
export function conversationsOf(letters, blocked) {
    /** @type {Map<string, Conversation>} */
    const found = new Map();
    for (const letter of letters.all) {
        const { with: author, isUnread } = letter;
        if (author in blocked) continue;
        const unread = (found.get(author)?.unread ?? 0) + Number(isUnread === true);
        found.set(author, { author, last: letter, unread });
    }
    return [...found.values()].sort((one, other) => other.last.time - one.last.time);
}
