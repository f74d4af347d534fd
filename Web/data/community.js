// The logged-in account, and requests to the server in its name. Nothing of this works without a network.
import { isEmbedded, ownName } from "../address/root.js";
import { Refused, Unreachable } from "./failures.js";
import { read, send } from "./http.js";

/** The channel on which tabs announce a log-in or log-out: all tabs have the same cookie. */
const ME = ownName("hereabouts-me");
/** Where the device keeps the last answer about the account, for people without a network. */
const LAST = ownName("hereabouts.me");

/**
 * The account of this browser. Fires `me` after a log-in or log-out, in this tab or another, and `removed` with the id
 * of an account that its owner has removed.
 */
export class Community extends EventTarget {
    /** @type {Promise<Me> | null} */
    #me = null;
    /**
     * The posts that the timeline shows, for its map.
     *
     * @type {Post[]}
     */
    loaded = [];
    /**
     * The ids of the posts that this account or guest has reported since the page was opened.
     *
     * @type {Set<string>}
     */
    reported = new Set();
    #tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(ME) : null;

    /**
     * @param {(community: Community) => Promise<boolean>} askPassword asks for the password, and returns whether it was
     *   right.
     */
    constructor(askPassword) {
        super();
        this.askPassword = askPassword;
        this.#tabs?.addEventListener("message", () => this.#changed(null));
    }

    /**
     * Returns the account of this browser and its permissions. Asks once; asks again after a failure.
     *
     * @returns {Promise<Me>}
     */
    me() {
        this.#me ??= read("/api/v1/me", {}).then(
            (me) => {
                keepLast(me);
                return me;
            },
            (failure) => {
                this.#me = null;
                throw failure;
            },
        );
        return this.#me;
    }

    /**
     * Returns the same; without an answer, the account that this browser had last. Throws when it had none.
     *
     * @returns {Promise<Me>}
     */
    async lastMe() {
        try {
            return await this.me();
        } catch (failure) {
            const kept = failure instanceof Unreachable && !isEmbedded() ? localStorage.getItem(LAST) : null;
            if (!kept) throw failure;
            return JSON.parse(kept);
        }
    }

    /**
     * Asks again who is logged in. All parts of the page learn it when that is somebody else.
     *
     * @returns {Promise<Me>}
     */
    async renewedMe() {
        const known = await this.#me?.catch(() => null);
        const me = await read("/api/v1/me", {});
        keepLast(me);
        if (known && known.account?.id !== me.account?.id) this.#changed(me);
        else this.#me = Promise.resolve(me);
        return me;
    }

    /**
     * Returns whether an account is the one that is logged in, as far as this tab has asked.
     *
     * @param {Account} account
     */
    async isMe({ id }) {
        return (await this.#me)?.account?.id === id;
    }

    /**
     * Sends something. Asks for the password first where the server requires it.
     *
     * @param {string} method
     * @param {string} path
     * @param {object | Blob} [body]
     * @param {AbortSignal} [signal]
     */
    write(method, path, body, signal) {
        return this.confirming(() => this.member(send(method, path, body, signal)));
    }

    /**
     * Reads an answer that the server gives only to confirmed sessions. Asks for the password first where the server
     * requires it.
     *
     * @param {string} path
     * @param {Record<string, string>} query
     * @param {AbortSignal} [signal]
     */
    readConfirmed(path, query, signal) {
        return this.confirming(() => this.member(read(path, query, signal)));
    }

    /**
     * Asks; if the server requires the password, asks for that and then once more.
     *
     * @param {() => Promise<any>} ask
     */
    async confirming(ask) {
        try {
            return await ask();
        } catch (failure) {
            if (!(failure instanceof Refused && failure.code === "confirmation_required")) throw failure;
            if (!(await this.askPassword(this))) throw failure;
            return ask();
        }
    }

    /**
     * Waits for an answer that only members get. When the server says that the session has ended, all parts of the page
     * learn it.
     *
     * @param {Promise<any>} answer
     */
    async member(answer) {
        try {
            return await answer;
        } catch (failure) {
            // A wrong password has the same status.
            if (failure instanceof Refused && failure.code === "not_logged_in") {
                const known = await this.#me?.catch(() => null);
                // Other tabs learn it once, not again from each tab that finds it out.
                if (known?.account) this.became(null);
                else this.#changed(null);
            }
            throw failure;
        }
    }

    /**
     * Announces a log-in or log-out of this tab to all tabs.
     *
     * @param {Me | null} me null while the account is not known.
     */
    became(me) {
        this.#tabs?.postMessage("");
        this.#changed(me);
    }

    /** @param {Me | null} me */
    #changed(me) {
        this.reported.clear();
        keepLast(me);
        this.#me = me && Promise.resolve(me);
        this.loaded = [];
        this.dispatchEvent(new Event("me"));
    }
}

/**
 * Keeps the last answer about the account on this device. In another site's page nobody is logged in, and some browsers
 * keep nothing there.
 *
 * @param {Me | null} me null forgets it.
 */
function keepLast(me) {
    if (isEmbedded()) return;
    if (me) localStorage.setItem(LAST, JSON.stringify(me));
    else localStorage.removeItem(LAST);
}
