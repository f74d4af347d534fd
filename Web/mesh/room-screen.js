// One room: its lines, the oldest first, and the form to write one.
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { block, unblock } from "./blocked.js";
import { NoPlace } from "./carrier.js";
import { Composer } from "./composer.js";
import { lineElement } from "./line.js";
import { markRead, readUpTo } from "./read-marks.js";
import { Reporting } from "./reporting.js";
import { RoomLines } from "./room-lines.js";
import { roomName } from "./words.js";

/** In pixels: closer to the end than this, new lines move the list. */
const NEAR_END = 80;

export class RoomScreen {
    #leaving = new AbortController();
    #notes = make("div", { class: "chat-notes" });
    #more = make("div", { class: "actions" });
    #help = make("div", { class: "actions" });
    #list = make("ol", { class: "chat-lines" });
    #log = make("div", { role: "log", "aria-label": say("room.lines") }, this.#list);
    #state = make("div", {});
    /** @type {Map<string, {written: string, element: HTMLElement}>} */
    #shown = new Map();
    #failure = /** @type {unknown} */ (null);
    #isAsking = true;
    #isFirst = true;
    /**
     * Hides a line from everybody, for operators.
     *
     * @type {((id: string) => Promise<void>) | null}
     */
    #hide = null;
    /** The key of the author who was blocked last. */
    #justBlocked = "";

    /**
     * @param {import("./chat.js").Chat} chat
     * @param {import("./open.js").Surroundings} surroundings
     * @param {string} room
     */
    constructor(chat, surroundings, room) {
        this.chat = chat;
        this.surroundings = surroundings;
        this.room = room;
        this.lines = new RoomLines(chat, room);
        this.unreadFrom = readUpTo(room);
        const { failureText } = surroundings;
        this.reporting = new Reporting({ send: (id, reason) => chat.node.report(id, reason), failureText });
        this.composer = new Composer({
            room,
            accountName: surroundings.accountName,
            failureText: (failure) =>
                failure instanceof NoPlace ? say("compose.noPlace") : surroundings.failureText(failure),
            write: (text, name, key) => this.#write(text, name, key),
        });
        this.element = make(
            "div",
            { class: "chat-one-room" },
            this.#notes,
            this.#help,
            this.#more,
            this.#state,
            this.#log,
            this.composer.element,
        );
        const { signal } = this.#leaving;
        this.lines.addEventListener("change", () => this.#show(), { signal });
        document.addEventListener("visibilitychange", () => this.#noteRead(), { signal });
        if (!chat.rooms) chat.askForRooms();
        surroundings.hiding().then((hide) => {
            if (!hide) return;
            this.#hide = hide;
            this.#shown.clear();
            fill(this.#list);
            this.#show();
        });
        this.#show();
        this.#ask(() => this.lines.refresh());
    }

    leave() {
        this.#leaving.abort();
        this.lines.leave();
    }

    /** @param {() => Promise<void>} question */
    async #ask(question) {
        this.#isAsking = true;
        try {
            await question();
            this.#failure = null;
        } catch (failure) {
            console.info("the lines did not come:", failure);
            this.#failure = failure;
        }
        this.#isAsking = false;
        this.#show();
    }

    /** @param {string} text @param {string} name @param {string} key */
    async #write(text, name, key) {
        await this.lines.write(text, name, key);
        this.#scrollToEnd();
    }

    #show() {
        if (this.#leaving.signal.aborted) return;
        const room = this.chat.rooms?.find(({ id }) => id === this.room);
        if (room) this.surroundings.titled(roomName(room));
        if (room?.kind === "help") this.#showHelp();
        const { lines } = this.lines;
        this.#showNotes(lines.length > 0);
        this.#showState(lines.length === 0);
        const wasAtEnd = this.#isFirst || this.#isAtEnd;
        this.#showLines(lines);
        const { hasMore, hasUnkept } = this.lines;
        fill(this.#more, hasMore && this.#moreButton(), hasUnkept && make("p", { class: "quiet" }, say("room.unkept")));
        if (lines.length > 0 && wasAtEnd) this.#scroll();
        if (lines.length > 0) this.#isFirst = false;
        this.#noteRead(lines);
    }

    /** In the room for help: the way to the map. */
    #showHelp() {
        if (this.#help.childElementCount > 0) return;
        const { open, middle } = this.surroundings;
        fill(
            this.#help,
            iconButton("map-pin", say("help.ask"), () => open({ screen: "help", at: middle() })),
            iconButton("siren", say("help.title"), () => open({ screen: "help" })),
        );
    }

    /** @param {boolean} hasLines */
    #showNotes(hasLines) {
        const { ability, isOnline, isAsking } = this.chat;
        const isAway = this.#failure !== null || (!isOnline && !isAsking && ability === "signs");
        const { hidden } = this.lines;
        fill(
            this.#notes,
            ability !== "signs" && remark(say(`guest.${ability}`)),
            isAway && hasLines && remark(say(ability === "signs" ? "offline" : "offline.guest")),
            hidden > 0 && remark(say("blocked.hidden", { count: hidden }), this.#justBlocked && this.#undo()),
        );
    }

    /** Takes back what a finger did by mistake. */
    #undo() {
        const click = () => {
            unblock(this.#justBlocked);
            this.#justBlocked = "";
            this.chat.blockedChanged();
            this.composer.text.focus();
        };
        return make("button", { type: "button", class: "chat-small", on: { click } }, say("blocked.undo"));
    }

    /** @param {boolean} isEmpty */
    #showState(isEmpty) {
        if (!isEmpty) return fill(this.#state);
        const { skeleton, trouble } = this.surroundings;
        if (this.#isAsking) return this.#state.childElementCount === 0 && fill(this.#state, skeleton());
        const again = () => this.#ask(() => this.lines.refresh());
        fill(
            this.#state,
            this.#failure ? trouble(this.#failure, again) : make("p", { class: "empty" }, say("room.empty")),
        );
    }

    /**
     * Shows the lines, and leaves those elements alone that say the same as before.
     *
     * @param {import("./room-lines.js").Line[]} lines
     */
    #showLines(lines) {
        const shown = new Map();
        const now = this.chat.now();
        const first = lines.find(({ time, isOwn }) => time > this.unreadFrom && !isOwn);
        let before = /** @type {Element | null} */ (null);
        for (const line of lines) {
            const written = JSON.stringify([line, line === first, new Date(now).toDateString()]);
            const known = this.#shown.get(line.id);
            const isSame = known?.written === written;
            const element = isSame ? known.element : this.#line(line, line === first, now);
            shown.set(line.id, { written, element });
            if (known && !isSame) known.element.replaceWith(element);
            const follows = before ? before.nextElementSibling : this.#list.firstElementChild;
            if (follows !== element) this.#list.insertBefore(element, follows);
            before = element;
        }
        for (const [id, { element }] of this.#shown) if (!shown.has(id)) element.remove();
        this.#shown = shown;
    }

    /** @param {import("./room-lines.js").Line} line @param {boolean} isFirstNew @param {number} now */
    #line(line, isFirstNew, now) {
        return lineElement(line, {
            now,
            isFirstNew: isFirstNew && this.unreadFrom > 0,
            block: (key) => {
                block(key, line.name);
                this.#justBlocked = key;
                this.chat.blockedChanged();
                this.#notes.querySelector("button")?.focus();
            },
            reporting: this.reporting,
            writeTo: this.chat.mailbox && ((person) => this.surroundings.open({ screen: "mail", person })),
            discard: this.chat.carrier && (() => this.chat.carrier?.discard(line.id)),
            hide: this.#hide && ((pressed) => this.#hideLine(line.id, pressed)),
        });
    }

    /** @param {string} id @param {HTMLButtonElement} pressed */
    async #hideLine(id, pressed) {
        pressed.disabled = true;
        try {
            await this.#hide?.(id);
            this.lines.drop(id);
            this.composer.text.focus();
        } catch (failure) {
            pressed.disabled = false;
            pressed.focus();
            this.surroundings.notify(this.surroundings.failureText(failure));
        }
    }

    #moreButton() {
        const older = async (/** @type {Event} */ event) => {
            const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
            button.disabled = true;
            const [first] = this.#list.children;
            const top = first?.getBoundingClientRect().top ?? 0;
            await this.#ask(() => this.lines.more());
            // The line that was at the top stays in sight.
            const moved = (first?.getBoundingClientRect().top ?? 0) - top;
            scrollerOf(this.element)?.scrollBy({ top: moved, behavior: "auto" });
        };
        return make("button", { type: "button", on: { click: older } }, say("room.older"));
    }

