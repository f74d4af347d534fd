// A list of posts of which each waits for what an operator does with it; what was settled leaves the list.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { postCard } from "../timeline/post-card.js";

/**
 * What the list shows of an entry: its post, what is told below it, and what can be done besides deleting it.
 *
 * @typedef {{post: Post, below?: HTMLElement, ways: {icon: string, name: string, act: () => Promise<void>}[]}} ToSettle
 */

/**
 * @template Entry
 * @param {Page} page
 * @param {Me} me
 * @param {{name: string, empty: string, ask: (before: string | undefined, signal: AbortSignal) =>
 *   Promise<{posts: Entry[], next?: string}>, told: (entry: Entry) => ToSettle}} list
 */
export function toSettle(page, me, { name, empty, ask, told }) {
    const { people, notices } = page;
    const cards = make("ul", { class: "to-settle" });
    const below = make("div", {});
    const element = make("section", { "aria-label": name }, cards, below);
    const latest = new Latest();

    /**
     * Shows a page of it.
     *
     * @param {string} [before] where the page before it ended; without it all are read anew.
     * @param {boolean} [wantsFocus]
     */
    async function load(before, wantsFocus = element.contains(document.activeElement)) {
        if (before === undefined) fill(cards);
        fill(below, skeleton());
        try {
            const found = await latest.ask(before, ask);
            if (found) append(found.answer, wantsFocus);
        } catch (failure) {
            fill(
                below,
                trouble(failure, () => load(before)),
            );
        }
    }

    /**
     * @param {{posts: Entry[], next?: string}} found
     * @param {boolean} wantsFocus
     */
    function append({ posts, next }, wantsFocus) {
        const added = posts.map((entry) => item(told(entry)));
        cards.append(...added);
        const more = make("button", { class: "more", type: "button" }, say("operator.more"));
        more.addEventListener("click", () => load(next, true));
        const nothing = make("div", { class: "hint" }, make("p", { tabindex: -1 }, empty));
        fill(below, next ? more : null, cards.childElementCount === 0 ? nothing : null);
        if (wantsFocus) /** @type {HTMLElement | null} */ ((added[0] ?? below).querySelector("[tabindex]"))?.focus();
    }

    /** @param {ToSettle} shown */
    function item({ post, below: more, ways }) {
        const problem = make("p", { class: "problem", role: "alert" });
        const buttons = make(
            "div",
            { class: "actions" },
            ...ways.map(({ icon, name: label, act }) => iconButton(icon, label, () => settle(act))),
            iconButton("trash-2", say("post.delete"), remove),
        );
        const shown = postCard(page, post, me, { changed() {}, isToRead: true });
        const card = make("li", {}, shown, more ?? null, buttons, problem);

        async function remove() {
            const question = { title: say("post.delete"), text: say("post.deleteText"), yes: say("post.delete") };
            if (!(await notices.ask(question))) return;
            await settle(async () => {
                await people.remove(post);
                notices.tell(say("reports.deleted"));
            });
        }

        /** @param {() => Promise<void>} act */
        async function settle(act) {
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
                notices.tell(say("reports.gone"));
            }
            const next = card.nextElementSibling ?? card.previousElementSibling;
            card.remove();
            if (next) next.querySelector("article")?.focus();
            else await load(undefined, true); // There may be more than one answer holds.
        }

        return card;
    }

    load();
    return { element, leave: () => latest.drop() };
}
