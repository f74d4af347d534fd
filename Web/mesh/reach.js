// Whether a member of the place is within reach of the node that answers. Only members let lines into the mesh, so at a guest
// node without one they wait.
import { make, fill } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { isOld, reachedBy } from "./nodes.js";
import { seldom } from "./seldom.js";

const AGAIN_MS = 60_000;
/** Links may come and go often, and all phones hear of it at the same moment. */
const SOON_MS = 1_000;

/**
 * Whether links that hold now lead from this node to a member. A node of which nothing is known lacks none.
 *
 * @param {import("./node.js").HeardNode[]} nodes
 * @param {number} now
 */
export function reachesMember(nodes, now) {
    const here = nodes.find(({ is_this: isThis }) => isThis);
    if (!here) return true;
    const reached = new Set([here, ...nodes.filter(({ is_linked: isLinked }) => isLinked)]);
    // The set grows while it is gone through: a search in breadth.
    for (const node of reached) {
        if (node.is_member) return true;
        for (const { node: next } of reachedBy(node, nodes)) if (!isOld(node, next, now)) reached.add(next);
    }
    return false;
}

/** A line that says so, as long as it is so. It is on screen from the beginning, so that screen readers hear of it. */
export class ReachNote {
    element = make("p", { class: "quiet chat-reach", role: "status" });
    #asked = 0;

    /** @param {import("./chat.js").Chat} chat @param {AbortSignal} signal ends it. */
    constructor(chat, signal) {
        this.chat = chat;
        this.signal = signal;
        chat.addEventListener(
            "nodes",
            seldom(() => this.#look(), SOON_MS, signal),
            { signal },
        );
        // Another node may answer.
        let wasOnline = chat.isOnline;
        const changed = () => {
            if (chat.isOnline === wasOnline) return;
            wasOnline = chat.isOnline;
            this.#look();
        };
        chat.addEventListener("change", changed, { signal });
        const timer = window.setInterval(() => document.hidden || this.#look(), AGAIN_MS);
        signal.addEventListener("abort", () => clearInterval(timer));
        this.#look();
    }

    async #look() {
        this.#asked += 1;
        const asked = this.#asked;
        const lacks = await this.#lacksMember();
        if (asked !== this.#asked || this.signal.aborted) return;
        if (lacks !== this.element.childNodes.length > 0) fill(this.element, lacks && say("compose.noMember"));
    }

    async #lacksMember() {
        try {
            const { node } = this.chat;
            const { nodes } = await node.nodes();
            return !reachesMember(nodes, this.chat.now());
        } catch (failure) {
            // No node answers, which is said elsewhere.
            console.info("whether a member is within reach is not known:", failure);
            return false;
        }
    }
}
