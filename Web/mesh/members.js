// The nodes that are members of the place, by the messages of the place's key that are on this phone.
import { hexOf } from "./bytes.js";
import { ROSTER } from "./classes.js";
import { fieldsOf } from "./fields.js";
import { inOrder } from "./kept-messages.js";
import { NODES } from "./program.js";

/** Stamps name a node by so many bytes of its key. */
const BEGINNING = 8;

/** @typedef {{key: string, name: string, until: bigint | null}} Member `until`: the reading from which on it is none. */

export class Members {
    /**
     * By the beginnings of their keys; null until they are read.
     *
     * @type {Map<string, Member> | null}
     */
    #known = null;
    /** The place of which they are. */
    #place = /** @type {bigint | null} */ (null);

    /** @param {import("./carrier.js").Carrier} carrier @param {AbortSignal} [signal] ends it. */
    constructor(carrier, signal) {
        this.carrier = carrier;
        const forget = (/** @type {Event} */ event) => {
            const { detail: classes } = /** @type {CustomEvent<Set<number> | null>} */ (event);
            if (classes?.has(ROSTER) ?? true) this.#known = null;
        };
        carrier.kept.addEventListener("change", forget, { signal });
    }

    /** Whether this phone has heard of any member. */
    get isKnown() {
        return this.#members.size > 0;
    }

    /**
     * The node that was a member at a time; null where none was.
     *
     * @param {string} key in hexadecimal, or its first eight bytes.
     * @param {bigint} time a reading.
     */
    find(key, time) {
        const member = this.#members.get(key.slice(0, 2 * BEGINNING));
        const isIt = member?.key.startsWith(key) && (member.until === null || time < member.until);
        return isIt ? member : null;
    }

    /**
     * The name of the node with this key, member or not any more; null where the roster has none.
     *
     * @param {string | null} key in hexadecimal.
     */
    nodeName(key) {
        const member = key === null ? null : this.#members.get(key.slice(0, 2 * BEGINNING));
        return member?.key === key ? member.name : null;
    }

    /** Only messages of the place's key count, and the newest about a node. */
    get #members() {
        const { gossip, kept, place } = this.carrier;
        if (this.#known && this.#place === place) return this.#known;
        /** @type {Map<string, Member>} */
        const members = new Map();
        for (const { bytes } of kept.filter((each) => each.class === ROSTER && each.place === place).sort(inOrder)) {
            const facts = gossip.read(bytes);
            if (facts?.kind !== NODES || !facts.author || gossip.placeCode(facts.author) !== place) continue;
            const fields = fieldsOf(bytes);
            const [key, name, until] = [fields.get(1), fields.get(2), fields.get(3)];
            if (key?.length !== 32) continue;
            const end = until?.length === 8 ? new DataView(until.slice().buffer).getBigUint64(0) : null;
            const member = { key: hexOf(key), name: new TextDecoder().decode(name), until: end };
            members.set(member.key.slice(0, 2 * BEGINNING), member);
        }
        [this.#known, this.#place] = [members, place];
        return members;
    }
}
