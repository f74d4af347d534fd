// The passkeys of an account: what they are, adding one, and removing each.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { read } from "../data/remote.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText, dateText } from "../text/quantities.js";
import { addPasskey, passkeyFailure, passkeyObstacle } from "./passkey.js";

/**
 * The passkeys of who asks, newest first.
 *
 * @param {import("../data/people.js").People} people
 * @param {AbortSignal} [signal]
 * @returns {Promise<Passkey[]>}
 */
export async function passkeysOf(people, signal) {
    return (await people.member(read("/api/v1/me/passkeys", {}, signal))).passkeys;
}

/**
 * What is said of a passkey beside its name.
 *
 * @param {Passkey} passkey
 * @param {number} now in milliseconds since 1970.
 */
export function passkeyFacts({ created, used, is_synced: isSynced }, now) {
    return [
        say("access.created", { date: dateText(created) }),
        used ? say("access.used", { ago: agoText(Date.parse(used), now) }) : say("passkey.unused"),
        say(isSynced ? "passkey.synced" : "passkey.oneDevice"),
    ];
}

/**
 * @param {Page} page
 * @param {Me} me
 */
export function passkeyList({ people, notices, now }, me) {
    const heading = make("h3", { tabindex: -1 }, say("passkey.title"));
    const body = make("div", {});
    const problem = make("p", { class: "problem", role: "alert" });
    const obstacle = passkeyObstacle(me);
    const add = iconButton("key-round", say("passkey.add"), () => press(add, adding));
    const element = make(
        "section",
        { class: "passkeys" },
        heading,
        make("p", { class: "quiet" }, obstacle ?? say("passkey.text")),
        body,
        problem,
        obstacle ? null : make("div", { class: "actions" }, add),
    );
    const latest = new Latest();

    async function load() {
        if (!body.querySelector(".sessions")) fill(body, skeleton());
        const hadFocus = body.contains(document.activeElement);
        try {
            const found = await latest.ask(undefined, (_, signal) => passkeysOf(people, signal));
            if (found) fill(body, ...shown(found.answer));
        } catch (failure) {
            fill(body, trouble(failure, load));
        }
        if (hadFocus) heading.focus();
    }

    /** @param {Passkey[]} passkeys */
    function shown(passkeys) {
        if (passkeys.length === 0) return obstacle ? [] : [make("p", {}, say("passkey.none"))];
        return [make("ul", { class: "sessions" }, ...passkeys.map(item))];
    }

    /** @param {Passkey} passkey */
    function item(passkey) {
        const { label } = passkey;
        const remove = make(
            "button",
            {
                class: "button",
                type: "button",
                "aria-label": say("passkey.removeThis", { label }),
                on: { click: () => press(remove, () => removing(passkey)) },
            },
            say("passkey.remove"),
        );
        return make(
            "li",
            {},
            icon("key-round"),
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, label),
                make("span", { class: "quiet" }, passkeyFacts(passkey, now()).join(" · ")),
            ),
            remove,
        );
    }

    /**
     * @param {HTMLButtonElement} button
     * @param {() => Promise<void>} act
     */
    async function press(button, act) {
        fill(problem);
        const giveBack = withhold(button);
        try {
            await act();
        } catch (failure) {
            fill(problem, passkeyFailure(failure));
        }
        giveBack();
    }

    async function adding() {
        const { label } = await addPasskey(people);
        notices.tell(say("passkey.added", { label }));
        await load();
    }

    /** @param {Passkey} passkey */
    async function removing({ id, label }) {
        try {
            await people.write("DELETE", `/api/v1/me/passkeys/${id}`);
        } catch (failure) {
            // Somebody removed it first.
            if (!(failure instanceof Refused && failure.code === "not_found")) throw failure;
        }
        notices.tell(say("passkey.removed", { label }));
        heading.focus();
        await load();
    }

    load();
    return { element, leave: () => latest.drop() };
}