    /** Whether the last line is in sight. */
    get #isAtEnd() {
        const scroller = scrollerOf(this.element);
        return !scroller || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
    }

    /** Shows the first new line when the room was opened, and else the last one. */
    #scroll() {
        const mark = this.#isFirst && this.#list.querySelector(".first-new");
        if (!mark) return this.#scrollToEnd();
        requestAnimationFrame(() => mark.scrollIntoView({ block: "start", behavior: "auto" }));
    }

    #scrollToEnd() {
        requestAnimationFrame(() => {
            const scroller = scrollerOf(this.element);
            scroller?.scrollTo({ top: scroller.scrollHeight, behavior: "auto" });
        });
    }

    /** @param {import("./room-lines.js").Line[]} [lines] */
    #noteRead(lines = this.lines.lines) {
        if (document.hidden || lines.length === 0) return;
        // A line of somebody whose clock is ahead must not hide the next ones.
        const now = this.chat.now();
        markRead(this.room, Math.min(now, Math.max(...lines.map(({ time }) => time))));
    }
}

/** @param {string} text @param {HTMLElement | string} [button] */
const remark = (text, button) => make("p", { class: "remark" }, make("span", {}, text), button);

/** @param {Element} element */
function scrollerOf(element) {
    for (let above = element.parentElement; above; above = above.parentElement)
        if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
    return null;
}
