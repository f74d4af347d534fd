// The places chosen last, kept on this device only.

const KEY = "hereabouts.recent";
const MOST = 8;

/** @returns {Found[]} newest first; nothing when the device keeps nothing or something else. */
export function recentPlaces() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        return Array.isArray(kept)
            ? kept.filter((place) => typeof place?.id === "string" && typeof place?.name === "string")
            : [];
    } catch {
        return [];
    }
}

/** @param {Found} found */
export function rememberPlace({ id, type, kind, category, name, label, lat, lon }) {
    const others = recentPlaces().filter((place) => place.id !== id);
    const kept = [{ id, type, kind, category, name, label, lat, lon }, ...others].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(kept));
}
