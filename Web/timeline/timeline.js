// The timeline: what people say here, newest first, and a field to say something oneself.
import { Latest } from "../data/latest.js";
import { Abreast, listen } from "../data/live.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { composer } from "./composer.js";
import { postCard } from "./post-card.js";
import { onSwipeLeft } from "./posts-map.js";

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
    const simulated = make("div", { class: "simulated" });
    const news = make("div", { class: "news", role: "status" });
    const element = make("article", { class: "screen timeline" }, head, writing, simulated, news, body);
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
    const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting) /** @type {HTMLElement} */ (target).click();
    });

    /**
     * Shows the newest posts, in place of what was shown.
     *
     * @returns {Promise<void>}
     */
    async function load() {
        seen.disconnect();
        older.drop();
        arrived.clear();
        fill(news);
        if (!body.querySelector(".posts")) fill(body, skeleton());
        refresh.disabled = true;
        try {
            const found = await latest.ask(undefined, (before, signal) =>
                Promise.all([people.posts(before, signal), people.me()]),
            );
            if (!found) return;
            const [answer, me] = found.answer;
            if (abreast.misses({ read: answer.changed })) return load();
            const list = make("ul", { class: "posts" });
            people.loaded = [];
            fill(simulated);
            if (answer.posts.length === 0)
                fill(body, make("div", { class: "hint" }, make("p", {}, say("timeline.empty"))));
            else fill(body, list);
            append(list, answer, me);
        } catch (failure) {
            fill(body, trouble(failure, load));
        } finally {
            refresh.disabled = false;
        }
    }

    /**
     * @param {HTMLElement} list
     * @param {PostPage} answer
     * @param {Me} me
     */
    function append(list, { posts, next }, me) {
        const shown = posts.filter((post) => people.shows(post));
        people.loaded.push(...shown);
        list.append(...shown.map((post) => item(post, me)));
        if (posts.some((post) => post.is_simulated)) offerChoice();
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
        return make("li", { "data-id": post.id }, postCard(page, post, me, { changed: load }));
    }

    /** Says that some visitors do not exist, and leaves them out or shows them at a press. */
    function offerChoice() {
        const isOut = people.leavesOutSimulated;
        const press = () => {
            people.leavesOutSimulated = !isOut;
            load();
        };
        fill(
            simulated,
            make("p", { class: "quiet" }, say(isOut ? "timeline.simulatedOff" : "timeline.simulated")),
            make(
                "button",
                { type: "button", on: { click: press } },
                say(isOut ? "timeline.simulatedShow" : "timeline.simulatedHide"),
            ),
        );
    }

    const shown = (/** @type {string} */ id) => body.querySelector(`[data-id="${CSS.escape(id)}"]`);

    async function heard(/** @type {Post} */ post) {
        if (!people.shows(post)) return undefined;
        const old = shown(post.id);
        const index = people.loaded.findIndex(({ id }) => id === post.id);
        if (index >= 0) people.loaded[index] = post;
        // A card that is being written in stays.
        if (old) return old.querySelector("form") ? undefined : old.replaceWith(item(post, await people.me()));
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
        shown(id)?.remove();
        people.loaded = people.loaded.filter((post) => post.id !== id);
        arrived.delete(id);
        announce();
    }

    async function showWriting() {
        try {
            const me = await people.me();
            fill(writing, me.may_post ? composer(page, me, { posted: load }) : invitation());
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
        showWriting();
        load();
    };
    people.addEventListener("me", meChanged);
    meChanged();
    const silence = listen({
        post: heard,
        removed: ({ id }) => gone(id),
        reload: load,
        ready(now) {
            if (abreast.misses({ newest: now.posts })) load();
        },
    });
    return {
        element,
        stop: "full",
        leave() {
            silence();
            people.removeEventListener("me", meChanged);
            latest.drop();
            older.drop();
            seen.disconnect();
        },
    };
}
