// What people say here and who they are: asks the server and sends to it. Nothing of this works without a network.
import { Refused } from "./failures.js";
import { read, send } from "./remote.js";

/** Fires `me` when somebody has logged in or out. */
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
     * @param {"log in" | "register"} way
     * @param {{name: string, password: string}} credentials
     */
    async enter(way, credentials) {
        this.#became(await send("POST", way === "register" ? "/api/v1/accounts" : "/api/v1/session", credentials));
    }

    async logOut() {
        await send("DELETE", "/api/v1/session");
        this.#me = null;
        this.#became(await this.me());
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
        return this.#write("POST", "/api/v1/posts", draft);
    }

    /**
     * Sends a picture, for a post to show.
     *
     * @param {Blob} file
     * @returns {Promise<Picture>}
     */
    addPicture(file) {
        return this.#write("POST", "/api/v1/pictures", file);
    }

    /**
     * @param {Post} post
     * @param {string} message
     * @returns {Promise<Post>}
     */
    edit({ id, revision }, message) {
        return this.#write("PATCH", `/api/v1/posts/${id}`, { message, revision });
    }

    /** @param {Post} post */
    remove({ id }) {
        return this.#write("DELETE", `/api/v1/posts/${id}`);
    }

    /**
     * @param {Post} post
     * @param {string} reason
     */
    report({ id }, reason) {
        return this.#write("POST", `/api/v1/posts/${id}/reports`, { reason });
    }

    /**
     * Sends something; who is no longer logged in is asked for anew.
     *
     * @param {string} method
     * @param {string} path
     * @param {object | Blob} [body]
     */
    async #write(method, path, body) {
        try {
            return await send(method, path, body);
        } catch (failure) {
            if (failure instanceof Refused && failure.status === 401) this.#became(null);
            throw failure;
        }
    }

    /** @param {Me | null} me */
    #became(me) {
        this.#me = me && Promise.resolve(me);
        this.dispatchEvent(new Event("me"));
    }
}
