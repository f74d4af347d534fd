// The keys of a person in this browser, and signatures: Ed25519 by WebCrypto (RFC 8032). The secret key never leaves the
// browser's own keeping.
import { bytesOf, hexOf } from "./bytes.js";

const ALGORITHM = { name: "Ed25519" };
const FACT = "keys";

/**
 * @typedef {"signs" | "insecure" | "noEd25519" | "noDatabase"} Ability whether this page can sign, and else why not.
 * @typedef {{key: string, sign: (text: Uint8Array) => Promise<Uint8Array>}} Signer `key` is public, in hexadecimal.
 */

/**
 * Returns the signatures of this browser, or null where it has none: pages that are not secure have no `crypto.subtle`,
 * and older browsers no Ed25519.
 *
 * @returns {Promise<CryptoKeyPair | null>} a pair that the browser does not give out.
 */
export async function makePair() {
    try {
        const pair = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
        return /** @type {CryptoKeyPair} */ (pair);
    } catch (failure) {
        console.info("this browser cannot sign:", failure);
        return null;
    }
}

/**
 * Returns the keys of this browser, and makes them if there are none.
 *
 * @param {import("./database.js").Database} database
 * @returns {Promise<Signer | null>} null where the browser cannot sign.
 */
export async function ownKeys(database) {
    let pair = await database.fact(FACT);
    if (!pair) {
        const made = await makePair();
        if (!made) return null;
        await database.addFact(FACT, made);
        // Another tab may have been faster.
        pair = await database.fact(FACT);
    }
    const { publicKey, privateKey } = /** @type {CryptoKeyPair} */ (pair);
    const key = hexOf(new Uint8Array(await crypto.subtle.exportKey("raw", /** @type {CryptoKey} */ (publicKey))));
    const sign = async (/** @type {Uint8Array} */ text) =>
        new Uint8Array(await crypto.subtle.sign(ALGORITHM, /** @type {CryptoKey} */ (privateKey), text));
    return { key, sign };
}

/** The keys whose signatures were checked last, as the browser holds them. */
const imported = new Map();
const MOST_IMPORTED = 500;

/**
 * Whether the author's signature holds. A sealed message has none outside. The layout has refused weak keys already.
 *
 * @param {import("./program.js").Facts} facts
 */
export async function isSigned({ author, signature, signed }) {
    if (author === null) return true;
    return signature !== null && holds(signature, signed, author);
}

/**
 * Whether a signature is one of a text under a key that is not weak.
 *
 * @param {Uint8Array} signature
 * @param {Uint8Array} text
 * @param {string} author
 */
export async function holds(signature, text, author) {
    try {
        return await crypto.subtle.verify(ALGORITHM, await keyOf(author), signature, text);
    } catch {
        // The author's bytes are no key.
        return false;
    }
}

/** @param {string} key */
async function keyOf(key) {
    const known = imported.get(key);
    if (known) return known;
    const made = await crypto.subtle.importKey("raw", bytesOf(key), ALGORITHM, false, ["verify"]);
    if (imported.size >= MOST_IMPORTED) imported.clear();
    imported.set(key, made);
    return made;
}
