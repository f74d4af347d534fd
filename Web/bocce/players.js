// The players of a game on one device: a person at this screen, and the computer. Each yields a throw when it is its turn.

/** @typedef {import('./match.js').Player} Player */
/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./table.js').Table} Table */

/** How long the computer may think in a frame. */
const SLICE_MS = 3;
/** How long people see whose turn it is before the computer aims, and how long they see its aim. */
const PAUSE_MS = 600;
const AIM_MS = 550;

/**
 * A person at this screen, who throws with the aim.
 *
 * @param {Aim} aim
 * @returns {Player}
 */
export function personHere(aim) {
    return {
        isHere: true,
        chooseThrow: (table, signal) =>
            new Promise((resolve) => {
                aim.open(table, resolve);
                const close = () => {
                    aim.close();
                    resolve(null);
                };
                signal.addEventListener("abort", close, { once: true });
            }),
    };
}

/**
 * @param {number} strength 0 to 2.
 * @param {Aim} aim which shows what it is about to throw.
 * @returns {Player}
 */
export function computer(strength, aim) {
    return {
        isHere: false,
        isComputer: true,
        async chooseThrow(table, signal) {
            const begun = performance.now();
            table.consider(strength);
            let isDecided = false;
            while (!isDecided) {
                await new Promise(requestAnimationFrame);
                if (signal.aborted) return null;
                isDecided = think(table);
            }
            await pause(PAUSE_MS - (performance.now() - begun));
            if (signal.aborted) return null;
            const thrown = table.proposed;
            aim.show(table, thrown);
            await pause(AIM_MS);
            if (signal.aborted) return null;
            aim.close();
            return thrown;
        },
    };
}

/** @param {Table} table */
function think(table) {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) if (table.think()) return true;
    return false;
}

/** @param {number} duration milliseconds. */
function pause(duration) {
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, duration)));
}
