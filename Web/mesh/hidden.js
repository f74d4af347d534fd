// What the place hides, by those messages of the roster that are on this phone: it obeys them without a node, too.
import { hexOf } from "./bytes.js";
import { ROSTER } from "./classes.js";
import { bodyEnd, fieldsOf } from "./fields.js";
import { inOrder } from "./kept-messages.js";

/** The kind of messages about what is hidden, and the values of their second field (docs/mesh.md, The body). */
const MODERATION = 0x13;
const TARGETS = [null, "message", "author", "node"];
const SIGNATURE = 64;
const STAMP = 80;

/** @typedef {import("./kept-messages.js").Kept} Kept */

export class HiddenThings {
    #hidden = new Set();

    /**
     * @param {Kept[]} messages those on this phone; of two about the same, the later one holds.
     * @param {(author: string) => boolean} isPlace whether a key is the place's: others hide nothing.
     */
    constructor(messages, isPlace) {
        const said = messages.filter(
            ({ class: number, bytes, author }) =>
                number === ROSTER && bytes[1] === MODERATION && author !== null && isPlace(author),
        );
        for (const { bytes } of said.sort(inOrder)) {
            const word = wordOf(bytes);
            if (!word) continue;
            if (word.isHidden) this.#hidden.add(word.thing);
            else this.#hidden.delete(word.thing);
        }
    }

    /** @param {Pick<Kept, "id" | "author" | "bytes">} message */
    has({ id, author, bytes }) {
        if (this.#hidden.size === 0) return false;
        const entry = entryOf(bytes);
        return (
            this.#hidden.has(`message ${id}`) ||
            this.#hidden.has(`author ${author}`) ||
            (entry !== null && this.#hidden.has(`node ${entry}`))
        );
    }
}

/**
 * The beginning of the key of the member that stamped a signed message.
 *
 * @param {Uint8Array} bytes
 */
function entryOf(bytes) {
    const stamp = bodyEnd(bytes) + SIGNATURE;
    return bytes.length === stamp + STAMP ? hexOf(bytes.subarray(stamp, stamp + 8)) : null;
}

/**
 * What a message says, or null where that is nothing. Its layout was checked before it was kept.
 *
 * @param {Uint8Array} bytes
 */
function wordOf(bytes) {
    const fields = fieldsOf(bytes);
    const [subject, target, state] = [fields.get(1), fields.get(2), fields.get(3)];
    if (subject?.length !== 32 || target?.length !== 1 || state?.length !== 1 || state[0] > 1) return null;
    const kind = TARGETS[target[0]];
    if (!kind) return null;
    // Stamps name a node by the beginning of its key.
    const name = hexOf(kind === "node" ? subject.subarray(0, 8) : subject);
    return { thing: `${kind} ${name}`, isHidden: state[0] === 1 };
}
