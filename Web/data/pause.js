// Waiting that an abort ends.

/**
 * Waits for something that itself goes on after an abort, such as a question to the user. Throws the reason of `signal`
 * at once when it is aborted, before the wait or during it.
 *
 * @template Answer
 * @param {Promise<Answer> | undefined} asked
 * @param {AbortSignal} signal
 * @returns {Promise<Answer | undefined>}
 */
export async function unlessAborted(asked, signal) {
    signal.throwIfAborted();
    let giveUp = () => {};
    /** @type {Promise<never>} */
    const aborted = new Promise((_, reject) => {
        giveUp = () => reject(signal.reason);
        signal.addEventListener("abort", giveUp, { once: true });
    });
    try {
        return await Promise.race([asked, aborted]);
    } finally {
        signal.removeEventListener("abort", giveUp);
    }
}

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
