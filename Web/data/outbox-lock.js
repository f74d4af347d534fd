// The lock of the outbox: one tab of a browser sends at a time.
import { ownName } from "../address/root.js";

/** The lock that the sending tab holds. */
const LOCK = ownName("hereabouts-outbox");

/**
 * Runs `body` while no other tab sends. Without locks, as on pages without a secure connection, the keys alone keep
 * items from counting twice.
 *
 * @template Result
 * @param {LockManager | undefined} locks
 * @param {() => Promise<Result>} body
 * @returns {Promise<Result>}
 */
export async function alone(locks, body) {
    return locks ? locks.request(LOCK, body) : body();
}
