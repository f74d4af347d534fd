// The changes to the guide, newest first, and buttons that undo them.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { say } from "../text/catalogue.js";
import { agoText, timeText } from "../text/quantities.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function guideHistory(page) {
    const { guide, views } = page;
    const element = make("article", { class: "screen guide history" });
    const latest = new Latest();
    const head = () => screenHead(say("history.title"), say("guide.title"), () => views.close());
    const list = make("ul", { class: "changes" });

    async function load() {
        fillScreen(element, head(), skeleton());
        fill(list);
        try {
            const found = await latest.ask(undefined, (before, signal) => guide.history(before, signal));
            if (!found) return;
            const isEmpty = found.answer.changes.length === 0;
            fillScreen(element, head(), isEmpty ? make("p", { class: "hint" }, say("history.empty")) : list);
            append(found.answer);
        } catch (failure) {
            fillScreen(element, head(), trouble(failure, load));
        }
    }

    /** @param {{changes: Change[], next?: string}} answer */
    function append({ changes, next }) {
        list.append(...changes.map((change) => row(page, change, load)));
        if (!next) return;
        const more = make("button", { class: "more", type: "button" }, say("history.older"));
        more.addEventListener("click", async () => {
            more.disabled = true;
            try {
                const found = await latest.ask(next, (before, signal) => guide.history(before, signal));
                if (!found) return;
                const last = list.lastElementChild;
                more.remove();
                append(found.answer);
                /** @type {HTMLElement | null} */ (last?.nextElementSibling?.querySelector("button"))?.focus();
            } catch {
                more.disabled = false;
                more.textContent = say("timeline.olderFailed");
            }
        });
        list.after(more);
    }

    load();
    return { element, stop: "full", leave: () => latest.drop() };
}

/**
 * @param {Page} page
 * @param {Change} change
 * @param {() => Promise<void>} changed called when the guide has changed.
 */
function row(page, change, changed) {
    const { id, kind, name, action, picture, editor, time } = change;
    const problem = make("p", { class: "problem", role: "alert" });
    const button = iconButton("undo-2", say("history.undo"), async () => {
        fill(problem);
        button.disabled = true;
        try {
            await page.guide.undo(change);
            page.notices.show(say("history.undone"));
            await changed();
        } catch (failure) {
            button.disabled = false;
            const isOther = failure instanceof Refused && failure.code === "changed_meanwhile";
            fill(problem, isOther ? say("history.changed") : failureText(failure));
        }
    });
    button.setAttribute("aria-label", say("history.undoThis", { name }));
    const purge = picture && purging(page, { picture, name, problem, changed });
    return make(
        "li",
        { "data-id": id },
        make(
            "div",
            { class: "words" },
            make("strong", { dir: "auto" }, name),
            make("span", {}, `${say(`history.kind.${kind}`)} · ${say(`history.action.${action}`)}`),
            make(
                "span",
                { class: "quiet" },
                make("bdi", {}, editor),
                " · ",
                make("time", { datetime: time, title: timeText(time) }, agoText(new Date(time).getTime(), page.now())),
            ),
        ),
        button,
        purge,
        problem,
    );
}

/**
 * Takes a picture out of everything after a question: for those that must not be kept.
 *
 * @param {Page} page
 * @param {{picture: string, name: string, problem: HTMLElement, changed: () => Promise<void>}} options `name` is of the
 *   entry that shows it; `problem` is where to say what went wrong.
 */
function purging(page, { picture, name, problem, changed }) {
    const button = iconButton(
        "trash-2",
        say("history.purge"),
        async () => {
            fill(problem);
            const question = {
                title: say("history.purgeTitle"),
                text: say("history.purgeText", { name }),
                yes: say("history.purge"),
            };
            if (!(await page.notices.ask(question))) return;
            button.disabled = true;
            try {
                await page.guide.purge(picture);
                page.notices.show(say("history.purged"));
                await changed();
            } catch (failure) {
                button.disabled = false;
                fill(problem, failureText(failure));
            }
        },
        { class: "grave" },
    );
    button.setAttribute("aria-label", say("history.purgeThis", { name }));
    return button;
}
