// Logging in at the node that answers. At the name of the place that may be any machine that the place gave a certificate, so
// the form says whose it is, and sends the password only while that one answers.
import { Refused } from "../data/failures.js";
import { field, withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { keyPicture } from "./key-picture.js";
import { OtherNode } from "./node-tokens.js";

/** @typedef {import("./carrier.js").WhoAnswers} WhoAnswers */

export class LogInForm {
    #problem = make("p", { class: "problem", role: "alert" });
    #name = field(say("logIn.name"), { id: "mesh-name", autocomplete: "username", required: true, dir: "auto" });
    #password = field(say("logIn.password"), {
        id: "mesh-password",
        type: "password",
        autocomplete: "current-password",
        required: true,
    });
    #send = make("button", { class: "main", type: "submit" }, say("logIn.send"));
    /**
     * The node that the form names.
     *
     * @type {WhoAnswers | null}
     */
    #node = null;
    /** Whether no node has said who it is. */
    #hasFailed = false;

    /**
     * @param {import("./carrier.js").Carrier} carrier
     * @param {import("./open.js").Surroundings} surroundings
     * @param {string} why a sentence above the form.
     */
    constructor(carrier, surroundings, why) {
        this.carrier = carrier;
        this.surroundings = surroundings;
        this.why = why;
        this.element = make("div", { class: "chat-log-in" });
        this.#ask();
        let wasShown = false;
        const renew = () => {
            wasShown ||= this.element.isConnected;
            if (wasShown && !this.element.isConnected) carrier.removeEventListener("change", renew);
            else this.#renew();
        };
        carrier.addEventListener("change", renew);
    }

    /** A node may answer again, and the phone may have heard meanwhile that it is a member, or is none any more. */
    #renew() {
        if (this.#hasFailed) {
            this.#ask();
            return;
        }
        if (!this.#node) return;
        const now = this.carrier.describe(this.#node.key);
        if (now.name === this.#node.name && now.knowsMembers === this.#node.knowsMembers) return;
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        const had = this.element.contains(focused);
        this.#show(now);
        if (had) focused?.focus({ preventScroll: true });
    }

    async #ask() {
        this.#hasFailed = false;
        fill(this.element, this.surroundings.skeleton());
        try {
            this.#show(await this.carrier.whoAnswers());
        } catch (failure) {
            console.info("no node proved its key:", failure);
            this.#hasFailed = true;
            fill(
                this.element,
                this.surroundings.trouble(failure, () => this.#ask()),
            );
        }
    }

    /** @param {WhoAnswers} node */
    #show(node) {
        this.#node = node;
        const { name, key, knowsMembers } = node;
        if (name === null && knowsMembers) return fill(this.element, remark(say("logIn.stranger"), key));
        const form = make(
            "form",
            { class: "short-form", novalidate: true },
            make("p", { class: "quiet" }, this.why),
            name === null
                ? remark(say("logIn.unknown"), key)
                : make(
                      "p",
                      { class: "log-in-node" },
                      say("logIn.member", { name: name || say("author.none"), place: this.surroundings.placeName }),
                      keyPicture(key, "node"),
                  ),
            this.#name.element,
            this.#password.element,
            this.#problem,
            make("div", { class: "buttons" }, this.#send),
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#submit();
        });
        return fill(this.element, form);
    }

    async #submit() {
        fill(this.#problem);
        const empty = [this.#name, this.#password].find(({ input }) => !input.value);
        if (empty) return empty.complain(say("logIn.empty"));
        const enable = withhold(/** @type {HTMLButtonElement} */ (this.#send));
        const credentials = {
            name: this.#name.input.value.trim(),
            password: this.#password.input.value,
            label: say("logIn.label"),
        };
        try {
            await this.carrier.logIn(credentials, this.#node?.key ?? "");
            this.#password.input.value = "";
        } catch (failure) {
            await this.#complain(failure);
        } finally {
            enable();
        }
    }

    /** @param {unknown} failure */
    async #complain(failure) {
        console.info("nobody was logged in:", failure);
        if (failure instanceof OtherNode) {
            this.#password.input.value = "";
            await this.#ask();
            return fill(this.#problem, say("logIn.other"));
        }
        const isWrong = failure instanceof Refused && failure.code === "wrong_credentials";
        if (isWrong) return this.#password.complain(say("logIn.wrong"));
        return fill(this.#problem, this.surroundings.failureText(failure));
    }
}

/** @param {string} text @param {string} key */
const remark = (text, key) => make("p", { class: "remark" }, make("span", {}, text), keyPicture(key, "node"));
