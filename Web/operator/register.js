// Who is registered, by name, and what each may do.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";
import { invitations } from "./invitations.js";

const ROLES = /** @type {const} */ (["user", "curator", "operator"]);
/** How many are asked for at a time. */
const PAGE = 50;

/**
 * @param {Page} page
 * @param {Me} me
 */
export function register(page, me) {
    const { people, notices } = page;
    const inviting = me.registration === "invited" ? invitations(page) : null;
    const policy = make("p", { class: "quiet policy" }, say(`register.${me.registration}`));
    const list = make("ul", { class: "register" });
    const below = make("div", {});
    const element = make(
        "section",
        { "aria-label": say("operator.people") },
        policy,
        inviting?.element ?? null,
        list,
        below,
    );
    const latest = new Latest();

    /** @param {string} [after] the name that the list ended with. */
    async function load(after) {
        fill(below, skeleton());
        try {
            const found = await latest.ask({ after, limit: PAGE }, (question, signal) =>
                people.accounts(question, signal),
            );
            if (found) append(found.answer, after !== undefined);
        } catch (failure) {
            fill(
                below,
                trouble(failure, () => load(after)),
            );
        }
    }

    /**
     * @param {Account[]} accounts
     * @param {boolean} isWanted whether somebody pressed for them.
     */
    function append(accounts, isWanted) {
        const last = list.lastElementChild;
        list.append(...accounts.map(item));
        fill(below);
        const end = accounts.at(-1);
        if (end && accounts.length === PAGE) {
            const more = () => load(end.name);
            fill(below, make("button", { class: "more", type: "button", on: { click: more } }, say("people.more")));
        }
        if (isWanted) last?.nextElementSibling?.querySelector("select")?.focus();
    }

    /** @param {Account} account */
    function item(account) {
        let { role } = account;
        const { id, name, created } = account;
        const select = make(
            "select",
            { "aria-label": say("people.role", { name }) },
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
                id === me.account?.id && make("span", { class: "here" }, say("people.you")),
                make("span", { class: "quiet" }, say("people.since", { date: dateText(created) })),
            ),
            make("div", { class: "choice" }, select, save),
            problem,
        );
        // With the arrow keys one passes roles on the way to another: only what is pressed counts.
        select.addEventListener("change", () => {
            fill(problem);
            save.hidden = select.value === role;
        });
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            const wanted = /** @type {Role} */ (select.value);
            save.disabled = true;
            try {
                role = (await people.changeRole(account, wanted)).role;
                notices.tell(say("people.changed", { name, role: say(`role.${role}`) }));
            } catch (failure) {
                const isGone = failure instanceof Refused && failure.code === "not_found";
                fill(problem, isGone ? say("people.gone") : failureText(failure));
            }
            select.value = role;
            select.focus();
            save.disabled = false;
            save.hidden = true;
        });
        return make("li", {}, form);
    }

    load();
    return {
        element,
        leave() {
            latest.drop();
            inviting?.leave();
        },
    };
}
