// HPKE (RFC 9180) in base mode by WebCrypto: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-GCM, one message a key.
// Names of steps and labels are the RFC's.
import { joined } from "../bytes.js";

/** @typedef {{id: number, keyLength: number}} Cipher `keyLength` in bytes. */

/** @type {Cipher} */
export const AES_256_GCM = { id: 2, keyLength: 32 };

const X25519 = { name: "X25519" };
const ascii = (/** @type {string} */ text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const number = (/** @type {number} */ value) => Uint8Array.of(value >> 8, value & 255);
const KEM = joined(ascii("KEM"), number(0x20));
const VERSION = ascii("HPKE-v1");
const NONE = new Uint8Array();
const NONCE_LENGTH = 12;

/** A key for one message, or of one day; the browser does not give its secret half out. */
export async function makeKeyPair() {
    const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(X25519, false, ["deriveBits"]));
    return { pair, key: await rawOf(pair.publicKey) };
}

/** @param {CryptoKey} key */
const rawOf = async (key) => new Uint8Array(await crypto.subtle.exportKey("raw", key));

/**
 * Seals a text to a receiver. Fails for keys of small order.
 *
 * @param {{pair: CryptoKeyPair, key: Uint8Array}} ephemeral its public half goes with the message as `enc`.
 * @param {Uint8Array} receiver
 * @param {{info: Uint8Array, aad: Uint8Array}} context
 * @param {Uint8Array} plain
 * @param {Cipher} [cipher]
 */
export async function seal({ pair, key: enc }, receiver, { info, aad }, plain, cipher = AES_256_GCM) {
    const publicKey = await crypto.subtle.importKey("raw", receiver, X25519, false, []);
    const secret = await sharedSecret(pair.privateKey, publicKey, joined(enc, receiver));
    const { key, iv } = await schedule(secret, info, cipher);
    return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: aad }, key, plain));
}

/**
 * Opens what was sealed to a key; null where it was not, or was changed.
 *
 * @param {{pair: {privateKey: CryptoKey}, key: Uint8Array}} receiver
 * @param {Uint8Array} enc
 * @param {{info: Uint8Array, aad: Uint8Array}} context
 * @param {Uint8Array} sealed
 * @param {Cipher} [cipher]
 */
export async function open({ pair, key: own }, enc, { info, aad }, sealed, cipher = AES_256_GCM) {
    try {
        const publicKey = await crypto.subtle.importKey("raw", enc, X25519, false, []);
        const secret = await sharedSecret(pair.privateKey, publicKey, joined(enc, own));
        const { key, iv } = await schedule(secret, info, cipher);
        return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: aad }, key, sealed));
    } catch {
        // It is for somebody else: the usual case.
        return null;
    }
}

/**
 * RFC 9180 §4.1. Browsers refuse a product of zero.
 *
 * @param {CryptoKey} privateKey
 * @param {CryptoKey} publicKey
 * @param {Uint8Array} context
 */
async function sharedSecret(privateKey, publicKey, context) {
    const algorithm = { ...X25519, public: publicKey };
    const product = new Uint8Array(await crypto.subtle.deriveBits(algorithm, privateKey, 256));
    return expand(await extract(NONE, KEM, "eae_prk", product), KEM, "shared_secret", context, 32);
}

/**
 * RFC 9180 §5.1, of the first and only message.
 *
 * @param {Uint8Array} shared
 * @param {Uint8Array} info
 * @param {Cipher} cipher
 */
async function schedule(shared, info, cipher) {
    const suite = joined(ascii("HPKE"), number(0x20), number(1), number(cipher.id));
    const [none, given, secret] = await Promise.all([
        extract(NONE, suite, "psk_id_hash", NONE),
        extract(NONE, suite, "info_hash", info),
        extract(shared, suite, "secret", NONE),
    ]);
    const context = joined(Uint8Array.of(0), none, given);
    const [bytes, iv] = await Promise.all([
        expand(secret, suite, "key", context, cipher.keyLength),
        expand(secret, suite, "base_nonce", context, NONCE_LENGTH),
    ]);
    const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    return { key, iv };
}

/** @param {Uint8Array} salt @param {Uint8Array} suite @param {string} label @param {Uint8Array} content */
const extract = (salt, suite, label, content) => mac(salt, joined(VERSION, suite, ascii(label), content));

/**
 * At most 32 bytes, so HKDF has one step.
 *
 * @param {Uint8Array} secret @param {Uint8Array} suite @param {string} label @param {Uint8Array} content
 * @param {number} length
 */
async function expand(secret, suite, label, content, length) {
    const text = joined(number(length), VERSION, suite, ascii(label), content, Uint8Array.of(1));
    return (await mac(secret, text)).slice(0, length);
}

/** @param {Uint8Array} key @param {Uint8Array} text */
async function mac(key, text) {
    // WebCrypto has no empty keys of HMAC. HMAC fills keys up with zeros, so this one is the same.
    const raw = key.length === 0 ? new Uint8Array(32) : key;
    const hmac = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", hmac, text));
}
