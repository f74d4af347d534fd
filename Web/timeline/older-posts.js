// The button below the posts that loads older ones: the reader presses it, or scrolls to it.
import { Latest } from "../data/latest.js";
import { readPosts } from "../data/posts.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

export class OlderPosts {
    #latest = new Latest();
    #seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting) /** @type {HTMLElement} */ (target).click();
    });

    /** @param {HTMLElement} body holds the list, and the button below it. */
    constructor(body) {
        this.body = body;
    }

    /**
     * Offers the posts of the next page.
     *
     * @param {HTMLElement} list
     * @param {string} next where the next page begins.
     * @param {(answer: PostPage) => void} append adds the posts of the next page to the list.
     */
    offer(list, next, append) {
        const more = make("button", { class: "more", type: "button" }, say("timeline.older"));
        const get = async () => {
            this.#seen.unobserve(more);
            more.disabled = true;
            try {
                const found = await this.#latest.ask(next, (before, signal) => readPosts(before, signal));
                if (!found) return;
                const hadFocus = more === document.activeElement;
                const last = list.lastElementChild;
                more.remove();
                append(found.answer);
                if (hadFocus) /** @type {HTMLElement | null} */ (last?.nextElementSibling?.firstElementChild)?.focus();
            } catch {
                // The button is there to be pressed again.
                more.disabled = false;
                more.textContent = say("timeline.olderFailed");
            }
        };
        more.addEventListener("click", get);
        this.body.append(more);
        this.#seen.observe(more);
    }

    /** Drops the question for older posts, and no longer watches the button. */
    drop() {
        this.#seen.disconnect();
        this.#latest.drop();
    }
}
