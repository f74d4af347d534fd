// Accounts: logging in and out, what has access to an account, and the accounts of others for operators.
import { forgetDraft } from "./draft.js";
import { read, send } from "./http.js";

/** @typedef {import("./community.js").Community} Community */

/**
 * Logs in with a password or a passkey, registers, or uses up a set-up code.
 *
 * @param {Community} community
 * @param {"session" | "accounts" | "set-up" | "session/passkey"} path
 * @param {object} credentials
 */
export async function enter(community, path, credentials) {
    community.became(await send("POST", `/api/v1/${path}`, credentials));
}

/** @param {Community} community */
export async function logOut(community) {
    await send("DELETE", "/api/v1/session");
    forgetDraft();
    community.became(null);
}

/**
 * Changes the password. The server ends all access to the account, except for the kept items.
 *
 * @param {Community} community
 * @param {{old: string, new: string, keep: KeptAccess}} passwords
 */
export function changePassword(community, passwords) {
    return community.write("PUT", "/api/v1/me/password", passwords);
}

/**
 * Returns everything that has access to the account.
 *
 * @param {Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<AccountAccess>}
 */
export function readAccess(community, signal) {
    return community.member(read("/api/v1/me/access", {}, signal));
}

/**
 * Ends all access to the account, also this session, except for the kept items.
 *
 * @param {Community} community
 * @param {KeptAccess} kept
 */
export async function signOut(community, kept) {
    await community.write("POST", "/api/v1/me/sign-out", kept);
    community.became(null);
}

/**
 * Returns the activity of the account, newest first.
 *
 * @param {Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<AccountEvent[]>}
 */
export async function readHistory(community, signal) {
    return (await community.member(read("/api/v1/me/history", {}, signal))).events;
}

/**
 * Sends the password again. For some minutes this session may then make lasting changes.
 *
 * @param {Community} community
 * @param {string} password
 */
export function confirm(community, password) {
    return community.member(send("POST", "/api/v1/me/confirmation", { password }));
}

/**
 * Asks for the password unless the session is confirmed. For requests that the browser makes itself, such as downloads.
 *
 * @param {Community} community
 */
export function confirmed(community) {
    return community.confirming(() => community.member(read("/api/v1/me/confirmation", {})));
}

/**
 * Returns the browsers and programs that act for the account.
 *
 * @param {Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<Session[]>}
 */
export async function readSessions(community, signal) {
    return (await community.member(read("/api/v1/me/sessions", {}, signal))).sessions;
}

/**
 * @param {Community} community
 * @param {Session} session
 */
export function endSession(community, { id }) {
    return community.write("DELETE", `/api/v1/me/sessions/${id}`);
}

/**
 * Makes a token for a program; the server shows it this once.
 *
 * @param {Community} community
 * @param {string} label
 * @returns {Promise<string>}
 */
export async function makeToken(community, label) {
    return (await community.write("POST", "/api/v1/me/tokens", { label })).token;
}

/**
 * Removes the account, with its posts, votes and reports.
 *
 * @param {Community} community
 * @param {string} password
 */
export async function removeAccount(community, password) {
    const { account } = await community.me();
    await community.write("POST", "/api/v1/me/removal", { password });
    forgetDraft();
    community.dispatchEvent(new CustomEvent("removed", { detail: account?.id }));
    community.became(null);
}

/**
 * Returns a page of all accounts, by name; for operators.
 *
 * @param {Community} community
 * @param {{after?: string, limit: number}} page
 * @param {AbortSignal} [signal]
 * @returns {Promise<Account[]>}
 */
export async function readAccounts(community, { after, limit }, signal) {
    const behind = /** @type {Record<string, string>} */ (after === undefined ? {} : { after });
    return (await community.member(read("/api/v1/accounts", { ...behind, limit }, signal))).accounts;
}

/**
 * Returns the open invitations, newest first; for operators.
 *
 * @param {Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<RegistrationLink[]>}
 */
export async function readInvitations(community, signal) {
    return (await community.member(read("/api/v1/registration-links", {}, signal))).links;
}

/**
 * Makes an invitation; for operators.
 *
 * @param {Community} community
 * @param {{note: string, days: number}} invitation
 * @returns {Promise<{link: RegistrationLink, opener: Opener}>}
 */
export function invite(community, invitation) {
    return community.write("POST", "/api/v1/registration-links", invitation);
}

/**
 * Takes an invitation back; for operators.
 *
 * @param {Community} community
 * @param {RegistrationLink} link
 */
export function revokeInvitation(community, { id }) {
    return community.write("DELETE", `/api/v1/registration-links/${id}`);
}

/**
 * Gives an account another role; for operators.
 *
 * @param {Community} community
 * @param {Account} account
 * @param {Role} role
 * @returns {Promise<Account>}
 */
export async function changeRole(community, account, role) {
    const changed = await community.write("PUT", `/api/v1/accounts/${account.id}/role`, { role });
    if (await community.isMe(account)) community.became(null);
    return changed;
}
