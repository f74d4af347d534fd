// Friends: those who both want to be. Asked for by name, agreed to, and parted from.
import { Refused } from "../data/failures.js";
import { withhold } from "../shell/form.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** @param {Page} page */
export function friendsPart({ presence, notices }) {
    const list = make("div", {});
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
    const heading = make("h3", { tabindex: -1 }, say("friends.title"));
    const element = make("section", { class: "friends" }, heading, list, form);

    async function load() {
        fill(list, skeleton());
        try {
            show(await presence.friends());
        } catch (failure) {
            fill(list, trouble(failure, load));
        }
    }

    /** @param {Friend[]} friends */
    function show(friends) {
        const none = make("p", { class: "quiet" }, say("friends.none"));
        fill(list, friends.length > 0 ? make("ul", { class: "people-list" }, ...friends.map(item)) : none);
    }

    /** @param {Friend} friend */
    function item(friend) {
        const fault = make("p", { class: "problem", role: "alert" });
        const act = async (/** @type {HTMLButtonElement} */ button, /** @type {() => Promise<Friend[]>} */ what) => {
            const giveBack = withhold(button);
            fill(fault);
            try {
                show(await what());
                heading.focus();
            } catch (failure) {
                giveBack();
                fill(fault, failureText(failure));
            }
        };
        const end = say(
            friend.state === "friend"
                ? "friends.end"
                : friend.state === "asked"
                  ? "friends.takeBack"
                  : "friends.decline",
        );
        const part = make(
            "button",
            {
                type: "button",
                class: "button",
                "aria-label": `${end}: ${friend.name}`,
                on: {
                    click: () =>
                        act(part, async () => {
                            await presence.part(friend);
                            return presence.friends();
                        }),
                },
            },
            end,
        );
        const agree = make(
            "button",
            {
                type: "button",
                class: "button",
                "aria-label": `${say("friends.agree")}: ${friend.name}`,
                on: { click: () => act(agree, () => presence.befriend(friend.name)) },
            },
            say("friends.agree"),
        );
        return make(
            "li",
            {},
            make("span", { class: "kind" }, icon("user")),
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, friend.name),
                make("span", { class: "quiet" }, say(`friends.${friend.state}`)),
                fault,
            ),
            friend.state === "wants" && agree,
            part,
        );
    }

    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        name.removeAttribute("aria-invalid");
        const wanted = name.value.trim();
        if (!wanted) return fill(problem, say("form.empty"));
        const giveBack = withhold(send);
        try {
            show(await presence.befriend(wanted));
            notices.tell(say("friends.sent", { name: wanted }));
            name.value = "";
        } catch (failure) {
            const isUnknown = failure instanceof Refused && failure.code === "not_found";
            const isOwn = failure instanceof Refused && failure.code === "invalid_body";
            name.setAttribute("aria-invalid", "true");
            fill(problem, isUnknown ? say("friends.unknown") : isOwn ? say("friends.badName") : failureText(failure));
            name.focus();
        }
        return giveBack();
    });

    return { element, load };
}
