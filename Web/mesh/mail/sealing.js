// Seals mail to a person's key of the day, and opens what was sealed to an own one.
import { joined } from "../bytes.js";
import { holds } from "../keys.js";
import { makeKeyPair, open, seal } from "./hpke.js";

/**
 * @typedef {import("./layout.js").MailLayout} MailLayout
 * @typedef {{pair: CryptoKeyPair, key: Uint8Array}} OwnKey an own key of a day.
 */

/** @param {bigint} place */
function infoOf(place) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, place);
    return joined(new TextEncoder().encode("hereabouts mail 1"), bytes);
}

/**
 * Returns the bytes of a message for one person. Fails with `TooLong`.
 *
 * @param {MailLayout} layout
 * @param {import("../keys.js").Signer} signer
 * @param {{place: bigint, time: bigint, people: number}} around
 * @param {{author: string, key: Uint8Array}} receiver their signing key, and their key of the day.
 * @param {number} what
 * @param {Uint8Array} text
 */
export async function sealed(layout, signer, { place, time, people }, receiver, what, text) {
    const head = layout.head({ place, time, prekey: receiver.key, people, length: text.length });
    const ephemeral = await makeKeyPair();
    const parts = { head, receiver: receiver.author, prekey: receiver.key, enc: ephemeral.key, what, text };
    const signature = await signer.sign(layout.toSign(parts));
    const content = layout.content({ what, author: signer.key, signature, text }, head);
    const context = { info: infoOf(place), aad: head };
    return joined(head, ephemeral.key, await seal(ephemeral, receiver.key, context, content));
}

/**
 * Returns what a message says to this person; null where it is for somebody else, or anything in it does not hold.
 *
 * @param {MailLayout} layout
 * @param {string} own the own signing key.
 * @param {OwnKey[]} keys
 * @param {bigint} place
 * @param {Uint8Array} message
 * @returns {Promise<import("./layout.js").Content | null>}
 */
export async function opened(layout, own, keys, place, message) {
    const mail = layout.mail(message);
    if (!mail) return null;
    const { head, hint, enc } = mail;
    for (const ownKey of keys) {
        if (!layout.admits(hint, ownKey.key)) continue;
        const bytes = await open(ownKey, enc, { info: infoOf(place), aad: head }, mail.sealed);
        if (!bytes) continue;
        const content = layout.opened(bytes);
        if (!content) return null;
        const { what, text, signature, author } = content;
        const signed = layout.toSign({ head, receiver: own, prekey: ownKey.key, enc, what, text });
        return (await holds(signature, signed, author)) ? content : null;
    }
    return null;
}
