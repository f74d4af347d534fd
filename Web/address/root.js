// Where this server's addresses begin: behind a proxy they may have a path before them, such as `/map`. The page's own
// address knows it.
//
// All other modules write addresses as the server knows them, from its slash on. Modules and built files stand in
// folders of the root, so this module finds it without asking the server.

const { pathname, protocol } = new URL("..", import.meta.url);

/**
 * The path before all addresses, without a slash at its end; empty where there is none. Slashes that a user typed twice
 * count once.
 */
export const ROOT = protocol === "file:" ? "" : pathname.replaceAll(/\/+/g, "/").slice(0, -1);

/**
 * The address of a path of this server.
 *
 * @param {string} path which begins with a slash.
 */
export function at(path) {
    return ROOT + path;
}

/** Whether this is the map in another site's page. */
export const isEmbedded = () => "document" in globalThis && "embedded" in document.documentElement.dataset;

/**
 * Inside another site's page, no one is logged in: that page could trick users into pressing hidden buttons.
 *
 * @returns {RequestCredentials}
 */
export const credentials = () => (isEmbedded() ? "omit" : "same-origin");

/**
 * Returns the storage name for this server alone: another server may be at the same host below another path.
 *
 * @param {string} name
 */
export function ownName(name) {
    return name + ROOT;
}

/**
 * How the names begin of several things that this device keeps for this server alone.
 *
 * Behind a path stands a colon, which no path of a server has: what `/map` keeps must not look like what `/map-2` does.
 *
 * @param {string} name
 * @param {string} root
 */
export function ownPrefix(name, root = ROOT) {
    return root === "" ? `${name}-` : `${name}${root}:`;
}
