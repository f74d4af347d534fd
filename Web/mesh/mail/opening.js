// Opens the mailbox, or says why this page has no private messages.
import { ownName } from "../../address/root.js";
import { openMailDatabase } from "./database.js";
import { canAgree } from "./day-keys.js";
import { MailLayout } from "./layout.js";
import { Mailbox } from "./mailbox.js";

/** @typedef {"ready" | "noX25519" | Exclude<import("../keys.js").Ability, "signs">} MailAbility */

const LOCK = ownName("hereabouts-mail");
const ON = ownName("hereabouts.chat.private");

/**
 * @param {import("../carrier.js").Carrier | null} carrier
 * @param {import("../keys.js").Ability} ability
 * @returns {Promise<{mailbox: Mailbox | null, ability: MailAbility}>}
 */
export async function openMailbox(carrier, ability) {
    if (!carrier || ability !== "signs")
        return { mailbox: null, ability: ability === "signs" ? "noDatabase" : ability };
    if (!(await canAgree())) return { mailbox: null, ability: "noX25519" };
    const database = await openMailDatabase().catch((failure) => {
        console.info("this browser keeps no private messages:", failure);
        return null;
    });
    if (!database) return { mailbox: null, ability: "noDatabase" };
    const lock = (/** @type {() => Promise<void>} */ body) =>
        navigator.locks ? navigator.locks.request(LOCK, body) : body();
    const layout = new MailLayout(carrier.gossip.exports);
    const mailbox = new Mailbox({ carrier, layout, database, lock, isOn: () => localStorage.getItem(ON) !== null });
    mailbox.work();
    return { mailbox, ability: "ready" };
}

/** This person reads private messages: from now on others can seal messages to them. */
export function turnOn() {
    localStorage.setItem(ON, "yes");
}
