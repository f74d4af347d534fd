// Entry stamps: when a member of the place first took a message (docs/mesh.md). The page believes those alone whose signature
// holds under the key of a node that the place's own messages admit.
import { bytesOf, hexOf, joined, millisecondsOf } from "./bytes.js";
import { holds } from "./keys.js";
import { inOrder } from "./kept-messages.js";
import { NODES } from "./program.js";

const ROSTER = 1;
const HEAD = 72;
const SIGNATURE_LENGTH = 64;
const PURPOSE = new TextEncoder().encode("hereabouts entry 1\0");
/** For so many messages it is remembered whether their stamps hold. */
const MOST_CHECKED = 4096;

/** @typedef {{key: string, until: bigint | null}} Member `until`: the reading from which on it is none. */

/** Fires `change` when a stamp was checked. */
export class Stamps extends EventTarget {
    /**
     * When messages entered, by their ids; null where no stamp holds, or while it is checked.
     *
     * @type {Map<string, number | null>}
     */
    #entered = new Map();
    /**
     * By the first eight bytes of their keys; null until they are read.
     *
     * @type {Map<string, Member> | null}
     */
    #known = null;
    /** The end of the check that began last. */
    checked = Promise.resolve();

    /** @param {import("./carrier.js").Carrier} carrier @param {AbortSignal} [signal] ends it. */
    constructor(carrier, signal) {
        super();
        this.carrier = carrier;
        const forget = () => {
            this.#known = null;
        };
        carrier.kept.addEventListener("change", forget, { signal });
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
        const key = this.#memberAt(facts.stampedBy, facts.stampedAt);
        // The message that admits the member may come later.
        if (key === null) return null;
        if (this.#entered.size >= MOST_CHECKED) this.#entered.clear();
        this.#entered.set(facts.id, null);
        this.checked = isStamped(bytes, facts, key).then((isGood) => {
            if (!isGood) return;
            this.#entered.set(facts.id, millisecondsOf(/** @type {bigint} */ (facts.stampedAt)));
            this.dispatchEvent(new Event("change"));
        });
        return null;
    }

    /**
     * The key of the node that was a member at a time, by its first eight bytes.
     *
     * @param {string} beginning in hexadecimal.
     * @param {bigint} time
     */
    #memberAt(beginning, time) {
        const member = this.#members.get(beginning);
        return member && (member.until === null || time < member.until) ? member.key : null;
    }

    /** What the messages on this phone say of nodes. Only those of the place's key count, and the newest about a node. */
    get #members() {
        if (this.#known) return this.#known;
        const { gossip, kept, place } = this.carrier;
        /** @type {Map<string, Member>} */
        const members = new Map();
        for (const { bytes } of kept.filter((each) => each.class === ROSTER && each.place === place).sort(inOrder)) {
            const facts = gossip.read(bytes);
            if (facts?.kind !== NODES || !facts.author || gossip.placeCode(facts.author) !== place) continue;
            const fields = fieldsOf(bytes);
            const [key, until] = [fields.get(1), fields.get(3)];
            if (key?.length !== 32) continue;
            const end = until?.length === 8 ? new DataView(until.slice().buffer).getBigUint64(0) : null;
            members.set(hexOf(key).slice(0, 16), { key: hexOf(key), until: end });
        }
        this.#known = members;
        return members;
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

/**
 * The fields of the body of a message that has been read, by their tags.
 *
 * @param {Uint8Array} bytes
 */
function fieldsOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = HEAD + view.getUint32(HEAD - 4);
    /** @type {Map<number, Uint8Array>} */
    const fields = new Map();
    for (let start = HEAD; start + 3 <= end; ) {
        const next = start + 3 + view.getUint16(start + 1);
        fields.set(bytes[start], bytes.subarray(start + 3, next));
        start = next;
    }
    return fields;
}
