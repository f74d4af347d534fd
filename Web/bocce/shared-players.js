// The players of a shared game: the person at this screen, and people on other devices.
import { personHere } from "./players.js";

/** @typedef {import('./ledger.js').Ledger} Ledger */
/** @typedef {import('./match.js').Player} Player */
/** @typedef {import('./table.js').Throw} Throw */

/**
 * A person on another device.
 *
 * @param {Ledger} ledger
 * @returns {Player}
 */
export function personElsewhere(ledger) {
    return { isHere: false, chooseThrow: (table, signal) => ledger.next(table.thrown, signal) };
}

/**
 * The person at this screen. Another tab of theirs may throw, too.
 *
 * @param {Ledger} ledger
 * @param {import('./aim.js').Aim} aim
 * @param {(number: number, thrown: Throw) => void} threw called for a throw that is made in this tab.
 * @returns {Player}
 */
export function personOfDevice(ledger, aim, threw) {
    const person = personHere(aim);
    return {
        isHere: true,
        async chooseThrow(table, signal) {
            const number = table.thrown;
            if (ledger.throws[number]) return ledger.throws[number];
            const done = new AbortController();
            const stop = () => done.abort();
            signal.addEventListener("abort", stop, { once: true });
            const here = person.chooseThrow(table, done.signal).then((thrown) => {
                if (thrown) threw(number, thrown);
                return thrown;
            });
            const thrown = await Promise.race([here, ledger.next(number, done.signal)]);
            signal.removeEventListener("abort", stop);
            done.abort();
            return thrown;
        },
    };
}
