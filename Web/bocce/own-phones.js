// The choice to play each on their own phone: begins a game, or joins one by its code. Says why where that cannot be,
// and that a throw of a game waits.
import { field } from "../shell/form.js";
import { icon, fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { codeText, readCode } from "./code.js";
import { outboxes } from "./outbox.js";
import { runningGame } from "./seats.js";

/** @typedef {{begin: () => void, open: (code: string) => void}} Actions */

export class OwnPhones {
    element = make("div", { class: "bocce-phones", hidden: true });
    #reason = make("p", { class: "quiet", id: "bocce-reason", role: "status" });
    #unsent = make("p", { class: "quiet", role: "status" });
    #listening = new AbortController();
    #updates = 0;

    /**
     * @param {import('./play.js').Surroundings} surroundings
     * @param {Actions} actions
     */
    constructor(surroundings, actions) {
        this.surroundings = surroundings;
        const { page } = surroundings;
        this.page = page;
        this.begin = make(
            "button",
            { type: "button", class: "bocce-choose", "aria-describedby": "bocce-reason", on: { click: actions.begin } },
            icon("smartphone"),
            make("span", {}, say("choice.phones")),
        );
        this.form = joinForm(actions.open);
        fill(this.element, this.begin, this.#reason, this.form, this.#unsent, resumeButton(actions.open));
        const { signal } = this.#listening;
        const update = () => this.#update();
        for (const event of ["online", "offline"]) window.addEventListener(event, update, { signal });
        page.data.addEventListener("connection", update, { signal });
        page.community.addEventListener("me", update, { signal });
        update();
        for (const event of ["sent", "refused", "stuck"])
            outboxes.addEventListener(event, () => this.#sayUnsent(), { signal });
        this.#sayUnsent();
    }

    #sayUnsent() {
        const [outbox] = outboxes.waiting(this.surroundings.games);
        const text = outbox?.text(this.surroundings) ?? "";
        if (this.#unsent.textContent !== text) this.#unsent.textContent = text;
    }

    async #update() {
        this.#updates += 1;
        const update = this.#updates;
        const isOffline = !navigator.onLine || this.page.data.connection !== "online";
        const { features } = this.page.about;
        // A page that was opened offline does not know what the server can do.
        this.element.hidden = features ? !features.includes("bocce") : !isOffline;
        this.#allow(false, !isOffline, isOffline ? say("choice.offline") : "");
        if (isOffline || this.element.hidden) return;
        try {
            const { may_post: mayPost } = await this.page.community.me();
            if (update === this.#updates) this.#allow(mayPost, true, mayPost ? "" : say("choice.logIn"));
        } catch {
            if (update === this.#updates) this.#allow(false, false, say("choice.offline"));
        }
    }

    /**
     * @param {boolean} mayBegin
     * @param {boolean} mayOpen
     * @param {string} reason
     */
    #allow(mayBegin, mayOpen, reason) {
        this.begin.disabled = !mayBegin;
        for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll("input, button")))
            each.disabled = !mayOpen;
        if (this.#reason.textContent !== reason) this.#reason.textContent = reason;
    }

    leave() {
        this.#listening.abort();
    }
}

/** @param {(code: string) => void} open */
function joinForm(open) {
    const typed = field(say("choice.code"), {
        id: "bocce-code",
        maxlength: 12,
        dir: "ltr",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
    });
    const form = make(
        "form",
        { class: "bocce-join", novalidate: true },
        typed.element,
        make("button", { type: "submit" }, say("choice.join")),
    );
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const code = readCode(typed.input.value);
        if (code) open(code);
        else typed.complain(say("choice.badCode"));
    });
    return form;
}

/**
 * Returns the way back to a game that goes on, if there is one.
 *
 * @param {(code: string) => void} open
 */
function resumeButton(open) {
    const code = runningGame();
    return (
        code &&
        make(
            "button",
            { type: "button", class: "bocce-choose", on: { click: () => open(code) } },
            icon("undo-2"),
            make("span", {}, say("choice.resumeCode", { code: codeText(code) })),
        )
    );
}
