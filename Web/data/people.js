// What people say here and who they are: asks the server and sends to it. Nothing of this works without a network.
import { ownName } from "../address/root.js";
import { Refused } from "./failures.js";
import { read, send } from "./remote.js";

const DRAFT = ownName("hereabouts.draft");
/** Where tabs tell each other that somebody has logged in or out: all have the same cookie. */
const ME = ownName("hereabouts-me");

/** Fires `me` when somebody has logged in or out, in this tab or another. */
export class People extends EventTarget {
    /** @type {Promise<Me> | null} */
    #me = null;
    /**
     * The posts that the timeline shows, for its map.
     *
     * @type {Post[]}
     */
    loaded = [];
    /**
     * The posts that who asks has reported since the page was opened.
     *
     * @type {Set<string>}
     */
    reported = new Set();
    #tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(ME) : null;

    /** @param {(people: People) => Promise<boolean>} askPassword asks for the password, and says whether it was right. */
    constructor(askPassword) {
        super();
        this.askPassword = askPassword;
        this.#tabs?.addEventListener("message", () => this.#changed(null));
    }

    /**
     * Who is asking, and what they may do. Asked once; a question that failed is asked again.
     *
     * @returns {Promise<Me>}
     */
    me() {
        this.#me ??= read("/api/v1/me", {}).catch((failure) => {
            this.#me = null;
            throw failure;
        });
        return this.#me;
    }

    /**
     * Logs in with a password or a passkey, registers, or uses up a set-up code.
     *
     * @param {"session" | "accounts" | "set-up" | "session/passkey"} way
     * @param {object} credentials
     */
    async enter(way, credentials) {
        this.#became(await send("POST", `/api/v1/${way}`, credentials));
    }

    /**
     * What was being written in this tab when it was left. What a guest began goes on when they log in, and what a member began when
     * they are back; another member does not find it.
     *
     * @param {Me} me
     * @returns {{message?: string, key?: string, tried?: string}}
     */
    draft({ account }) {
        const { writer, ...draft } = JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}");
        if (writer === undefined || writer === account?.id) return draft;
        if (account) sessionStorage.removeItem(DRAFT);
        return {};
    }

    /**
     * @param {Me} me
     * @param {{message: string, key: string, tried?: string}} draft
     */
    keepDraft({ account }, draft) {
        sessionStorage.setItem(DRAFT, JSON.stringify({ ...draft, writer: account?.id }));
    }

    async logOut() {
        await send("DELETE", "/api/v1/session");
        sessionStorage.removeItem(DRAFT);
        this.#became(null);
    }

    /**
     * A page of posts, newest first.
     *
     * @param {string} [before] where the last page ended.
     * @param {AbortSignal} [signal]
     * @returns {Promise<PostPage>}
     */
    posts(before, signal) {
        return read("/api/v1/posts", before ? { before } : {}, signal);
    }

    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     * @returns {Promise<Post>}
     */
    post(id, signal) {
        return read(`/api/v1/posts/${encodeURIComponent(id)}`, {}, signal);
    }

    /**
     * @param {Draft} draft
     * @returns {Promise<Post>}
     */
    add(draft) {
        return this.write("POST", "/api/v1/posts", draft);
    }

    /**
     * Sends a picture, for a post to show.
     *
     * @param {Blob} file
     * @returns {Promise<Picture>}
     */
    addPicture(file) {
        return this.write("POST", "/api/v1/pictures", file);
    }

    /**
     * @param {Post} post
     * @param {string} message
     * @returns {Promise<Post>}
     */
    edit({ id, revision }, message) {
        return this.write("PATCH", `/api/v1/posts/${id}`, { message, revision });
    }

    /** @param {Post} post */
    remove({ id }) {
        return this.write("DELETE", `/api/v1/posts/${id}`);
    }

    /**
     * @param {Post} post
     * @param {string} reason
     */
    async report({ id }, reason) {
        await this.write("POST", `/api/v1/posts/${id}/reports`, { reason });
        this.reported.add(id);
    }

    /**
     * Changes the password; the server ends whatever else has access to the account, but what is kept.
     *
     * @param {{old: string, new: string, keep: KeptAccess}} passwords
     */
    changePassword(passwords) {
        return this.write("PUT", "/api/v1/me/password", passwords);
    }

    /**
     * Everything that has access to the account of who asks.
     *
     * @param {undefined} [_]
     * @param {AbortSignal} [signal]
     * @returns {Promise<AccountAccess>}
     */
    access(_, signal) {
        return this.member(read("/api/v1/me/access", {}, signal));
    }

    /**
     * Ends all of it, this session too, but what is kept.
     *
     * @param {KeptAccess} kept
     */
    async signOut(kept) {
        await this.write("POST", "/api/v1/me/sign-out", kept);
        this.#became(null);
    }

    /**
     * What happened to the account of who asks, newest first.
     *
     * @param {undefined} [_]
     * @param {AbortSignal} [signal]
     * @returns {Promise<AccountEvent[]>}
     */
    async history(_, signal) {
        return (await this.member(read("/api/v1/me/history", {}, signal))).events;
    }

    /**
     * Shows the server that whoever asks knows the password: for some minutes this session may do what lasts.
     *
     * @param {string} password
     */
    confirm(password) {
        return this.member(send("POST", "/api/v1/me/confirmation", { password }));
    }

    /** Asks for the password unless the session is confirmed; for what the browser asks for by itself, such as downloads. */
    confirmed() {
        return this.#confirming(() => this.member(read("/api/v1/me/confirmation", {})));
    }

    /**
     * The browsers and programs that act for who asks.
     *
     * @param {undefined} [_]
     * @param {AbortSignal} [signal]
     * @returns {Promise<Session[]>}
     */
    async sessions(_, signal) {
        return (await this.member(read("/api/v1/me/sessions", {}, signal))).sessions;
    }

    /** @param {Session} session */
    end({ id }) {
        return this.write("DELETE", `/api/v1/me/sessions/${id}`);
    }

    /**
     * Makes a token for a program; the server shows it this once.
     *
     * @param {string} label
     * @returns {Promise<string>}
     */
    async newToken(label) {
        return (await this.write("POST", "/api/v1/me/tokens", { label })).token;
    }

    /**
     * Removes the account of who asks, with its posts, votes and reports.
     *
     * @param {string} password
     */
    async removeAccount(password) {
        await this.write("POST", "/api/v1/me/removal", { password });
        sessionStorage.removeItem(DRAFT);
        this.#became(null);
    }

    /**
     * Who is registered, by name; for operators.
     *
     * @param {{after?: string, limit: number}} page
     * @param {AbortSignal} [signal]
     * @returns {Promise<Account[]>}
     */
    async accounts({ after, limit }, signal) {
        const behind = /** @type {Record<string, string>} */ (after === undefined ? {} : { after });
        return (await this.member(read("/api/v1/accounts", { ...behind, limit }, signal))).accounts;
    }

    /**
     * The invitations that wait to be used, newest first; for operators.
     *
     * @param {unknown} _
     * @param {AbortSignal} [signal]
     * @returns {Promise<RegistrationLink[]>}
     */
    async invitations(_, signal) {
        return (await this.member(read("/api/v1/registration-links", {}, signal))).links;
    }

    /**
     * Makes an invitation; for operators.
     *
     * @param {{note: string, days: number}} invitation
     * @returns {Promise<{link: RegistrationLink, opener: Opener}>}
     */
    invite(invitation) {
        return this.write("POST", "/api/v1/registration-links", invitation);
    }

    /**
     * Takes an invitation back; for operators.
     *
     * @param {RegistrationLink} link
     */
    revoke({ id }) {
        return this.write("DELETE", `/api/v1/registration-links/${id}`);
    }

    /**
     * Gives somebody another role; for operators.
     *
     * @param {Account} account
     * @param {Role} role
     * @returns {Promise<Account>}
     */
    async changeRole({ id }, role) {
        const changed = await this.write("PUT", `/api/v1/accounts/${id}/role`, { role });
        if ((await this.#me)?.account?.id === id) this.#became(null);
        return changed;
    }

    /**
     * A page of what was reported and waits, the post that was reported last first; for operators.
     *
     * @param {string} [before] where the last page ended.
     * @param {AbortSignal} [signal]
     * @returns {Promise<{posts: ReportedPost[], next?: string}>}
     */
    reports(before, signal) {
        return this.member(read("/api/v1/reports", before ? { before } : {}, signal));
    }

    /**
     * A page of what is hidden, the post that was hidden last first: all for operators, for others their own.
     *
     * @param {string} [before] where the last page ended.
     * @param {AbortSignal} [signal]
     * @returns {Promise<PostPage>}
     */
    hidden(before, signal) {
        return this.member(read("/api/v1/hidden-posts", before ? { before } : {}, signal));
    }

    /**
     * Settles what was reported of a post, and leaves the post as it is; for operators.
     *
     * @param {Post} post
     */
    dismiss({ id }) {
        return this.write("DELETE", `/api/v1/posts/${id}/reports`);
    }

    /**
     * Hides a post from all but its author and operators, and settles its reports; for operators.
     *
     * @param {Post} post
     */
    hide({ id }) {
        return this.write("PUT", `/api/v1/posts/${id}/hidden`);
    }

    /**
     * Shows a hidden post again; for operators.
     *
     * @param {Post} post
     */
    show({ id }) {
        return this.write("DELETE", `/api/v1/posts/${id}/hidden`);
    }

    /**
     * Asks, and when that needs the password, asks for that and then once more.
     *
     * @param {() => Promise<any>} ask
     */
    async #confirming(ask) {
        try {
            return await ask();
        } catch (failure) {
            if (!(failure instanceof Refused && failure.code === "confirmation_required")) throw failure;
            if (!(await this.askPassword(this))) throw failure;
            return ask();
        }
    }

    /**
     * Sends something; where it needs the password, that is asked for first.
     *
     * @param {string} method
     * @param {string} path
     * @param {object | Blob} [body]
     * @param {AbortSignal} [signal]
     */
    write(method, path, body, signal) {
        return this.#confirming(() => this.member(send(method, path, body, signal)));
    }

    /**
     * Waits for an answer that only members get; who is no longer logged in is asked for anew.
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
                // Other tabs are told once, not again by each that finds it out.
                if (known?.account) this.#became(null);
                else this.#changed(null);
            }
            throw failure;
        }
    }

    /** @param {Me | null} me */
    #became(me) {
        this.#tabs?.postMessage("");
        this.#changed(me);
    }

    /** @param {Me | null} me */
    #changed(me) {
        this.reported.clear();
        this.#me = me && Promise.resolve(me);
        this.loaded = [];
        this.dispatchEvent(new Event("me"));
    }
}
