// All accounts by name, with their roles.
import { changeRole, readAccounts } from "../data/accounts.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";
import { invitations } from "./invitations.js";

const ROLES = /** @type {const} */ (["user", "curator", "operator"]);
/** How many accounts to request at a time. */
const PAGE = 50;

/**
 * @param {Page} page
 * @param {Me} me
 */
export function register(page, me) {
    return new Register(page, me);
}

/** All accounts, a page at a time, with their roles. */
class Register {
    #list = make("ul", { class: "register" });
    #below = make("div", {});
    #latest = new Latest();

    /**
     * @param {Page} page
     * @param {Me} me
     */
    constructor(page, me) {
        this.page = page;
        this.me = me;
        this.inviting = me.registration === "invited" ? invitations(page) : null;
        const policy = make("p", { class: "quiet policy" }, say(`register.${me.registration}`));
        this.element = make(
            "section",
            { "aria-label": say("operator.accounts") },
            policy,
            this.inviting?.element ?? null,
            this.#list,
            this.#below,
        );
        this.#load();
    }

    /** @param {string} [after] the name that the list ended with. */
    async #load(after) {
        fill(this.#below, skeleton());
        try {
            const found = await this.#latest.ask({ after, limit: PAGE }, (question, signal) =>
                readAccounts(this.page.community, question, signal),
            );
            if (found) this.#append(found.answer, after !== undefined);
        } catch (failure) {
            fill(
                this.#below,
                trouble(failure, () => this.#load(after)),
            );
        }
    }

    /**
     * @param {Account[]} accounts
     * @param {boolean} isWanted whether the operator pressed the button.
     */
    #append(accounts, isWanted) {
        const last = this.#list.lastElementChild;
        this.#list.append(...accounts.map(this.#item));
        fill(this.#below);
        const end = accounts.at(-1);
        if (end && accounts.length === PAGE) {
            const more = () => this.#load(end.name);
            fill(
                this.#below,
                make("button", { class: "more", type: "button", on: { click: more } }, say("accounts.more")),
            );
        }
        if (isWanted) last?.nextElementSibling?.querySelector("select")?.focus();
    }

    /** @param {Account} account */
    #item = (account) => {
        let { role } = account;
        const { id, name, created } = account;
        const select = make(
            "select",
            { "aria-label": say("accounts.role", { name }) },
            ...ROLES.map((each) => make("option", { value: each }, say(`role.${each}`))),
        );
        select.value = role;
        const problem = make("p", { class: "problem", role: "alert" });
        const save = make("button", { class: "button", type: "submit", hidden: true }, say("post.save"));
        const form = make(
            "form",
            { class: "person" },
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, name),
                id === this.me.account?.id && make("span", { class: "here" }, say("accounts.you")),
                make("span", { class: "quiet" }, say("accounts.since", { date: dateText(created) })),
            ),
            make("div", { class: "choice" }, select, save),
            problem,
        );
        // The arrow keys pass over roles on the way to another: only the button counts.
        select.addEventListener("change", () => {
            fill(problem);
            save.hidden = select.value === role;
        });
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            const wanted = /** @type {Role} */ (select.value);
            save.disabled = true;
            try {
                role = (await changeRole(this.page.community, account, wanted)).role;
                this.page.notices.show(say("accounts.changed", { name, role: say(`role.${role}`) }));
            } catch (failure) {
                const isGone = failure instanceof Refused && failure.code === "not_found";
                fill(problem, isGone ? say("accounts.gone") : failureText(failure));
            }
            select.value = role;
            select.focus();
            save.disabled = false;
            save.hidden = true;
        });
        return make("li", {}, form);
    };

    leave() {
        this.#latest.drop();
        this.inviting?.leave();
    }
}
