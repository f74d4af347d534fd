// The browsers and programs that act for an account, and the way to end each.
import { endSession, logOut, readSessions } from "../data/accounts.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";

/** @param {Page} page */
export function sessionList(page) {
    return new SessionList(page);
}

/** The browsers and programs that act for an account. */
class SessionList {
    #heading = make("h3", { tabindex: -1 }, say("session.title"));
    #body = make("div", {});
    #latest = new Latest();

    /** @param {Page} page */
    constructor({ community, notices }) {
        this.community = community;
        this.notices = notices;
        this.element = make("section", {}, this.#heading, this.#body);
        this.load();
    }

    load = async () => {
        if (!this.#body.querySelector(".sessions")) fill(this.#body, skeleton());
        const hadFocus = this.#body.contains(document.activeElement);
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => readSessions(this.community, signal));
            if (found) fill(this.#body, make("ul", { class: "sessions" }, ...found.answer.map(this.#item)));
        } catch (failure) {
            fill(this.#body, trouble(failure, this.load));
        }
        if (hadFocus) this.#heading.focus();
    };

    /** @param {Session} session */
    #item = (session) => {
        const { kind, label, created, expires, is_current: isCurrent } = session;
        const times = { kind: say(`session.kind.${kind}`), created: dateText(created), expires: dateText(expires) };
        const problem = make("p", { class: "problem", role: "alert" });
        const press = async () => {
            end.disabled = true;
            fill(problem);
            try {
                await this.#finish(session);
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
    };

    /** @param {Session} session */
    async #finish(session) {
        if (session.is_current) {
            await logOut(this.community);
            this.notices.show(say("account.left"));
            return;
        }
        try {
            await endSession(this.community, session);
        } catch (failure) {
            // Another browser ended it first.
            if (!(failure instanceof Refused && failure.code === "not_found")) throw failure;
        }
        this.notices.show(say("session.ended", { label: session.label }));
        this.#heading.focus();
        await this.load();
    }

    leave() {
        return this.#latest.drop();
    }
}
