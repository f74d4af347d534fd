// The passkeys of an account: their list, adding one, and removing each.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { read } from "../data/http.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText, dateText } from "../text/quantities.js";
import { addPasskey, passkeyFailure, passkeyObstacle } from "./passkey.js";

/**
 * Returns the passkeys of the account, newest first.
 *
 * @param {import("../data/community.js").Community} community
 * @param {AbortSignal} [signal]
 * @returns {Promise<Passkey[]>}
 */
export async function passkeysOf(community, signal) {
    return (await community.member(read("/api/v1/me/passkeys", {}, signal))).passkeys;
}

/**
 * Returns the facts about a passkey that stand beside its name.
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
export function passkeyList(page, me) {
    return new PasskeyList(page, me);
}

/** The passkeys of an account. */
class PasskeyList {
    #heading = make("h3", { tabindex: -1 }, say("passkey.title"));
    #body = make("div", {});
    #problem = make("p", { class: "problem", role: "alert" });
    #latest = new Latest();

    /**
     * @param {Page} page
     * @param {Me} me
     */
    constructor({ community, notices, now }, me) {
        this.community = community;
        this.notices = notices;
        this.now = now;
        this.obstacle = passkeyObstacle(me);
        const add = iconButton("key-round", say("passkey.add"), () => this.#press(add, this.#adding));
        this.element = make(
            "section",
            { class: "passkeys" },
            this.#heading,
            make("p", { class: "quiet" }, this.obstacle ?? say("passkey.text")),
            this.#body,
            this.#problem,
            this.obstacle ? null : make("div", { class: "actions" }, add),
        );
        this.#load();
    }

    #load = async () => {
        if (!this.#body.querySelector(".sessions")) fill(this.#body, skeleton());
        const hadFocus = this.#body.contains(document.activeElement);
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => passkeysOf(this.community, signal));
            if (found) fill(this.#body, ...this.#shown(found.answer));
        } catch (failure) {
            fill(this.#body, trouble(failure, this.#load));
        }
        if (hadFocus) this.#heading.focus();
    };

    /** @param {Passkey[]} passkeys */
    #shown(passkeys) {
        if (passkeys.length === 0) return this.obstacle ? [] : [make("p", {}, say("passkey.none"))];
        return [make("ul", { class: "sessions" }, ...passkeys.map(this.#item))];
    }

    /** @param {Passkey} passkey */
    #item = (passkey) => {
        const { label } = passkey;
        const remove = make(
            "button",
            {
                class: "button",
                type: "button",
                "aria-label": say("passkey.removeThis", { label }),
                on: { click: () => this.#press(remove, () => this.#removing(passkey)) },
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
                make("span", { class: "quiet" }, passkeyFacts(passkey, this.now()).join(" · ")),
            ),
            remove,
        );
    };

    /**
     * @param {HTMLButtonElement} button
     * @param {() => Promise<void>} act
     */
    async #press(button, act) {
        fill(this.#problem);
        const giveBack = withhold(button);
        try {
            await act();
        } catch (failure) {
            fill(this.#problem, passkeyFailure(failure));
        }
        giveBack();
    }

    #adding = async () => {
        const { label } = await addPasskey(this.community);
        this.notices.show(say("passkey.added", { label }));
        await this.#load();
    };

    /** @param {Passkey} passkey */
    async #removing({ id, label }) {
        try {
            await this.community.write("DELETE", `/api/v1/me/passkeys/${id}`);
        } catch (failure) {
            // Another browser removed it first.
            if (!(failure instanceof Refused && failure.code === "not_found")) throw failure;
        }
        this.notices.show(say("passkey.removed", { label }));
        this.#heading.focus();
        await this.#load();
    }

    leave() {
        return this.#latest.drop();
    }
}
