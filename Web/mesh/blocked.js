// The authors whose lines a reader does not want to see, on this device alone.
const KEY = "hereabouts.chat.blocked";

/** @typedef {Record<string, string>} Blocked by the author's key the name that was shown. */

/** @returns {Blocked} */
export function blockedAuthors() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        return typeof kept === "object" && kept !== null ? kept : {};
    } catch {
        return {};
    }
}

/** @param {string} key @param {string} name */
export function block(key, name) {
    localStorage.setItem(KEY, JSON.stringify({ ...blockedAuthors(), [key]: name }));
}

/** @param {string} key */
export function unblock(key) {
    const { [key]: _, ...others } = blockedAuthors();
    localStorage.setItem(KEY, JSON.stringify(others));
}
