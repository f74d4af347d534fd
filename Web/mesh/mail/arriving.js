// What an opened mail means: a new message, or that own ones were opened.
import { hexOf } from "../bytes.js";
import { RECEIPT, TEXT, textOf } from "./layout.js";

/** @typedef {import("./letters.js").Letter} Letter */

/**
 * The letters that a content is or changes.
 *
 * @param {string} id of the mail.
 * @param {import("./layout.js").Content} content
 * @param {number} time
 * @param {import("./mailbox.js").Mailbox} mailbox
 * @returns {Letter[]}
 */
export function lettersOf(id, { what, author, text: bytes }, time, mailbox) {
    if (what === RECEIPT) return confirmed(author, bytes, mailbox.letters);
    const text = textOf(bytes);
    if (what !== TEXT || text === null || !mailbox.letters.hasRoomFor(author)) return [];
    return [{ id, with: author, name: mailbox.nameOf(author), text, time, isOwn: false, isUnread: true }];
}

/**
 * Only the receiver of a message confirms it.
 *
 * @param {string} author of the receipt.
 * @param {Uint8Array} ids
 * @param {import("./letters.js").Letters} letters
 * @returns {Letter[]}
 */
function confirmed(author, ids, letters) {
    const named = new Set(hexOf(ids).match(/.{64}/g));
    return letters
        .with(author)
        .filter((each) => each.isOwn && !each.isOpened && named.has(each.message ?? ""))
        .map((letter) => ({ ...letter, isOpened: true }));
}
