// Entry stamps: when a member of the place first took a message (docs/mesh.md). The page believes those alone whose signature
// holds under the key of a node that the place's own messages admit.
import { bytesOf, joined, millisecondsOf } from "./bytes.js";
import { holds } from "./keys.js";
import { Members } from "./members.js";

const SIGNATURE_LENGTH = 64;
const PURPOSE = new TextEncoder().encode("hereabouts entry 1\0");
/** For so many messages it is remembered whether their stamps hold. */
const MOST_CHECKED = 4096;

/** Fires `change` when a stamp was checked. */
export class Stamps extends EventTarget {
    /**
     * When messages entered, by their ids; null where no stamp holds, or while it is checked.
     *
     * @type {Map<string, number | null>}
     */
    #entered = new Map();
    members;
    /** The end of the check that began last. */
    checked = Promise.resolve();

    /** @param {import("./carrier.js").Carrier} carrier @param {AbortSignal} [signal] ends it. */
    constructor(carrier, signal) {
        super();
        this.members = new Members(carrier, signal);
    }

    /**
     * When a message entered, in milliseconds: null without a stamp that holds, and until it has been checked.
     *
     * @param {Uint8Array} bytes
     * @param {import("./program.js").Facts} facts
     */
    entered(bytes, facts) {
        if (facts.stampedAt === null || facts.stampedBy === null) return null;
        const known = this.#entered.get(facts.id);
        if (known !== undefined) return known;
        const key = this.members.find(facts.stampedBy, facts.stampedAt)?.key ?? null;
        // The message that admits the member may come later.
        if (key === null) return null;
        // The one that was checked first goes: without all of them, each would be checked again for ever.
        if (this.#entered.size >= MOST_CHECKED) this.#entered.delete(this.#entered.keys().next().value ?? "");
        this.#entered.set(facts.id, null);
        this.checked = isStamped(bytes, facts, key).then((isGood) => {
            if (!isGood) return;
            this.#entered.set(facts.id, millisecondsOf(/** @type {bigint} */ (facts.stampedAt)));
            this.dispatchEvent(new Event("change"));
        });
        return null;
    }
}

/**
 * Whether the stamp behind a message is a member's.
 *
 * @param {Uint8Array} bytes
 * @param {import("./program.js").Facts} facts
 * @param {string} member the member's key.
 */
export function isStamped(bytes, { id, stampedAt }, member) {
    const time = new Uint8Array(8);
    new DataView(time.buffer).setBigUint64(0, stampedAt ?? 0n);
    const text = joined(PURPOSE, bytesOf(id), time);
    return holds(bytes.slice(bytes.length - SIGNATURE_LENGTH), text, member);
}
