// The timeline: what people say here, newest first, and a field to say something oneself.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { Abreast, listen } from "../data/live.js";
import { simulated } from "../data/simulated.js";
import { fill, icon, make } from "../shell/make.js";
import { offerSimulatedChoice } from "../shell/simulated-choice.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { composer } from "./composer.js";
import { postCard } from "./post-card.js";
import { onSwipeLeft } from "./posts-map.js";

/** Answers that say that who asks may not read, or not any more. */
const NOT_SHOWN = [401, 403];
/**
 * Who is asking while nobody can say it.
 *
 * @type {Me}
 */
const STRANGER = { may_look: true, may_post: false, registration: "open" };

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function timeline(page) {
    const { views, people } = page;
    const showMap = () => views.open({ screen: "posts" });
    const onMap = make(
        "button",
        { class: "round refresh", type: "button", "aria-label": say("timeline.onMap"), on: { click: showMap } },
        icon("map"),
    );
    const writing = make("div", { class: "writing" });
    const body = make("div", { class: "timeline-body" });
    const refresh = make(
        "button",
        { class: "round refresh", type: "button", "aria-label": say("timeline.refresh"), on: { click: () => load() } },
        icon("refresh-cw"),
    );
    const head = screenHead(say("timeline.title"), page.about.name, () => views.close());
    head.lastChild?.before(onMap, refresh);
    const choice = make("div", { class: "simulated" });
    const news = make("div", { class: "news", role: "status" });
    const element = make("article", { class: "screen timeline" }, head, writing, choice, news, body);
    /**
     * Posts that arrived since the list was shown. They wait for a press: what is being read stays where it is.
     *
     * @type {Set<string>}
     */
    const arrived = new Set();
    const abreast = new Abreast();
    onSwipeLeft(body, showMap);
    const latest = new Latest();
    const older = new Latest();
    let hasLeft = false;
    const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting) /** @type {HTMLElement} */ (target).click();
    });

    /**
     * Shows the newest posts, in place of what was shown; that stays until they have come, and a card that is being written in
     * stays as it is.
     *
     * @returns {Promise<void>}
     */
    async function load() {
        if (hasLeft) return;
        const announced = [...arrived];
        if (!body.querySelector(".posts")) fill(body, skeleton());
        refresh.disabled = true;
        try {
            const found = await latest.ask(undefined, (before, signal) =>
                Promise.all([people.posts(before, signal), people.me()]),
            );
            if (!found) return;
            const [answer, me] = found.answer;
            if (abreast.misses({ read: answer.changed })) return load();
            seen.disconnect();
            older.drop();
            for (const id of [...announced, ...answer.posts.map((post) => post.id)]) arrived.delete(id);
            announce();
            const focused = body.contains(document.activeElement) ? document.activeElement : null;
            const cards = /** @type {HTMLElement[]} */ ([...body.querySelectorAll(".posts > li")]);
            const written = cards.filter(isWrittenIn);
            const list = make("ul", { class: "posts" }, ...written);
            people.loaded = [];
            offerSimulatedChoice(choice, false);
            if (answer.posts.length === 0 && written.length === 0)
                fill(body, make("div", { class: "hint" }, make("p", {}, say("timeline.empty"))));
            else fill(body, list);
            append(list, answer, me);
            // Those of an older page wait for it at the end.
            list.append(...written.filter(({ dataset }) => answer.posts.every(({ id }) => id !== dataset.id)));
            if (focused?.isConnected) /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
        } catch (failure) {
            await tell(failure);
        } finally {
            refresh.disabled = false;
        }
    }

    /**
     * Says what went wrong, and keeps what was loaded before as long as it may be read.
     *
     * @param {unknown} failure
     */
    async function tell(failure) {
        const isRefused = failure instanceof Refused;
        const isLost = isRefused && NOT_SHOWN.includes(failure.status ?? 0);
        if (!isRefused && people.loaded.length > 0 && !body.querySelector(".posts")) {
            const me = await people.me().catch(() => STRANGER);
            fill(body, make("ul", { class: "posts" }, ...people.loaded.map((post) => item(post, me))));
        }
        const hasPosts = body.querySelector(".posts") !== null;
        const more = say(hasPosts ? "timeline.offline" : "timeline.offlineEmpty");
        fill(hasPosts && !isLost ? news : body, trouble(failure, load, more));
    }

    /**
     * @param {HTMLElement} list
     * @param {PostPage} answer
     * @param {Me} me
     */
    function append(list, { posts, next }, me) {
        const shown = posts.filter((post) => simulated.shows(post));
        people.loaded.push(...shown);
        list.append(...shown.map((post) => item(post, me)));
        if (posts.some((post) => post.is_simulated)) offerSimulatedChoice(choice, true);
        if (!next) return;
        const more = make("button", { class: "more", type: "button" }, say("timeline.older"));
        const get = async () => {
            seen.unobserve(more);
            more.disabled = true;
            try {
                const found = await older.ask(next, (before, signal) => people.posts(before, signal));
                if (!found) return;
                const hadFocus = more === document.activeElement;
                const last = list.lastElementChild;
                more.remove();
                append(list, found.answer, me);
                if (hadFocus) /** @type {HTMLElement | null} */ (last?.nextElementSibling?.firstElementChild)?.focus();
            } catch {
                // The button is there to be pressed again.
                more.disabled = false;
                more.textContent = say("timeline.olderFailed");
            }
        };
        more.addEventListener("click", get);
        body.append(more);
        seen.observe(more);
    }

    /**
     * @param {Post} post
     * @param {Me} me
     */
    function item(post, me) {
        const old = shown(post.id);
        if (old && isWrittenIn(old)) return old;
        return make(
            "li",
            { "data-id": post.id },
            postCard(page, post, me, { changed: (now) => changed(post, now, me) }),
        );
    }

    const shown = (/** @type {string} */ id) => body.querySelector(`[data-id="${CSS.escape(id)}"]`);

    /** @param {Post} post */
    function keep(post) {
        const index = people.loaded.findIndex(({ id }) => id === post.id);
        if (index >= 0) people.loaded[index] = post;
    }

    /**
     * Puts a card in place of the one that the post had.
     *
     * @param {Post} post
     * @param {Me} me
     */
    function put(post, me) {
        const old = shown(post.id);
        const card = item(post, me);
        if (!old || card === old) return;
        const focused = old.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
        old.replaceWith(card);
        if (focused) focusOn(card.querySelector(`[data-focus="${focused.dataset.focus}"]`) ?? card.firstElementChild);
    }

    function focusOn(/** @type {Element | null | undefined} */ wanted) {
        const target = /** @type {HTMLElement | null} */ (wanted ?? element.querySelector("h2"));
        target?.focus({ preventScroll: true });
    }

    /**
     * @param {Post} post
     * @param {Post | null} now
     * @param {Me} me
     */
    function changed(post, now, me) {
        if (!now) return gone(post.id);
        keep(now);
        return put(now, me);
    }

    async function heard(/** @type {Post} */ post, /** @type {string} */ cursor) {
        abreast.heard(cursor);
        if (!simulated.shows(post)) return undefined;
        keep(post);
        if (shown(post.id)) return put(post, await people.me());
        const newest = people.loaded[0];
        if (newest && post.created <= newest.created) return undefined;
        arrived.add(post.id);
        return announce();
    }

    function announce() {
        if (arrived.size === 0) return fill(news);
        const show = () => {
            element.scrollIntoView({ block: "start" });
            load();
        };
        return fill(
            news,
            make("button", { type: "button", on: { click: show } }, say("timeline.new", { count: arrived.size })),
        );
    }

    function gone(/** @type {string} */ id) {
        const row = shown(id);
        const next = row?.nextElementSibling ?? row?.previousElementSibling;
        const hadFocus = row?.contains(document.activeElement);
        row?.remove();
        if (hadFocus) focusOn(next?.firstElementChild);
        people.loaded = people.loaded.filter((post) => post.id !== id);
        arrived.delete(id);
        announce();
        if (row && people.loaded.length === 0) load(); // Older ones, or that there is nothing.
    }

    /**
     * Shows what was just posted, and goes there, unless something else is being written.
     *
     * @param {Post} post
     * @param {boolean} isDone
     */
    async function posted(post, isDone) {
        await load();
        const card = /** @type {HTMLElement | null | undefined} */ (shown(post.id)?.firstElementChild);
        if (!card || !isDone) return;
        card.scrollIntoView({ block: "nearest" });
        const { activeElement: at } = document;
        if (at === document.body || writing.contains(at)) card.focus({ preventScroll: true });
    }

    async function showWriting() {
        try {
            const me = await people.me();
            fill(writing, me.may_post ? composer(page, me, { posted }) : invitation());
        } catch {
            fill(writing); // Below it is said that nobody answers.
        }
    }

    function invitation() {
        const enter = make(
            "button",
            { type: "button", on: { click: () => views.open({ screen: "account" }) } },
            say("account.enter"),
        );
        return make("div", { class: "hint" }, make("p", {}, say("timeline.logIn")), enter);
    }

    const meChanged = () => {
        // What the one before saw, and wrote, is not for the next.
        fill(body);
        showWriting();
        load();
    };
    people.addEventListener("me", meChanged);
    simulated.addEventListener("change", load);
    meChanged();
    const silence = listen({
        post: heard,
        removed({ id }, cursor) {
            abreast.heard(cursor);
            gone(id);
        },
        reload: load,
        ready(now) {
            if (abreast.misses({ newest: now.posts })) load();
        },
    });
    return {
        element,
        stop: "full",
        retry() {
            if (!writing.hasChildNodes()) showWriting();
            load();
        },
        leave() {
            hasLeft = true;
            silence();
            people.removeEventListener("me", meChanged);
            simulated.removeEventListener("change", load);
            latest.drop();
            older.drop();
            seen.disconnect();
        },
    };
}

/** @param {Element} card */
const isWrittenIn = (card) => card.querySelector("form") !== null;
