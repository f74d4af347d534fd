// Asking the browser for a passkey: a new one, or one to log in or to confirm with. The server asks and judges, the
// browser answers.
import { enter } from "../data/accounts.js";
import { Refused } from "../data/failures.js";
import { send } from "../data/http.js";
import { failureText } from "../shell/trouble.js";
import { say, sayIfKnown } from "../text/catalogue.js";

/** @typedef {import("../data/community.js").Community} Community */

/** Failures by their names in browsers (W3C Web Authentication, §5.1.3 and §5.1.4). */
const SENTENCES = {
    ConstraintError: "passkey.incapable",
    InvalidStateError: "passkey.already",
    NotSupportedError: "passkey.incapable",
    SecurityError: "passkey.otherHost",
};

/** The browser gave no passkey. Its message is for people. */
class NoPasskey extends Error {
    name = "NoPasskey";
}

/**
 * Returns the reason why passkeys do not work here, as a sentence; null if they work.
 *
 * @param {Me} me
 */
export function passkeyObstacle({ passkeys_unavailable: reason }) {
    if (reason) return sayIfKnown(`passkey.at.${reason}`) ?? say("error.passkeys_unavailable");
    return globalThis.PublicKeyCredential ? null : say("passkey.at.browser");
}

/**
 * Returns the result of a request for a passkey, as a sentence.
 *
 * @param {unknown} failure
 */
export function passkeyFailure(failure) {
    if (failure instanceof NoPasskey) return failure.message;
    const isUnknown = failure instanceof Refused && failure.code === "wrong_credentials";
    return isUnknown ? say("passkey.unknown") : failureText(failure);
}

/**
 * Adds a passkey to the account that is logged in.
 *
 * @param {Community} community
 * @returns {Promise<Passkey>}
 */
export async function addPasskey(community) {
    const options = await community.write("POST", "/api/v1/me/passkey-options");
    const publicKey = creationOptions(options);
    const credential = await answered(
        () => navigator.credentials.create({ publicKey }),
        options.rp.id,
        "passkey.notAdded",
    );
    return community.write("POST", "/api/v1/me/passkeys", { credential });
}

/**
 * Logs in with a passkey. It needs no name: the passkey knows its account.
 *
 * @param {Community} community
 */
export async function enterWithPasskey(community) {
    const options = await send("POST", "/api/v1/session/passkey-options");
    await enter(community, "session/passkey", await shown(options));
}

/**
 * Confirms the session with a passkey of its account.
 *
 * @param {Community} community
 */
export async function confirmWithPasskey(community) {
    const options = await community.member(send("POST", "/api/v1/me/confirmation/passkey-options"));
    await community.member(send("POST", "/api/v1/me/confirmation/passkey", await shown(options)));
}

/** @param {any} options as the server gives them. */
function shown(options) {
    const publicKey = requestOptions(options);
    return answered(() => navigator.credentials.get({ publicKey }), options.rpId, "passkey.cancelled");
}

/**
 * Returns the answer of the browser, as JSON. Throws `NoPasskey`.
 *
 * @param {() => Promise<any>} ask
 * @param {string} host at which the passkey works.
 * @param {string} denied the message for all failures that browsers do not distinguish, so that sites cannot learn who
 *   is there.
 */
async function answered(ask, host, denied) {
    try {
        return written(await ask());
    } catch (failure) {
        const name = failure instanceof Error ? failure.name : "";
        const isDenied = name === "NotAllowedError" || name === "AbortError";
        const sentence = SENTENCES[/** @type {keyof typeof SENTENCES} */ (name)] ?? "passkey.failed";
        throw new NoPasskey(say(isDenied ? denied : sentence, { host }));
    }
}

// Browsers convert by themselves since 2023 (Firefox), 2025 (Safari) and 2024 (Chromium).

/** @returns {any} */
const browsers = () => globalThis.PublicKeyCredential;

/** @param {any} options */
function creationOptions(options) {
    if (browsers().parseCreationOptionsFromJSON) return browsers().parseCreationOptionsFromJSON(options);
    const { challenge, user, excludeCredentials, ...rest } = options;
    return {
        ...rest,
        challenge: bytes(challenge),
        user: { ...user, id: bytes(user.id) },
        excludeCredentials: excludeCredentials.map(known),
    };
}

/** @param {any} options */
function requestOptions(options) {
    if (browsers().parseRequestOptionsFromJSON) return browsers().parseRequestOptionsFromJSON(options);
    const { challenge, allowCredentials, ...rest } = options;
    return { ...rest, challenge: bytes(challenge), allowCredentials: allowCredentials.map(known) };
}

/** @param {any} credential */
function written(credential) {
    if (credential.toJSON) return credential.toJSON();
    const { id, rawId, type, response } = credential;
    /** @type {Record<string, any>} */
    const parts = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
        if (response[name]) parts[name] = base64url(response[name]);
    if (response.getTransports) parts.transports = response.getTransports();
    return { id, rawId: base64url(rawId), type, response: parts };
}

/** @param {{type: string, id: string, transports: string[]}} credential */
const known = ({ id, ...rest }) => ({ ...rest, id: bytes(id) });

/** @param {string} text in base64url. */
function bytes(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function base64url(buffer) {
    const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
