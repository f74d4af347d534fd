// A list of posts that wait for the decision of an operator. A settled post leaves the list.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { removePost } from "../data/posts.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { postCard } from "../timeline/post-card.js";

/**
 * The parts of an entry in the list: its post, the element below it, and the buttons besides the delete button.
 *
 * @typedef {{post: Post, below?: HTMLElement, actions: {icon: string, name: string, act: () => Promise<void>}[]}} ToSettle
 */
/**
 * @template Entry
 * @param {Page} page
 * @param {Me} me
 * @param {{name: string, empty: string, ask: (before: string | undefined, signal: AbortSignal) =>
 *   Promise<{posts: Entry[], next?: string}>, entryOf: (entry: Entry) => ToSettle}} list
 */
export function toSettle(page, me, list) {
    return new SettleList(page, me, list);
}

/**
 * Posts that wait for a decision, a page at a time.
 *
 * @template Entry
 */
class SettleList {
    #cards = make("ul", { class: "to-settle" });
    #below = make("div", {});
    #latest = new Latest();

    /**
     * @param {Page} page
     * @param {Me} me
     * @param {{name: string, empty: string, ask: (before: string | undefined, signal: AbortSignal) =>
     *   Promise<{posts: Entry[], next?: string}>, entryOf: (entry: Entry) => ToSettle}} list
     */
    constructor(page, me, { name, empty, ask, entryOf }) {
        this.page = page;
        this.me = me;
        this.empty = empty;
        this.ask = ask;
        this.entryOf = entryOf;
        this.element = make("section", { "aria-label": name }, this.#cards, this.#below);
        this.#load();
    }

    /**
     * Shows a page of it.
     *
     * @param {string} [before] where the page before it ended; without it all are read anew.
     * @param {boolean} [wantsFocus]
     */
    async #load(before, wantsFocus = this.element.contains(document.activeElement)) {
        if (before === undefined) fill(this.#cards);
        fill(this.#below, skeleton());
        try {
            const found = await this.#latest.ask(before, this.ask);
            if (found) this.#append(found.answer, wantsFocus);
        } catch (failure) {
            fill(
                this.#below,
                trouble(failure, () => this.#load(before)),
            );
        }
    }

    /**
     * @param {{posts: Entry[], next?: string}} found
     * @param {boolean} wantsFocus
     */
    #append({ posts, next }, wantsFocus) {
        const added = posts.map((entry) => this.#item(this.entryOf(entry)));
        this.#cards.append(...added);
        const more = make("button", { class: "more", type: "button" }, say("operator.more"));
        more.addEventListener("click", () => this.#load(next, true));
        const nothing = make("div", { class: "hint" }, make("p", { tabindex: -1 }, this.empty));
        fill(this.#below, next ? more : null, this.#cards.childElementCount === 0 ? nothing : null);
        if (wantsFocus)
            /** @type {HTMLElement | null} */ ((added[0] ?? this.#below).querySelector("[tabindex]"))?.focus();
    }

    /** @param {ToSettle} shown */
    #item({ post, below: more, actions }) {
        const problem = make("p", { class: "problem", role: "alert" });
        const buttons = make(
            "div",
            { class: "actions" },
            ...actions.map(({ icon, name: label, act }) => iconButton(icon, label, () => settle(act))),
            iconButton("trash-2", say("post.delete"), () => remove()),
        );
        const shown = postCard(this.page, post, this.me, { changed() {}, isToRead: true });
        const card = make("li", {}, shown, more ?? null, buttons, problem);

        const remove = async () => {
            const question = { title: say("post.delete"), text: say("post.deleteText"), yes: say("post.delete") };
            if (!(await this.page.notices.ask(question))) return;
            await settle(async () => {
                await removePost(this.page.community, post);
                this.page.notices.show(say("reports.deleted"));
            });
        };

        const settle = async (/** @type {() => Promise<void>} */ act) => {
            fill(problem);
            const all = buttons.querySelectorAll("button");
            for (const button of all) button.disabled = true;
            try {
                await act();
            } catch (failure) {
                if (!(failure instanceof Refused && failure.code === "not_found")) {
                    for (const button of all) button.disabled = false;
                    fill(problem, failureText(failure));
                    return;
                }
                this.page.notices.show(say("reports.gone"));
            }
            const next = card.nextElementSibling ?? card.previousElementSibling;
            card.remove();
            if (next) next.querySelector("article")?.focus();
            else await this.#load(undefined, true); // There may be more than one answer holds.
        };

        return card;
    }

    leave() {
        return this.#latest.drop();
    }
}
