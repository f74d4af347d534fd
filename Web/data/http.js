// Requests to the server. A failure is `Refused` when the server answered so, and `Unreachable` otherwise. A request that
// its caller aborts fails with the browser's own error.
import { at, credentials } from "../address/root.js";
import { Refused, Unreachable } from "./failures.js";

/** How long to wait for the beginning of an answer, and then as long again for the rest of it. */
const PATIENCE_MS = 10_000;
/** A picture takes its time on a slow network. */
const FILE_PATIENCE_MS = 120_000;
/**
 * What gives requests a token, at an address without cookies. `current` returns that of the server that answers, null where
 * it gave none; `forget` is called when the server takes it no more.
 *
 * @typedef {{current: () => Promise<string | null>, forget: () => Promise<void>}} Tokens
 */

/** @type {Tokens | null} */
let tokens = null;

/**
 * Lets requests that may say who is logged in carry tokens from now on.
 *
 * @param {Tokens} source
 */
export function useTokens(source) {
    tokens = source;
}

/** Fires `answer` when the server has answered anything: it can be reached. */
export const answers = new EventTarget();

/**
 * Asks for JSON.
 *
 * @param {string} path
 * @param {Record<string, string | number>} parameters
 * @param {AbortSignal} [signal]
 */
export async function read(path, parameters, signal) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const text = query.toString();
    return ask(text ? `${path}?${text}` : path, content, { signal });
}

/**
 * Asks for JSON with the token of a device.
 *
 * @param {string} token
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export async function readAs(token, path, signal) {
    return ask(path, content, { signal, request: { headers: { authorization: `Bearer ${token}` } } });
}

/**
 * Sends JSON as a device, by its own token, and returns what comes back.
 *
 * @param {string} token
 * @param {string} path
 * @param {object} body
 */
export async function sendAs(token, path, body) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    return ask(path, content, { request: { method: "POST", headers, body: JSON.stringify(body) } });
}

/**
 * Sends JSON or a file, and returns what comes back. After `Unreachable`, the server may have done it or not.
 *
 * @param {string} method
 * @param {string} path
 * @param {object | Blob} [body]
 * @param {AbortSignal} [signal] for questions only: the server carries out a sent change anyway.
 */
export async function send(method, path, body, signal) {
    const isFile = body instanceof Blob;
    const headers = body ? { "content-type": isFile ? "application/octet-stream" : "application/json" } : undefined;
    const request = { method, headers, body: isFile ? body : body && JSON.stringify(body) };
    const answer = async (/** @type {Response} */ response) => (response.status === 204 ? null : content(response));
    return ask(path, answer, { signal, request, patience: isFile ? FILE_PATIENCE_MS : PATIENCE_MS });
}

/** @param {Response} response */
export async function content(response) {
    if (!response.ok) throw await refusal(response);
    return response.json();
}

/**
 * How to send a request: `patience` in milliseconds, once for the beginning of the answer and once for its body; `who`
 * instead of the usual credentials.
 *
 * @typedef {{signal?: AbortSignal, request?: RequestInit, patience?: number, who?: RequestCredentials}} Options
 */

/**
 * Sends a request, and reads its answer to the end.
 *
 * @template Answer
 * @param {string} address
 * @param {(response: Response) => Promise<Answer>} readAnswer reads the body; a failure to do so is `Unreachable`.
 * @param {Options} options
 * @returns {Promise<Answer>}
 */
export async function ask(address, readAnswer, options = {}) {
    const { request = {}, who = credentials() } = options;
    const isForAll = address === "/api/v1/about" || who === "omit" || isAuthorized(request);
    const token = isForAll ? null : await currentToken();
    if (token === null) return askOnce(address, readAnswer, options);
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    try {
        return await askOnce(address, readAnswer, { ...options, request: { ...request, headers } });
    } catch (failure) {
        if (!(failure instanceof Refused && failure.code === "not_logged_in")) throw failure;
        await tokens?.forget();
        // Whoever reads goes on as a guest, as after a session.
        if (request.method && request.method !== "GET") throw failure;
        return askOnce(address, readAnswer, options);
    }
}

async function currentToken() {
    try {
        return (await tokens?.current()) ?? null;
    } catch (failure) {
        throw new Unreachable(`nobody answers who gave a token: ${failure}`);
    }
}

/** @param {RequestInit} request */
const isAuthorized = ({ headers }) => headers !== undefined && "authorization" in headers;

/**
 * @template Answer
 * @param {string} address
 * @param {(response: Response) => Promise<Answer>} readAnswer
 * @param {Options} options
 * @returns {Promise<Answer>}
 */
async function askOnce(address, readAnswer, options) {
    const { signal, request = {}, patience = PATIENCE_MS } = options;
    // The document preloads this address with the usual credentials, and the answer is the same for everybody.
    const who = address === "/api/v1/about" ? "same-origin" : (options.who ?? credentials());
    const stop = new AbortController();
    const giveUp = () => stop.abort();
    let timer = setTimeout(giveUp, patience);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    try {
        const response = await fetch(at(address), { ...request, credentials: who, signal: stop.signal });
        if (response.ok) answers.dispatchEvent(new Event("answer"));
        clearTimeout(timer);
        timer = setTimeout(giveUp, patience);
        return await readAnswer(response);
    } catch (failure) {
        if (signal?.aborted || failure instanceof Refused || failure instanceof Unreachable) throw failure;
        throw new Unreachable(`no whole answer from the server: ${failure}`);
    } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
    }
}

/**
 * Returns the failure that an answer other than the wanted one means.
 *
 * @param {Response} response
 */
export async function refusal(response) {
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    const retryAfter = Number.isFinite(wait) && wait >= 0 ? wait : undefined;
    // A proxy in front of a server that is gone answers with these.
    if ([502, 503, 504].includes(response.status))
        return Object.assign(new Unreachable(`the server is away: ${response.status}`), { retryAfter });
    const { code = "unknown", message = response.statusText, field } = await problem(response);
    return Object.assign(new Refused(code, message, response.status, field), { retryAfter });
}

/**
 * Returns the description in a refusal. The answer of a proxy has none.
 *
 * @param {Response} response
 * @returns {Promise<{code?: string, message?: string, field?: string}>}
 */
async function problem(response) {
    const text = await response.text();
    try {
        return JSON.parse(text) ?? {};
    } catch {
        return {};
    }
}
