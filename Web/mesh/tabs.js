// Other tabs of this browser share the messages on this phone. They read all of them again, so they hear of changes alone.

export class Tabs {
    #channel = /** @type {BroadcastChannel | null} */ (null);
    /** The number of changes of which the others have heard. */
    #heard = 0;

    /** @param {string} name @param {import("./kept-messages.js").KeptMessages} kept */
    constructor(name, kept) {
        this.kept = kept;
        if ("BroadcastChannel" in globalThis) this.#channel = new BroadcastChannel(name);
    }

    listen() {
        this.#channel?.addEventListener("message", () => this.kept.load());
    }

    tell() {
        if (this.#heard === this.kept.changes) return;
        this.#heard = this.kept.changes;
        this.#channel?.postMessage("changed");
    }
}
