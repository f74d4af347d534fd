// Waiting that an abort ends.

/**
 * Waits. Throws the reason of `signal` at once when it is aborted, before the wait or during it.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export async function pause(milliseconds, signal) {
    signal.throwIfAborted();
    await new Promise((resolve, reject) => {
        const giveUp = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        const timer = setTimeout(() => {
            signal.removeEventListener("abort", giveUp);
            resolve(undefined);
        }, milliseconds);
        signal.addEventListener("abort", giveUp, { once: true });
    });
}
