// Answers to events that may come often, and to many devices at the same moment.

/**
 * Returns what calls `act` once after one or more calls, at a random time between `least` and twice that, in milliseconds.
 * So `act` runs at most once in `least`, and devices that hear of the same thing do not all ask at once.
 *
 * @param {() => void} act
 * @param {number} least
 * @param {AbortSignal} [signal] ends it.
 */
export function seldom(act, least, signal) {
    let isPlanned = false;
    return () => {
        if (isPlanned) return;
        isPlanned = true;
        setTimeout(
            () => {
                isPlanned = false;
                if (!signal?.aborted) act();
            },
            least * (1 + Math.random()),
        );
    };
}
