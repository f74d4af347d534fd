// The code of a shared game: 8 characters of Crockford's Base32.

const LENGTH = 8;

/**
 * Reads a code as people type it: in small letters, with spaces, with O for 0 and with I or L for 1.
 *
 * @param {string} typed
 * @returns {string | null} null for anything else.
 */
export function readCode(typed) {
    const code = typed.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
    return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) ? code : null;
}

/**
 * Returns a code in two halves, which people read more easily.
 *
 * @param {string} code
 */
export function codeText(code) {
    return `${code.slice(0, LENGTH / 2)} ${code.slice(LENGTH / 2)}`;
}
