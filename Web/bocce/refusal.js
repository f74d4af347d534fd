// Failures of requests, which the page's own modules make: this bundle has other copies of their classes.

/**
 * Returns the code of a refusal.
 *
 * @param {unknown} failure
 * @returns {string | null} null where no answer came.
 */
export function refusalOf(failure) {
    const { name, code } = /** @type {{name?: string, code?: string}} */ (failure ?? {});
    return name === "Refused" ? (code ?? null) : null;
}

/**
 * Makes a request again and again until the server answers, however it does.
 *
 * @param {() => Promise<unknown>} ask
 */
export async function insist(ask) {
    for (let wait = 1_000; wait < 300_000; wait *= 2) {
        try {
            await ask();
            return;
        } catch (failure) {
            if (refusalOf(failure)) return;
        }
        await new Promise((resolve) => {
            setTimeout(resolve, wait);
            window.addEventListener("online", resolve, { once: true });
        });
    }
}
