// What this phone can do here, each tried and not guessed.
import { packState } from "../data/pack-store.js";
import { makePair } from "./keys.js";
import { canAgree } from "./mail/day-keys.js";

/**
 * @typedef {"secure" | "signatures" | "storage" | "worker" | "kept" | "notifications" | "name" | "clock" |
 *   "sealing"} CheckName
 * @typedef {{name: CheckName, isGood: boolean, remedy: string | null}} Check `remedy` is the last part of the words for
 *   what helps; null where nothing is wrong, or nothing helps.
 */

/** A clock that is off by more than this is told. */
const DRIFT_MS = 60_000;

/**
 * @param {{ahead: () => Promise<number | null>}} node how far the node's clock is ahead of the device's, in milliseconds;
 *   null without an answer.
 * @returns {Promise<Check[]>}
 */
export async function tryAll(node) {
    const isSecure = window.isSecureContext;
    const whenSecure = (/** @type {string} */ remedy) => (isSecure ? remedy : "secure");
    const canSign = isSecure && (await makePair()) !== null;
    const canSeal = isSecure && (await canAgree());
    const [keeps, worker, copy, kept, ahead] = await Promise.all([
        canKeep(),
        hasWorker(),
        hasCopy(),
        isKept(),
        node.ahead(),
    ]);
    const notifications = "Notification" in window ? Notification.permission : null;
    const isNamed = location.hostname.endsWith(".local");
    return [
        check("secure", isSecure, "secure"),
        check("signatures", canSign, whenSecure("signatures")),
        check("storage", keeps, "storage"),
        check("worker", worker && copy, whenSecure(worker ? "copy" : "worker")),
        check("kept", kept, whenSecure("kept")),
        check("notifications", notifications === "granted", whenSecure(notifications ?? "noNotifications")),
        check("name", isNamed, "name"),
        ...(ahead === null ? [] : [check("clock", Math.abs(ahead) <= DRIFT_MS, "clock")]),
        check("sealing", canSeal, whenSecure("sealing")),
    ];
}

/** @param {CheckName} name @param {boolean} isGood @param {string} remedy @returns {Check} */
const check = (name, isGood, remedy) => ({ name, isGood, remedy: isGood ? null : remedy });

/** Writes to the browser's database and reads it back. */
function canKeep() {
    const name = "hereabouts-check";
    return new Promise((resolve) => {
        try {
            const opening = indexedDB.open(name, 1);
            opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("one"));
            opening.addEventListener("error", () => resolve(false));
            opening.addEventListener("success", () => {
                const change = opening.result.transaction("one", "readwrite");
                change.objectStore("one").put(new Uint8Array(8), "bytes");
                change.addEventListener("abort", () => resolve(false));
                change.addEventListener("complete", () => {
                    opening.result.close();
                    indexedDB.deleteDatabase(name);
                    resolve(true);
                });
            });
        } catch {
            resolve(false);
        }
    });
}

async function hasWorker() {
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    return Boolean(registration?.active);
}

/** Whether the map is on this device: without it the page does not start. */
async function hasCopy() {
    return (await packState().catch(() => null))?.note != null;
}

/** Whether the browser promised to keep what this page stores. */
async function isKept() {
    return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}

/** Asks the browser to keep it. */
export async function askToKeep() {
    return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
