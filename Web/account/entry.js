// Logging in and registering.
import { enter } from "../data/accounts.js";
import { Refused } from "../data/failures.js";
import { fill, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { enterWithPasskey, passkeyFailure, passkeyObstacle } from "./passkey.js";
import { PASSWORD_LENGTHS } from "./password.js";

/**
 * Returns the message for a field that the server refuses.
 *
 * @param {string | undefined} field
 * @param {string} password
 */
export function faultOf(field, password) {
    if (field === "name") return "account.badName";
    if (field !== "password") return null;
    return [...password].length < PASSWORD_LENGTHS.least ? "password.short" : "password.weak";
}

/**
 * @param {Page} page
 * @param {Me} me
 * @param {string} [invitation] the code that the address of an invitation brought.
 */
export function entry(page, me, invitation) {
    return new Entry(page, me, invitation).form;
}

/** The form to log in or to register. */
class Entry {
    #problem = make("div", {});
    #name = make("input", {
        id: "account-name",
        autocomplete: "username",
        maxlength: 32,
        required: true,
        dir: "auto",
    });
    #password = make("input", {
        id: "account-password",
        type: "password",
        autocomplete: "current-password",
        maxlength: 200,
        required: true,
    });
    #passkey = iconButton("key-round", say("passkey.enter"), () => this.#enterByPasskey());

    /**
     * @param {Page} page
     * @param {Me} me
     * @param {string} [invitation] the code that the address of an invitation brought.
     */
    constructor({ community, notices, views }, me, invitation) {
        this.community = community;
        this.notices = notices;
        this.views = views;
        this.registration = me.registration;
        this.invitation = me.registration === "invited" ? invitation : undefined;
        const isInvited = this.invitation !== undefined;
        this.enter = make(
            "button",
            { class: isInvited ? null : "main", type: "submit", value: "log in" },
            say("account.enter"),
        );
        this.register = make(
            "button",
            { class: isInvited ? "main" : null, type: "submit", value: "register" },
            say("account.register"),
        );
        const obstacle = passkeyObstacle(me);
        this.form = make(
            "form",
            { class: "entry" },
            make("label", { for: "account-name" }, say("account.name")),
            this.#name,
            make("label", { for: "account-password" }, say("account.password")),
            this.#password,
            make("p", { class: "quiet" }, say(rulesOf(me.registration, isInvited))),
            this.#problem,
            make("div", { class: "actions" }, ...this.#buttons(isInvited)),
            obstacle ? make("p", { class: "quiet" }, obstacle) : make("div", { class: "actions" }, this.#passkey),
        );
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#submit(/** @type {HTMLButtonElement | null} */ (event.submitter) ?? this.enter);
        });
    }

    /**
     * Returns the buttons; the return key presses the first one.
     *
     * @param {boolean} isInvited
     */
    #buttons(isInvited) {
        if (isInvited) return [this.register, this.enter];
        const mayRegister = this.registration !== "closed" && this.registration !== "invited";
        return mayRegister ? [this.enter, this.register] : [this.enter];
    }

    /** @param {boolean} isDisabled */
    #disable(isDisabled) {
        for (const button of [this.enter, this.register, this.#passkey]) button.disabled = isDisabled;
    }

    /** @param {HTMLButtonElement} pressed */
    async #submit(pressed) {
        const isHere = this.views.here();
        fill(this.#problem);
        this.#disable(true);
        const name = this.#name.value.trim();
        try {
            const path = pressed === this.register ? "accounts" : "session";
            const { invitation } = this;
            const invited = path === "accounts" && invitation !== undefined ? { invitation } : {};
            await enter(this.community, path, { name, password: this.#password.value, ...invited });
            this.notices.show(say("account.entered", { name: this.#name.value.trim() }));
            if (isHere()) this.views.close();
        } catch (failure) {
            this.#showFailure(failure, () => this.form.requestSubmit(pressed));
            this.#disable(false);
        }
    }

    /**
     * Shows an error: beside the faulty field, if the server names one.
     *
     * @param {unknown} failure
     * @param {() => void} again
     */
    #showFailure(failure, again) {
        const fault =
            failure instanceof Refused &&
            (refusalOf(failure, this.registration) ?? faultOf(failure.field, this.#password.value));
        if (!fault) return fill(this.#problem, trouble(failure, again));
        fill(this.#problem, make("p", { class: "problem", role: "alert" }, say(fault)));
        if (failure.field === "invitation") return undefined;
        return (failure.field === "name" ? this.#name : this.#password).focus();
    }

    async #enterByPasskey() {
        const isHere = this.views.here();
        fill(this.#problem);
        this.#disable(true);
        try {
            await enterWithPasskey(this.community);
            const { account } = await this.community.me();
            this.notices.show(say("account.entered", { name: account?.name ?? "" }));
            if (isHere()) this.views.close();
        } catch (failure) {
            fill(this.#problem, make("p", { class: "problem", role: "alert" }, passkeyFailure(failure)));
            this.#disable(false);
            this.#passkey.focus();
        }
    }
}

/**
 * Returns the text for guests about registering.
 *
 * @param {Me["registration"]} registration
 * @param {boolean} isInvited
 */
function rulesOf(registration, isInvited) {
    if (isInvited) return "account.invited";
    if (registration === "closed") return "account.closed";
    return registration === "invited" ? "account.invitedOnly" : "account.rules";
}

/**
 * Returns the reason for a refused registration, if it depends on the state of registration or on the invitation.
 *
 * @param {Refused} refused
 * @param {Me["registration"]} registration
 */
function refusalOf({ code, field }, registration) {
    if (code === "registration_closed") return registration === "closed" ? "account.closed" : "account.invitedOnly";
    return code === "wrong_credentials" && field === "invitation" ? "account.badInvite" : null;
}
