// Posts of the reader that operators hid. Nothing where none is hidden.
import { Latest } from "../data/latest.js";
import { readHiddenPosts } from "../data/posts.js";
import { fill, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { postCard } from "../timeline/post-card.js";

/**
 * @param {Page} page
 * @param {Me} me
 */
export function hiddenPosts(page, me) {
    const heading = make("h3", { tabindex: -1 }, say("account.hidden"));
    const cards = make("div", {});
    const below = make("div", {});
    const element = make("section", { hidden: true }, heading, cards, below);
    const latest = new Latest();

    /** @param {string} [before] where the page before it ended; without it all are read anew. */
    async function load(before) {
        try {
            const found = await latest.ask(before, (cursor, signal) => readHiddenPosts(page.community, cursor, signal));
            if (found) show(found.answer, before === undefined);
        } catch (failure) {
            element.hidden = false;
            fill(
                below,
                trouble(failure, () => load(before)),
            );
        }
    }

    /**
     * @param {{posts: Post[], next?: string}} found
     * @param {boolean} isAnew
     */
    function show({ posts, next }, isAnew) {
        const hadFocus = element.contains(document.activeElement);
        if (isAnew) fill(cards);
        cards.append(...posts.map((post) => postCard(page, post, me, { changed: () => load() })));
        const more = make("button", { class: "more", type: "button", on: { click: () => load(next) } });
        more.append(say("operator.more"));
        fill(below, next ? more : null);
        element.hidden = cards.childElementCount === 0;
        if (hadFocus) heading.focus();
    }

    load();
    return { element, leave: () => latest.drop() };
}
