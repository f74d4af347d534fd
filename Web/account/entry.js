// Logging in and registering.
import { PASSWORD_LENGTHS } from "./password.js";
import { Refused } from "../data/failures.js";
import { fill, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { enterWithPasskey, passkeyFailure, passkeyObstacle } from "./passkey.js";

/**
 * What is said of a field that the server does not take.
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
export function entry({ people, notices, views }, me, invitation) {
    const { registration } = me;
    const isInvited = registration === "invited" && invitation !== undefined;
    const mayRegister = isInvited || (registration !== "closed" && registration !== "invited");
    const name = make("input", {
        id: "account-name",
        autocomplete: "username",
        maxlength: 32,
        required: true,
        dir: "auto",
    });
    const password = make("input", {
        id: "account-password",
        type: "password",
        autocomplete: "current-password",
        maxlength: 200,
        required: true,
    });
    const problem = make("div", {});
    const enter = make(
        "button",
        { class: isInvited ? null : "main", type: "submit", value: "log in" },
        say("account.enter"),
    );
    const register = make(
        "button",
        { class: isInvited ? "main" : null, type: "submit", value: "register" },
        say("account.register"),
    );
    // The first one is what the return key presses.
    const buttons = isInvited ? [register, enter] : mayRegister ? [enter, register] : [enter];
    const obstacle = passkeyObstacle(me);
    const passkey = iconButton("key-round", say("passkey.enter"), enterByPasskey);
    const form = make(
        "form",
        { class: "entry" },
        make("label", { for: "account-name" }, say("account.name")),
        name,
        make("label", { for: "account-password" }, say("account.password")),
        password,
        make("p", { class: "quiet" }, say(rulesOf(registration, isInvited))),
        problem,
        make("div", { class: "actions" }, ...buttons),
        obstacle ? make("p", { class: "quiet" }, obstacle) : make("div", { class: "actions" }, passkey),
    );
    const presses = [enter, register, passkey];

    async function enterByPasskey() {
        const isHere = views.here();
        fill(problem);
        for (const button of presses) button.disabled = true;
        try {
            await enterWithPasskey(people);
            const { account } = await people.me();
            notices.tell(say("account.entered", { name: account?.name ?? "" }));
            if (isHere()) views.close();
        } catch (failure) {
            fill(problem, make("p", { class: "problem", role: "alert" }, passkeyFailure(failure)));
            for (const button of presses) button.disabled = false;
            passkey.focus();
        }
    }

    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter) ?? enter;
        const isHere = views.here();
        fill(problem);
        for (const button of presses) button.disabled = true;
        try {
            const way = pressed === register ? "accounts" : "session";
            const invited = way === "accounts" && isInvited ? { invitation } : {};
            await people.enter(way, { name: name.value.trim(), password: password.value, ...invited });
            notices.tell(say("account.entered", { name: name.value.trim() }));
            if (isHere()) views.close();
        } catch (failure) {
            const fault =
                failure instanceof Refused &&
                (refusalOf(failure, registration) ?? faultOf(failure.field, password.value));
            const again = () => form.requestSubmit(pressed);
            const said = fault ? make("p", { class: "problem", role: "alert" }, say(fault)) : trouble(failure, again);
            fill(problem, said);
            if (fault && failure.field !== "invitation")
                /** @type {HTMLElement} */ (failure.field === "name" ? name : password).focus();
            for (const button of presses) button.disabled = false;
        }
    });
    return form;
}

/**
 * What a guest reads who might want to register.
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
 * Why somebody could not register who might have at another time.
 *
 * @param {Refused} refused
 * @param {Me["registration"]} registration
 */
function refusalOf({ code, field }, registration) {
    if (code === "registration_closed") return registration === "closed" ? "account.closed" : "account.invitedOnly";
    return code === "wrong_credentials" && field === "invitation" ? "account.badInvite" : null;
}
