// What was reported and waits, oldest first: the post, who said what of it, and what can be done.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";
import { postCard } from "../timeline/post-card.js";

/**
 * @param {Page} page
 * @param {Me} me
 */
export function reports(page, me) {
    const { people, notices } = page;
    const element = make("section", { "aria-label": say("operator.reports") });
    const latest = new Latest();

    /** @param {boolean} [wantsFocus] */
    async function load(wantsFocus = element.contains(document.activeElement)) {
        fill(element, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) => people.reports(_, signal));
            if (!found) return;
            const list = make("ul", { class: "reports" }, ...byPost(found.answer).map(item));
            const nothing = make("div", { class: "hint" }, make("p", { tabindex: -1 }, say("reports.empty")));
            fill(element, found.answer.length > 0 ? list : nothing);
        } catch (failure) {
            fill(
                element,
                trouble(failure, () => load()),
            );
        }
        if (wantsFocus) /** @type {HTMLElement | null} */ (element.querySelector("[tabindex]"))?.focus();
    }

    /** @param {Report[]} reported all of one post. */
    function item(reported) {
        const [{ post }] = reported;
        const problem = make("p", { class: "problem", role: "alert" });
        const buttons = make(
            "div",
            { class: "actions" },
            !post.is_hidden && iconButton("eye-off", say("reports.hide"), () => settle(hide)),
            iconButton("check", say("reports.leave"), () => settle(leave)),
            iconButton("trash-2", say("post.delete"), remove),
        );
        const card = make(
            "li",
            {},
            postCard(page, post, me, { changed() {}, isToRead: true }),
            make("ul", { class: "reasons" }, ...reported.map((report) => reason(report, page.now()))),
            buttons,
            problem,
        );

        async function hide() {
            await people.hide(post);
            notices.tell(say("reports.hidden"), { label: say("reports.showAgain"), press: showAgain });
        }

        async function showAgain() {
            try {
                await people.show(post);
                notices.tell(say("reports.shown"));
            } catch (failure) {
                notices.tell(failureText(failure));
            }
        }

        async function leave() {
            await people.dismiss(post);
            notices.tell(say("reports.left"));
        }

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
            else await load(true); // There may be more than one answer holds.
        }

        return card;
    }

    load();
    return { element, leave: () => latest.drop() };
}

/**
 * @param {Report} report
 * @param {number} now
 */
function reason({ reporter, reason: text, created }, now) {
    return make(
        "li",
        {},
        make("strong", { dir: "auto" }, reporter),
        make("time", { class: "quiet", datetime: created }, agoText(new Date(created).getTime(), now)),
        make("p", { dir: "auto" }, text),
    );
}

/**
 * Puts together what is told of the same post: settling concerns all of it.
 *
 * @param {Report[]} all
 */
function byPost(all) {
    /** @type {Map<string, Report[]>} */
    const posts = new Map();
    for (const report of all) posts.set(report.post.id, [...(posts.get(report.post.id) ?? []), report]);
    return [...posts.values()];
}
