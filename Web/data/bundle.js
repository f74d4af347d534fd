// Parts of the page that are bundles of their own and load when somebody opens them.
import { at } from "../address/root.js";

/** How often each did not come. */
const failures = new Map();

/**
 * Loads a bundle. A browser does not ask again for a module that did not come, so the address differs then.
 *
 * @param {"bocce" | "ar" | "mesh"} name
 * @returns {Promise<any>} its module.
 */
export async function loadBundle(name) {
    const attempts = failures.get(name) ?? 0;
    try {
        return await import(at(`/built/${name}.js${attempts > 0 ? `?attempt=${attempts}` : ""}`));
    } catch (failure) {
        failures.set(name, attempts + 1);
        throw failure;
    }
}
