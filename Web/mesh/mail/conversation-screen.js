// The private messages with one person, the oldest first, and the form to write one.
import { fill, iconButton, make } from "../../shell/make.js";
import { say, sayIfKnown } from "../../text/catalogue.js";
import { block, blockedAuthors, unblock } from "../blocked.js";
import { KEYS, MAIL } from "../classes.js";
import { keyPicture } from "../key-picture.js";
import { timeText } from "../words.js";
import { MailForm } from "./mail-form.js";
import { turnOn } from "./opening.js";

/** While a conversation is on screen, the phone looks more often for an answer. */
const AGAIN_MS = 15_000;

export class ConversationScreen {
    #leaving = new AbortController();
    #notes = make("div", { class: "chat-notes" });
    #list = make("ol", { class: "chat-lines" });
    #empty = make("div", {});
    #actions = make("div", { class: "actions" });
    #timer = 0;
    /** The next press deletes the conversation. */
    #isSure = false;
    /** @type {Map<string, {written: string, element: HTMLElement}>} */
    #shown = new Map();
    /** The first message that was unread when the conversation was opened. */
    #firstNew = "";

    /**
     * @param {import("../chat.js").Chat} chat
     * @param {import("../open.js").Surroundings} surroundings
     * @param {string} person their key.
     */
    constructor(chat, surroundings, person) {
        this.chat = chat;
        this.surroundings = surroundings;
        this.person = person;
        const log = make("div", { role: "log", "aria-label": say("mail.messages") }, this.#list);
        this.element = make("div", { class: "chat-one-room" }, this.#notes, this.#empty, log);
        const { mailbox, mailAbility } = chat;
        if (!mailbox) {
            surroundings.titled(say("mail.title"));
            fill(this.#notes, remark(say(`mail.none.${mailAbility}`)));
            return;
        }
        turnOn();
        this.form = new MailForm(person, (text) => this.#write(mailbox, text), surroundings.failureText);
        this.element.append(this.form.element, this.#actions);
        const { signal } = this.#leaving;
        const show = () => this.#show(mailbox);
        chat.addEventListener("change", show, { signal });
        document.addEventListener("visibilitychange", show, { signal });
        this.#timer = window.setInterval(() => document.hidden || chat.carrier?.meet([KEYS, MAIL]), AGAIN_MS);
        mailbox.work().then(show);
        show();
    }

    leave() {
        this.#leaving.abort();
        clearInterval(this.#timer);
    }

    /** @param {import("./mailbox.js").Mailbox} mailbox @param {string} text */
    async #write(mailbox, text) {
        await mailbox.write(this.person, text);
        requestAnimationFrame(() => this.form?.element.scrollIntoView({ block: "end", behavior: "auto" }));
    }

    /** @param {import("./mailbox.js").Mailbox} mailbox */
    #show(mailbox) {
        if (this.#leaving.signal.aborted) return;
        const name = mailbox.nameOf(this.person);
        const isBlocked = this.person in blockedAuthors();
        this.surroundings.titled(name || say("author.none"));
        this.#showNotes(isBlocked);
        const letters = isBlocked ? [] : mailbox.letters.with(this.person);
        this.#firstNew ||= letters.find(({ isUnread }) => isUnread)?.id ?? "";
        this.#showLetters(mailbox, letters, name);
        const isEmpty = letters.length === 0 && !isBlocked;
        fill(this.#empty, isEmpty && make("p", { class: "empty" }, say("mail.noneYet")));
        if (this.form) this.form.element.hidden = isBlocked;
        this.#showActions(mailbox, name, isBlocked, letters.length > 0);
        if (!document.hidden && !isBlocked) mailbox.show(this.person);
    }

    /** @param {boolean} isBlocked */
    #showNotes(isBlocked) {
        const { isOnline, isAsking } = this.chat;
        const shown = JSON.stringify([isBlocked, isOnline, isAsking]);
        if (this.#notes.dataset.shown === shown) return;
        this.#notes.dataset.shown = shown;
        fill(
            this.#notes,
            make("p", { class: "mail-key" }, keyPicture(this.person, "mail"), " ", say("mail.compare")),
            isBlocked && remark(say("mail.blocked")),
            !isOnline && !isAsking && remark(say("mail.offline")),
        );
    }

    /**
     * Shows the messages, and leaves those elements alone that say the same as before.
     *
     * @param {import("./mailbox.js").Mailbox} mailbox
     * @param {import("./letters.js").Letter[]} letters
     * @param {string} name
     */
    #showLetters(mailbox, letters, name) {
        const shown = new Map();
        const now = this.chat.now();
        /** @type {Element | null} */
        let before = null;
        for (const letter of letters) {
            const state = letter.isOwn ? mailbox.stateOf(letter) : null;
            const written = JSON.stringify([letter.text, letter.time, state, name, new Date(now).toDateString()]);
            const known = this.#shown.get(letter.id);
            const isSame = known?.written === written;
            const element = isSame ? known.element : this.#letter(mailbox, letter, name, now);
            shown.set(letter.id, { written, element });
            if (known && !isSame) known.element.replaceWith(element);
            /** @type {Element | null} */
            const follows = before ? before.nextElementSibling : this.#list.firstElementChild;
            if (follows !== element) this.#list.insertBefore(element, follows);
            before = element;
        }
        for (const [id, { element }] of this.#shown) if (!shown.has(id)) element.remove();
        const isFirst = this.#shown.size === 0 && shown.size > 0;
        this.#shown = shown;
        if (isFirst) requestAnimationFrame(() => this.element.scrollIntoView({ block: "end", behavior: "auto" }));
    }

    /**
     * @param {import("./mailbox.js").Mailbox} mailbox
     * @param {import("./letters.js").Letter} letter
     * @param {string} name
     * @param {number} now
     */
    #letter(mailbox, letter, name, now) {
        const { id, isOwn, text, time } = letter;
        const { state, reason } = isOwn ? mailbox.stateOf(letter) : { state: null, reason: "" };
        const who = isOwn ? say("author.me") : name || say("author.none");
        const sent = make("time", { datetime: new Date(time).toISOString() }, timeText(time, now));
        const discard = () => mailbox.discard([id]).then(() => this.form?.text.focus());
        const again = () => mailbox.writeAgain(id).then(() => this.form?.text.focus());
        const isNew = id === this.#firstNew;
        return make(
            "li",
            { class: ["chat-line", isOwn && "own"].filter(Boolean).join(" ") },
            isNew && make("p", { class: "new-mark" }, say("room.new")),
            make(
                "article",
                {},
                make("header", {}, make("strong", {}, make("bdi", {}, who)), make("span", { class: "quiet" }, sent)),
                make("p", { class: "chat-text", dir: "auto" }, text),
                state && make("p", { class: `quiet state-${state}` }, stateText(state, reason)),
                (state === "expired" || state === "refused") &&
                    iconButton("rotate-ccw", say("mail.again"), again, { class: "chat-small" }),
                state &&
                    state !== "opened" &&
                    state !== "kept" &&
                    iconButton("trash-2", say("line.discard"), discard, { class: "chat-small" }),
            ),
        );
    }

    /**
     * @param {import("./mailbox.js").Mailbox} mailbox
     * @param {string} name
     * @param {boolean} isBlocked
     * @param {boolean} hasLetters
     */
    #showActions(mailbox, name, isBlocked, hasLetters) {
        const shown = JSON.stringify([isBlocked, hasLetters, this.#isSure]);
        if (this.#actions.dataset.shown === shown) return;
        const had = this.#actions.contains(document.activeElement);
        this.#actions.dataset.shown = shown;
        const toggle = () => {
            if (isBlocked) unblock(this.person);
            else block(this.person, name);
            this.chat.blockedChanged();
        };
        // The first press asks, the second one deletes.
        const forget = async () => {
            this.#isSure = !this.#isSure;
            if (this.#isSure) return this.#showActions(mailbox, name, isBlocked, hasLetters);
            await mailbox.discard(mailbox.letters.with(this.person).map(({ id }) => id));
            this.form?.text.focus();
        };
        fill(
            this.#actions,
            iconButton("ban", isBlocked ? say("blocked.undo") : say("mail.block"), toggle),
            hasLetters && iconButton("trash-2", say(this.#isSure ? "mail.forget.sure" : "mail.forget"), forget),
        );
        if (had) /** @type {HTMLElement | null} */ (this.#actions.querySelector("button:last-child"))?.focus();
    }
}

/** @param {string} text */
const remark = (text) => make("p", { class: "remark" }, make("span", {}, text));

/** @param {import("./letters.js").LetterState} state @param {string} reason */
function stateText(state, reason) {
    if (state === "refused") return sayIfKnown(`refused.${reason}`) ?? say("refused.other");
    return say(`mail.state.${state}`);
}
