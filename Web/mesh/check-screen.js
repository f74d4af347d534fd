// What this phone can and cannot do at this node, with what helps. The numbers of what is wrong can be read out to somebody
// who helps.
import { at } from "../address/root.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { askToKeep, tryAll } from "./checks.js";

export class CheckScreen {
    #body = make("div", {});
    #isLeft = false;

    /**
     * @param {import("./chat.js").Chat} chat
     * @param {import("./open.js").Surroundings} surroundings
     */
    constructor(chat, surroundings) {
        this.chat = chat;
        this.surroundings = surroundings;
        surroundings.titled(say("check.title"));
        this.element = make("div", { class: "chat-checks" }, this.#body);
        fill(this.#body, surroundings.skeleton());
        this.#try();
    }

    leave() {
        this.#isLeft = true;
    }

    async #try() {
        const checks = await tryAll({ ahead: () => this.#ahead() });
        if (this.#isLeft) return;
        const bad = checks.flatMap(({ isGood }, index) => (isGood ? [] : [index + 1]));
        const numbers = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
        const result =
            bad.length === 0 ? say("check.allGood") : say("check.result", { numbers: numbers.format(bad.map(String)) });
        const had = this.#body.contains(document.activeElement);
        fill(
            this.#body,
            make("p", { class: "check-result", role: "status" }, result),
            make("ol", { class: "check-list" }, ...checks.map((each) => this.#check(each))),
            make(
                "div",
                { class: "actions" },
                iconButton("refresh-cw", say("check.again"), () => this.#try()),
            ),
        );
        if (had) /** @type {HTMLElement | null} */ (this.#body.querySelector(".actions button:last-child"))?.focus();
    }

    /** How far the node's clock is ahead of the device's. */
    async #ahead() {
        const asked = this.surroundings.now();
        const about = await this.chat.node.about().catch(() => null);
        if (!about?.clock_is_set) return null;
        return about.time - (asked + this.surroundings.now()) / 2;
    }

    /** @param {import("./checks.js").Check} check */
    #check({ name, isGood, remedy }) {
        return make(
            "li",
            { class: isGood ? "good" : "bad" },
            icon(isGood ? "check" : "x"),
            make(
                "div",
                {},
                make("strong", {}, say(`check.${name}.name`)),
                make("span", { class: "spoken" }, ` ${say(isGood ? "check.yes" : "check.no")}`),
                make("p", { class: "quiet" }, say(`check.${name}.${isGood ? "yes" : "no"}`)),
                remedy && make("p", {}, say(`remedy.${remedy}`)),
                remedy === "secure" && make("a", { href: at("/trust") }, say("remedy.trust")),
                remedy === "kept" && this.#askButton(),
            ),
        );
    }

    #askButton() {
        const ask = make("button", { type: "button", on: { click: () => this.#keep() } }, say("remedy.ask"));
        return make("div", { class: "actions" }, ask);
    }

    async #keep() {
        await askToKeep();
        await this.#try();
    }
}
