// Friends: requests by name, accepting them, and removing friends.
import { Refused } from "../data/failures.js";
import { withhold } from "../shell/form.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** The label of the button that ends a friendship or a request, by its state. */
const ENDING = { friend: "friends.end", asked: "friends.takeBack", wants: "friends.decline" };

/** @param {Page} page */
export function friendsPart(page) {
    return new FriendsPart(page);
}

/** The friends of a member, the open requests, and the form for a new request. */
class FriendsPart {
    #list = make("div", {});
    #heading = make("h3", { tabindex: -1 }, say("friends.title"));

    /** @param {Page} page */
    constructor({ presence, notices }) {
        this.presence = presence;
        const problem = make("p", { class: "problem", id: "friend-problem", role: "alert" });
        const name = make("input", {
            id: "friend-name",
            maxlength: 32,
            autocomplete: "off",
            dir: "auto",
            "aria-describedby": problem.id,
        });
        const send = make("button", { type: "submit", class: "button" }, say("friends.ask"));
        const form = make(
            "form",
            { class: "pseudonym" },
            make("label", { for: "friend-name" }, say("friends.name")),
            make("div", { class: "with-button" }, name, send),
            problem,
        );
        this.element = make("section", { class: "friends" }, this.#heading, this.#list, form);
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            fill(problem);
            name.removeAttribute("aria-invalid");
            const wanted = name.value.trim();
            if (!wanted) return fill(problem, say("form.empty"));
            const giveBack = withhold(send);
            try {
                this.#show(await this.presence.befriend(wanted));
                notices.show(say("friends.sent", { name: wanted }));
                name.value = "";
            } catch (failure) {
                const isUnknown = failure instanceof Refused && failure.code === "not_found";
                const isOwn = failure instanceof Refused && failure.code === "invalid_body";
                name.setAttribute("aria-invalid", "true");
                fill(
                    problem,
                    isUnknown ? say("friends.unknown") : isOwn ? say("friends.badName") : failureText(failure),
                );
                name.focus();
            }
            return giveBack();
        });
    }

    load = async () => {
        fill(this.#list, skeleton());
        try {
            this.#show(await this.presence.friends());
        } catch (failure) {
            fill(this.#list, trouble(failure, this.load));
        }
    };

    /** @param {Friend[]} friends */
    #show(friends) {
        const none = make("p", { class: "quiet" }, say("friends.none"));
        fill(this.#list, friends.length > 0 ? make("ul", { class: "people-list" }, ...friends.map(this.#item)) : none);
    }

    /** @param {Friend} friend */
    #item = (friend) => {
        const { name, state } = friend;
        const fault = make("p", { class: "problem", role: "alert" });
        const part = this.#button(say(ENDING[state]), name, fault, async () => {
            await this.presence.part(friend);
            return this.presence.friends();
        });
        const agree = () => this.#button(say("friends.agree"), name, fault, () => this.presence.befriend(name));
        return make(
            "li",
            {},
            make("span", { class: "kind" }, icon("user")),
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, name),
                make("span", { class: "quiet" }, say(`friends.${state}`)),
                fault,
            ),
            state === "wants" && agree(),
            part,
        );
    };

    /**
     * Returns a button that changes something about a friend, and shows the friends afterwards.
     *
     * @param {string} label
     * @param {string} name of the friend.
     * @param {HTMLElement} fault shows an error.
     * @param {() => Promise<Friend[]>} act
     */
    #button(label, name, fault, act) {
        const press = async () => {
            const giveBack = withhold(button);
            fill(fault);
            try {
                this.#show(await act());
                this.#heading.focus();
            } catch (failure) {
                giveBack();
                fill(fault, failureText(failure));
            }
        };
        const button = make(
            "button",
            { type: "button", class: "button", "aria-label": `${label}: ${name}`, on: { click: press } },
            label,
        );
        return button;
    }
}
