// The browsers and programs that act for an account, and the way to end each.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";

/** @param {Page} page */
export function sessionList({ people, notices }) {
    const heading = make("h3", { tabindex: -1 }, say("session.title"));
    const body = make("div", {});
    const element = make("section", {}, heading, body);
    const latest = new Latest();

    async function load() {
        if (!body.querySelector(".sessions")) fill(body, skeleton());
        const hadFocus = body.contains(document.activeElement);
        try {
            const found = await latest.ask(undefined, (_, signal) => people.sessions(_, signal));
            if (found) fill(body, make("ul", { class: "sessions" }, ...found.answer.map(item)));
        } catch (failure) {
            fill(body, trouble(failure, load));
        }
        if (hadFocus) heading.focus();
    }

    /** @param {Session} session */
    function item(session) {
        const { kind, label, created, expires, is_current: isCurrent } = session;
        const times = { kind: say(`session.kind.${kind}`), created: dateText(created), expires: dateText(expires) };
        const problem = make("p", { class: "problem", role: "alert" });
        const press = async () => {
            end.disabled = true;
            fill(problem);
            try {
                await finish(session);
            } catch (failure) {
                end.disabled = false;
                fill(problem, failureText(failure));
            }
        };
        const end = make(
            "button",
            {
                class: "button",
                type: "button",
                "aria-label": say("session.endThis", { label }),
                on: { click: press },
            },
            say("session.end"),
        );
        return make(
            "li",
            {},
            icon(kind === "page" ? "monitor" : "terminal"),
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, label),
                isCurrent && make("span", { class: "here" }, say("session.this")),
                make("span", { class: "quiet" }, say("session.times", times)),
                problem,
            ),
            end,
        );
    }

    /** @param {Session} session */
    async function finish(session) {
        if (session.is_current) {
            await people.logOut();
            notices.tell(say("account.left"));
            return;
        }
        try {
            await people.end(session);
        } catch (failure) {
            // Somebody ended it first.
            if (!(failure instanceof Refused && failure.code === "not_found")) throw failure;
        }
        notices.tell(say("session.ended", { label: session.label }));
        heading.focus();
        await load();
    }

    load();
    return { element, load, leave: () => latest.drop() };
}
