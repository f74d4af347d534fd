// Invitations to register: links that operators create, see once, and can revoke.
import { invite, readInvitations, revokeInvitation } from "../data/accounts.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { opener } from "../presence/opener.js";
import { field, shortForm, unfold, withhold } from "../shell/form.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";

/** For how many days an invitation may be good. */
const DAYS = [1, 7, 30, 90];
const NOTE_LENGTH = 100;

/** @param {Page} page */
export function invitations(page) {
    return new Invitations(page);
}

/** The open invitations, and the form that makes one. */
class Invitations {
    #heading = make("h3", { tabindex: -1 }, say("invite.title"));
    #body = make("div", {});
    #latest = new Latest();

    /** @param {Page} page */
    constructor({ community, notices }) {
        this.community = community;
        this.notices = notices;
        const making = unfold("user-plus", say("invite.make"), (close) => {
            const note = field(say("invite.note"), {
                id: "invite-note",
                maxlength: NOTE_LENGTH,
                dir: "auto",
                autocomplete: "off",
            });
            const choices = DAYS.map((days) => make("option", { value: days }, say("invite.days", { count: days })));
            const days = field(say("invite.validity"), { id: "invite-days" }, "select", ...choices);
            days.input.value = "7";
            const element = make("div", { class: "made" });
            const form = shortForm({
                fields: [note, days],
                text: say("invite.text"),
                label: say("invite.create"),
                act: async () => {
                    const made = await invite(this.community, {
                        note: note.input.value.trim(),
                        days: Number(days.input.value),
                    });
                    fill(
                        element,
                        make("p", { role: "status" }, say("invite.once")),
                        opener(made.opener, say("invite.title"), true),
                        make("button", { type: "button", on: { click: close } }, say("invite.done")),
                    );
                    element.querySelector("input")?.focus();
                    this.#load();
                },
                showRefusal: ({ code, field: at }) =>
                    code === "invalid_body" && at === "links" && say("invite.tooMany"),
                cancel: close,
            });
            fill(element, form);
            return element;
        });
        this.element = make("section", { class: "invitations" }, this.#heading, making, this.#body);
        this.#load();
    }

    #load = async () => {
        if (!this.#body.querySelector(".sessions")) fill(this.#body, skeleton());
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => readInvitations(this.community, signal));
            if (!found) return;
            const none = make("p", { class: "quiet none" }, say("invite.none"));
            fill(
                this.#body,
                found.answer.length > 0 ? make("ul", { class: "sessions" }, ...found.answer.map(this.#item)) : none,
            );
        } catch (failure) {
            fill(this.#body, trouble(failure, this.#load));
        }
    };

    /** @param {RegistrationLink} link */
    #item = (link) => {
        const { note, expires } = link;
        const problem = make("p", { class: "problem", role: "alert" });
        const press = async () => {
            const giveBack = withhold(end);
            fill(problem);
            try {
                await revokeInvitation(this.community, link).catch((failure) => {
                    // The link was used or revoked first.
                    if (!(failure instanceof Refused && failure.code === "not_found")) throw failure;
                });
                this.notices.show(say("invite.revoked", { note }));
                this.#heading.focus();
                await this.#load();
            } catch (failure) {
                giveBack();
                fill(problem, failureText(failure));
            }
        };
        const name = { class: "button", type: "button", "aria-label": say("invite.revokeThis", { note }) };
        const end = make("button", { ...name, on: { click: press } }, say("invite.revoke"));
        return make(
            "li",
            {},
            icon("user-plus"),
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, note),
                make("span", { class: "quiet" }, say("invite.until", { date: dateText(expires) })),
                problem,
            ),
            end,
        );
    };

    leave() {
        return this.#latest.drop();
    }
}
