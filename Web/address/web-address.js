// The web addresses that a page may follow.

/**
 * Returns the web address that a text is, if it is one that may be followed.
 *
 * @param {string} text
 * @returns {URL | null}
 */
export function webAddress(text) {
    try {
        const address = new URL(text);
        return ["http:", "https:"].includes(address.protocol) ? address : null;
    } catch {
        return null;
    }
}
