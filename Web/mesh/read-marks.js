// How far each room was read on this device: the time of the newest line that was shown, in milliseconds.
const KEY = "hereabouts.chat.read";

/** @returns {Record<string, number>} */
function marks() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

/** @param {string} room */
export const readUpTo = (room) => Number(marks()[room] ?? 0);

/**
 * @param {string} room
 * @param {number} time
 */
export function markRead(room, time) {
    if (time > readUpTo(room)) localStorage.setItem(KEY, JSON.stringify({ ...marks(), [room]: time }));
}
