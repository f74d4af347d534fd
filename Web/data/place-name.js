// The name that all nodes of a place share (docs/mesh-name.md).
import { ownName } from "../address/root.js";

const KEY = ownName("hereabouts.placeName");

/**
 * Whether this page was opened by the name that all nodes of the place share. Servers set no cookies there. The device
 * remembers it: a node that does not say so must not get a password by another form.
 *
 * @param {About} about
 */
export function isAtPlaceName({ place_host: name }) {
    if (name === location.hostname) localStorage.setItem(KEY, "yes");
    return localStorage.getItem(KEY) !== null;
}
