// The form for the pseudonym of a member.
import { Refused } from "../data/failures.js";
import { withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * The form for the public name, under which everybody sees the approximate location of a member. Without a public name,
 * the location is not public.
 */
export class PseudonymPart {
    #problem = make("p", { class: "problem", id: "pseudonym-problem", role: "alert" });
    /** @type {string | null} */
    #shared = null;

    /** @param {(fields: Partial<Sharing>, isExplained: (failure: unknown) => boolean) => Promise<void>} change */
    constructor(change) {
        this.change = change;
        this.name = make("input", {
            id: "share-pseudonym",
            maxlength: 32,
            autocomplete: "off",
            dir: "auto",
            "aria-describedby": this.#problem.id,
        });
        const send = make("button", { type: "submit", class: "button" }, say("privacy.show"));
        this.end = make(
            "button",
            { type: "button", class: "button", on: { click: () => this.#finish() } },
            say("privacy.hide"),
        );
        this.form = make(
            "form",
            { class: "pseudonym" },
            make("label", { for: "share-pseudonym" }, say("privacy.pseudonym")),
            make("div", { class: "with-button" }, this.name, send, this.end),
            this.#problem,
            make("p", { class: "quiet" }, say("privacy.pseudonymText")),
        );
        this.form.addEventListener("submit", async (event) => {
            event.preventDefault();
            fill(this.#problem);
            this.name.removeAttribute("aria-invalid");
            const wanted = this.name.value.trim();
            if (!wanted) return fill(this.#problem, say("form.empty"));
            const giveBack = withhold(send);
            await this.change({ pseudonym: wanted }, this.#isExplained);
            return giveBack();
        });
        this.element = this.form;
    }

    #isExplained = (/** @type {unknown} */ failure) => {
        const text =
            failure instanceof Refused &&
            { name_taken: say("privacy.nameTaken"), invalid_body: say("account.badName") }[failure.code];
        if (!text) return false;
        fill(this.#problem, text);
        this.name.setAttribute("aria-invalid", "true");
        this.name.focus();
        return true;
    };

    async #finish() {
        const giveBack = withhold(this.end);
        await this.change({ pseudonym: null }, this.#isExplained);
        giveBack();
        this.name.focus();
    }

    update(/** @type {string | null} */ pseudonym) {
        // Typed text stays.
        if (pseudonym !== this.#shared || !this.name.value) this.name.value = pseudonym ?? "";
        this.#shared = pseudonym;
        this.end.hidden = pseudonym === null;
    }
}
