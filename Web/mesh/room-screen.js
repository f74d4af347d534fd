// One room: its lines, the oldest first, and the form to write one.
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { block, unblock } from "./blocked.js";
import { NoPlace } from "./carrier.js";
import { Composer } from "./composer.js";
import { lineElement } from "./line.js";
import { ReachNote } from "./reach.js";
import { markRead, readUpTo } from "./read-marks.js";
import { Reporting } from "./reporting.js";
import { RoomEnds } from "./room-ends.js";
import { RoomLines } from "./room-lines.js";
import { RoomScroll } from "./room-scroll.js";
import { roomName } from "./words.js";

/** Screen readers do not read out lines that come within so many milliseconds after the reader asked for others. */
const SILENT_MS = 1_000;

export class RoomScreen {
    #leaving = new AbortController();
    #notes = make("div", { class: "chat-notes" });
    #help = make("div", { class: "actions" });
    #list = make("ol", { class: "chat-lines" });
    #log = make("div", { role: "log", "aria-label": say("room.lines"), tabindex: -1 }, this.#list);
    #state = make("div", {});
    #isPlanned = false;
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
        this.ends = new RoomEnds(this.lines, {
            more: () => this.#ask(() => this.lines.more()),
            turn: (change) => this.#turn(change),
            toNewest: () => this.#toNewest(),
            lost: () => this.#log.focus({ preventScroll: true }),
        });
        this.element = make(
            "div",
            { class: "chat-one-room" },
            this.#notes,
            this.#help,
            this.ends.older,
            this.#state,
            this.#log,
            this.ends.newer,
            this.composer.element,
        );
        this.scroll = new RoomScroll(this.element, this.#list, this.ends.wanted);
        const { signal } = this.#leaving;
        this.composer.element.prepend(new ReachNote(chat, signal).element);
        this.lines.addEventListener("change", () => this.#showSoon(), { signal });
        document.addEventListener("visibilitychange", () => this.#noteRead(), { signal });
        if (!chat.knowsRooms) chat.askForRooms();
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
        this.scroll.leave();
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
        this.#show();
        this.scroll.toEnd();
    }

    /** Many messages may come one after the other: what follows from them is shown once. */
    #showSoon() {
        if (this.#isPlanned) return;
        this.#isPlanned = true;
        setTimeout(() => {
            this.#isPlanned = false;
            this.#show();
        });
    }

    #show() {
        if (this.#leaving.signal.aborted) return;
        const room = this.chat.findRoom(this.room);
        if (room) this.surroundings.titled(roomName(room));
        if (room?.kind === "help") this.#showHelp();
        this.#turnToNew();
        const wasAtEnd = this.#isFirst || (this.lines.window.follows && this.scroll.isAtEnd);
        if (!wasAtEnd) this.lines.window.hold(this.lines.here);
        const { lines } = this.lines;
        this.#showNotes(lines.length > 0);
        this.#showState(lines.length === 0);
        const show = () => this.#showLines(lines);
        if (wasAtEnd) show();
        else this.scroll.around(show);
        if (lines.length > 0 && wasAtEnd) this.#scroll();
        if (lines.length > 0) this.#isFirst = false;
        this.#noteRead(lines);
    }

    /** Shows the first new line when the room is opened, also where it is far back. */
    #turnToNew() {
        const first = this.#isFirst && this.unreadFrom > 0 && this.lines.firstNew(this.unreadFrom);
        if (first) this.lines.window.toLine(this.lines.here, first.index);
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
        this.ends.show();
        const shown = new Map();
        const now = this.chat.now();
        const first = this.lines.firstNew(this.unreadFrom)?.id;
        let before = /** @type {Element | null} */ (null);
        for (const line of lines) {
            const written = JSON.stringify([line, line.id === first, new Date(now).toDateString()]);
            const known = this.#shown.get(line.id);
            const isSame = known?.written === written;
            const element = isSame ? known.element : this.#line(line, line.id === first, now);
            shown.set(line.id, { written, element });
            if (known && !isSame) known.element.replaceWith(element);
            const follows = before ? before.nextElementSibling : this.#list.firstElementChild;
            if (follows !== element) this.#list.insertBefore(element, follows);
            before = element;
        }
        const hadFocus = this.#list.contains(document.activeElement);
        for (const [id, { element }] of this.#shown) if (!shown.has(id)) element.remove();
        if (hadFocus && !this.#list.contains(document.activeElement)) this.#log.focus({ preventScroll: true });
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
                this.#show();
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

    /**
     * Shows other lines of the room. They are not news, so screen readers do not read them out.
     *
     * @param {() => void} turn
     */
    #turn(turn) {
        if (this.#isFirst) return;
        this.#log.setAttribute("aria-live", "off");
        setTimeout(() => this.#log.removeAttribute("aria-live"), SILENT_MS);
        turn();
        this.#show();
    }

    #toNewest() {
        this.#turn(() => this.lines.window.toNewest());
        this.scroll.toEnd();
        this.composer.text.focus({ preventScroll: true });
    }

    /** Shows the first new line when the room was opened, and else the last one. */
    #scroll() {
        const mark = this.#isFirst && this.#list.querySelector(".first-new");
        if (mark) this.scroll.toLine(mark);
        else this.scroll.follow();
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
