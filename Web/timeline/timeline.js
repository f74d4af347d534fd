// The timeline: posts, newest first, and the form to write one.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { Abreast, listen } from "../data/live.js";
import { readPosts } from "../data/posts.js";
import { simulated } from "../data/simulated.js";
import { entrance } from "../sheet/me-screen.js";
import { headButton, screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { OutboxList } from "../shell/outbox-list.js";
import { offerSimulatedChoice } from "../shell/simulated-choice.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { ArrivedPosts } from "./arrived-posts.js";
import { composer } from "./composer.js";
import { postCard } from "./post-card.js";
import { OlderPosts } from "./older-posts.js";
import { onSwipeLeft } from "./posts-map.js";

/** Statuses of answers that say that the reader may not read, or not any more. */
const NOT_SHOWN = [401, 403];
/**
 * The reader, while the account is not known.
 *
 * @type {Me}
 */
const STRANGER = { may_look: true, may_post: false, registration: "open" };

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function timeline(page) {
    return new Timeline(page);
}

/** The posts, newest first, and the form to write one. Follows new posts. */
class Timeline {
    stop = /** @type {const} */ ("full");
    #writing = make("div", { class: "writing" });
    #body = make("div", { class: "timeline-body" });
    #choice = make("div", { class: "simulated" });
    #arrived = new ArrivedPosts(() => {
        this.element.scrollIntoView({ block: "start" });
        this.#load();
    });
    #abreast = new Abreast();
    #latest = new Latest();
    #older = new OlderPosts(this.#body);
    /** @type {import("./composer.js").Composer | null} */
    #composer = null;
    #hasLeft = false;

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const { community } = page;
        const onMap = headButton("map", say("timeline.onMap"), this.#showMap);
        this.refresh = headButton("refresh-cw", say("timeline.refresh"), () => this.#load());
        this.unsent = new OutboxList(page, { kinds: ["post"], edit: (item) => this.#composer?.edit(item) });
        const head = screenHead(say("timeline.title"), page.about.name, () => this.page.views.close());
        head.lastChild?.before(onMap, this.refresh);
        this.element = make(
            "article",
            { class: "screen timeline" },
            head,
            this.#writing,
            this.unsent.element,
            this.#choice,
            this.#arrived.element,
            this.#body,
        );
        onSwipeLeft(this.#body, this.#showMap);
        community.addEventListener("me", this.#meChanged);
        simulated.addEventListener("change", this.#load);
        page.outbox.addEventListener("sent", this.#sentLate);
        this.#meChanged();
        this.silence = listen({
            post: this.#heard,
            removed: ({ id }, cursor) => {
                this.#abreast.heard(cursor);
                this.#gone(id);
            },
            reload: this.#load,
            ready: (now) => {
                if (this.#abreast.misses({ newest: now.posts })) this.#load();
            },
        });
    }

    /** An earlier post has arrived. */
    #sentLate = (/** @type {any} */ { detail: { item, isAwaited } }) =>
        item.kind === "post" && !isAwaited && this.#load();

    #showMap = () => this.page.views.open({ screen: "posts" });

    /**
     * Shows the newest posts, in place of the shown ones. The old ones stay until the new ones arrive, and a card that
     * is being written in stays as it is.
     *
     * @returns {Promise<void>}
     */
    #load = async () => {
        if (this.#hasLeft) return;
        const announced = this.#arrived.ids;
        if (!this.#body.querySelector(".posts")) fill(this.#body, skeleton());
        this.refresh.disabled = true;
        try {
            const found = await this.#latest.ask(undefined, (before, signal) =>
                Promise.all([readPosts(before, signal), this.page.community.me()]),
            );
            if (!found) return;
            const [answer, me] = found.answer;
            if (this.#abreast.misses({ read: answer.changed })) return this.#load();
            this.#older.drop();
            this.#arrived.remove([...announced, ...answer.posts.map((post) => post.id)]);
            const focused = this.#body.contains(document.activeElement) ? document.activeElement : null;
            const cards = /** @type {HTMLElement[]} */ ([...this.#body.querySelectorAll(".posts > li")]);
            const written = cards.filter(isWrittenIn);
            const list = make("ul", { class: "posts" }, ...written);
            this.page.community.loaded = [];
            offerSimulatedChoice(this.#choice, false);
            if (answer.posts.length === 0 && written.length === 0)
                fill(this.#body, make("div", { class: "hint" }, make("p", {}, say("timeline.empty"))));
            else fill(this.#body, list);
            this.#append(list, answer, me);
            // Those of an older page wait for it at the end.
            list.append(...written.filter(({ dataset }) => answer.posts.every(({ id }) => id !== dataset.id)));
            if (focused?.isConnected) /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
        } catch (failure) {
            await this.#showFailure(failure);
        } finally {
            this.refresh.disabled = false;
        }
    };

    /**
     * Shows an error, and keeps the loaded posts as long as the reader may see them.
     *
     * @param {unknown} failure
     */
    async #showFailure(failure) {
        const isRefused = failure instanceof Refused;
        const isLost = isRefused && NOT_SHOWN.includes(failure.status ?? 0);
        if (!isRefused && this.page.community.loaded.length > 0 && !this.#body.querySelector(".posts")) {
            const me = await this.page.community.me().catch(() => STRANGER);
            fill(
                this.#body,
                make("ul", { class: "posts" }, ...this.page.community.loaded.map((post) => this.#item(post, me))),
            );
        }
        const hasPosts = this.#body.querySelector(".posts") !== null;
        const more = say(hasPosts ? "timeline.offline" : "timeline.offlineEmpty");
        fill(hasPosts && !isLost ? this.#arrived.element : this.#body, trouble(failure, this.#load, more));
    }

    /**
     * @param {HTMLElement} list
     * @param {PostPage} answer
     * @param {Me} me
     */
    #append(list, { posts, next }, me) {
        const shown = posts.filter((post) => simulated.shows(post));
        this.page.community.loaded.push(...shown);
        list.append(...shown.map((post) => this.#item(post, me)));
        if (posts.some((post) => post.is_simulated)) offerSimulatedChoice(this.#choice, true);
        if (next) this.#older.offer(list, next, (answer) => this.#append(list, answer, me));
    }

    /**
     * @param {Post} post
     * @param {Me} me
     */
    #item(post, me) {
        const old = this.#shown(post.id);
        if (old && isWrittenIn(old)) return old;
        return make(
            "li",
            { "data-id": post.id },
            postCard(this.page, post, me, { changed: (now) => this.#changed(post, now, me) }),
        );
    }

    #shown(/** @type {string} */ id) {
        return this.#body.querySelector(`[data-id="${CSS.escape(id)}"]`);
    }

    /** @param {Post} post */
    #keep(post) {
        const index = this.page.community.loaded.findIndex(({ id }) => id === post.id);
        if (index >= 0) this.page.community.loaded[index] = post;
    }

    /**
     * Puts a card in place of the one that the post had.
     *
     * @param {Post} post
     * @param {Me} me
     */
    #put(post, me) {
        const old = this.#shown(post.id);
        const card = this.#item(post, me);
        if (!old || card === old) return;
        const focused = old.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
        old.replaceWith(card);
        if (focused)
            this.#focusOn(card.querySelector(`[data-focus="${focused.dataset.focus}"]`) ?? card.firstElementChild);
    }

    #focusOn(/** @type {Element | null | undefined} */ wanted) {
        const target = /** @type {HTMLElement | null} */ (wanted ?? this.element.querySelector("h2"));
        target?.focus({ preventScroll: true });
    }

    /**
     * @param {Post} post
     * @param {Post | null} now
     * @param {Me} me
     */
    #changed(post, now, me) {
        if (!now) return this.#gone(post.id);
        this.#keep(now);
        return this.#put(now, me);
    }

    #heard = async (/** @type {Post} */ post, /** @type {string} */ cursor) => {
        this.#abreast.heard(cursor);
        if (!simulated.shows(post)) return undefined;
        this.#keep(post);
        if (this.#shown(post.id)) return this.#put(post, await this.page.community.me());
        const newest = this.page.community.loaded[0];
        if (newest && post.created <= newest.created) return undefined;
        return this.#arrived.add(post.id);
    };

    #gone(/** @type {string} */ id) {
        const row = this.#shown(id);
        const next = row?.nextElementSibling ?? row?.previousElementSibling;
        const hadFocus = row?.contains(document.activeElement);
        row?.remove();
        if (hadFocus) this.#focusOn(next?.firstElementChild);
        this.page.community.loaded = this.page.community.loaded.filter((post) => post.id !== id);
        this.#arrived.remove([id]);
        if (row && this.page.community.loaded.length === 0) this.#load(); // Older ones, or that there is nothing.
    }

    /**
     * Shows the new post and goes there, unless its author is writing another one.
     *
     * @param {Post | undefined} post missing if another tab sent it.
     * @param {boolean} isDone
     */
    #posted = async (post, isDone) => {
        await this.#load();
        if (!post) return;
        const card = /** @type {HTMLElement | null | undefined} */ (this.#shown(post.id)?.firstElementChild);
        if (!card || !isDone) return;
        card.scrollIntoView({ block: "nearest" });
        const { activeElement: at } = document;
        if (at === document.body || this.#writing.contains(at)) card.focus({ preventScroll: true });
    };

    async #showWriting() {
        try {
            const me = await this.page.community.lastMe();
            this.#composer = me.may_post ? composer(this.page, me, { posted: this.#posted }) : null;
            fill(this.#writing, this.#composer?.form ?? entrance(this.page, say("timeline.logIn")));
        } catch {
            // The list below says that the server does not answer.
            this.#composer = null;
            fill(this.#writing);
        }
    }

    #meChanged = () => {
        // The next account must not see the posts and drafts of the last one.
        fill(this.#body);
        this.#showWriting();
        this.#load();
    };

    retry() {
        if (!this.#writing.hasChildNodes()) this.#showWriting();
        this.#load();
    }

    leave() {
        this.#hasLeft = true;
        this.silence();
        this.page.community.removeEventListener("me", this.#meChanged);
        simulated.removeEventListener("change", this.#load);
        this.page.outbox.removeEventListener("sent", this.#sentLate);
        this.unsent.leave();
        this.#latest.drop();
        this.#older.drop();
    }
}

/** @param {Element} card */
const isWrittenIn = (card) => card.querySelector("form") !== null;
