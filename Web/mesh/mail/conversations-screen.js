// The people with whom this person has private messages, the latest first.
import { fill, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { keyPicture } from "../key-picture.js";
import { timeText } from "../words.js";
import { turnOn } from "./opening.js";

export class ConversationsScreen {
    #leaving = new AbortController();
    #list = make("div", {});
    /** What is shown, so that an equal list is not made again under the reader's finger. */
    #shown = "";

    /**
     * @param {import("../chat.js").Chat} chat
     * @param {import("../open.js").Surroundings} surroundings
     */
    constructor(chat, surroundings) {
        this.chat = chat;
        this.surroundings = surroundings;
        surroundings.titled(say("mail.title"));
        const { mailbox, mailAbility } = chat;
        const note = mailbox ? say("mail.about") : say(`mail.none.${mailAbility}`);
        const notes = make("div", { class: "chat-notes" }, make("p", { class: "remark" }, make("span", {}, note)));
        this.element = make("div", { class: "chat-rooms" }, notes, this.#list);
        if (!mailbox) return;
        const own = make("p", { class: "mail-key" }, pictureOf(mailbox.own), " ", say("mail.own"));
        this.element.append(own);
        turnOn();
        mailbox.work();
        chat.addEventListener("change", () => this.#show(mailbox), { signal: this.#leaving.signal });
        this.#show(mailbox);
    }

    leave() {
        this.#leaving.abort();
    }

    /** @param {import("./mailbox.js").Mailbox} mailbox */
    #show(mailbox) {
        const people = mailbox.conversations.map((each) => ({ ...each, name: mailbox.nameOf(each.author) }));
        const shown = JSON.stringify(people, (_, value) => (typeof value === "bigint" ? String(value) : value));
        if (shown === this.#shown) return;
        this.#shown = shown;
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.person;
        if (people.length === 0) return fill(this.#list, make("p", { class: "empty" }, say("mail.empty")));
        const rows = people.map((each) => make("li", {}, this.#person(each)));
        fill(this.#list, make("ul", { class: "chat-room-list" }, ...rows));
        const again = focused && this.#list.querySelector(`[data-person="${focused}"]`);
        if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
    }

    /** @param {{author: string, name: string, last: import("./letters.js").Letter, unread: number}} person */
    #person({ author, name, last, unread }) {
        const time = timeText(last.time, this.chat.now());
        return make(
            "button",
            {
                type: "button",
                class: "chat-room",
                "data-person": author,
                on: { click: () => this.surroundings.open({ screen: "mail", person: author }) },
            },
            make("span", { class: "room-name" }, make("bdi", {}, name || say("author.none")), " ", pictureOf(author)),
            make("span", { class: "quiet mail-last" }, `${time} · `, make("bdi", {}, last.text.slice(0, 80))),
            unread > 0 && make("span", { class: "unread" }, say("mail.new", { count: unread })),
        );
    }
}

/** @param {string} author */
const pictureOf = (author) => keyPicture(author, "mail");
