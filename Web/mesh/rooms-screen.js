// The rooms of the place, with what is unread; and the ways to the nodes and to what this phone can do.
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { blockedAuthors, unblock } from "./blocked.js";
import { keyPicture } from "./key-picture.js";
import { LogInForm } from "./log-in-form.js";
import { roomName, timeText } from "./words.js";

export class RoomsScreen {
    #leaving = new AbortController();
    #list = make("div", {});
    #notes = make("div", { class: "chat-notes" });
    #blocked = make("div", {});
    #mail = make("span", {});
    /** It keeps what was typed, whatever else changes on the screen. */
    #logIn = make("div", {});
    /** What is shown, so that an equal list is not made again under the reader's finger. */
    #shown = "";

    /**
     * @param {import("./chat.js").Chat} chat
     * @param {import("./open.js").Surroundings} surroundings
     */
    constructor(chat, surroundings) {
        this.chat = chat;
        this.surroundings = surroundings;
        surroundings.titled("");
        const go = (/** @type {View} */ view) => () => surroundings.open(view);
        this.element = make(
            "div",
            { class: "chat-rooms" },
            this.#logIn,
            this.#notes,
            this.#list,
            make(
                "div",
                { class: "actions" },
                this.#mail,
                iconButton("siren", say("help.title"), go({ screen: "help" })),
                iconButton("network", say("nodes.title"), go({ screen: "nodes" })),
                iconButton("smartphone", say("check.title"), go({ screen: "phone" })),
            ),
            this.#blocked,
        );
        const { signal } = this.#leaving;
        chat.addEventListener("change", () => this.#show(), { signal });
        chat.addEventListener("lines", () => chat.askForRooms(), { signal });
        this.#show();
        this.#showBlocked();
        chat.askForRooms();
    }

    leave() {
        this.#leaving.abort();
    }

    #show() {
        const { chat } = this;
        const { rooms, failure, isOnline, isAsking, ability } = chat;
        const mail = chat.mailbox?.unread ?? 0;
        const needsLogIn = chat.carrier?.needsLogIn ?? false;
        const shown = JSON.stringify([rooms, String(failure), isOnline, isAsking, mail, needsLogIn]);
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.#mailLabel(mail);
        this.#showLogIn(needsLogIn);
        fill(
            this.#notes,
            ability !== "signs" && note(say(`guest.${ability}`)),
            rooms &&
                !isOnline &&
                !isAsking &&
                !needsLogIn &&
                note(say(ability === "signs" ? "offline" : "offline.guest")),
        );
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.room;
        if (rooms) fill(this.#list, this.#rooms(rooms));
        else if (failure)
            fill(
                this.#list,
                this.surroundings.trouble(failure, () => chat.askForRooms()),
            );
        else fill(this.#list, this.surroundings.skeleton());
        const again = focused && this.#list.querySelector(`[data-room="${focused}"]`);
        if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
    }

    /** @param {boolean} isNeeded */
    #showLogIn(isNeeded) {
        const { carrier } = this.chat;
        const isThere = this.#logIn.childElementCount > 0;
        if (isThere === isNeeded) return;
        if (!isNeeded || !carrier) {
            fill(this.#logIn);
            // The node answers this person now.
            this.chat.askForRooms();
            return;
        }
        fill(this.#logIn, new LogInForm(carrier, this.surroundings, say("logIn.why")).element);
    }

    /** @param {number} unread */
    #mailLabel(unread) {
        const had = this.#mail.contains(document.activeElement);
        const label = unread > 0 ? say("mail.unread", { count: unread }) : say("mail.title");
        fill(
            this.#mail,
            iconButton("mail", label, () => this.surroundings.open({ screen: "mail" })),
        );
        if (had) this.#mail.querySelector("button")?.focus({ preventScroll: true });
    }

    /** @param {import("./chat.js").Room[]} rooms */
    #rooms(rooms) {
        if (rooms.length === 0) return make("p", { class: "empty" }, say("rooms.empty"));
        return make("ul", { class: "chat-room-list" }, ...rooms.map((room) => make("li", {}, this.#room(room))));
    }

    /** @param {import("./chat.js").Room} room */
    #room(room) {
        const { unread, lastTime } = room;
        const mark =
            unread === null
                ? make("span", { class: "unread" }, say("rooms.new"))
                : unread > 0 && make("span", { class: "unread" }, say("rooms.unread", { count: unread }));
        const last =
            lastTime > 0 ? say("rooms.last", { time: timeText(lastTime, this.chat.now()) }) : say("rooms.quiet");
        return make(
            "button",
            {
                type: "button",
                class: "chat-room",
                "data-room": room.id,
                on: { click: () => this.surroundings.open({ screen: "chat", room: room.id }) },
            },
            make("span", { class: "room-name", dir: "auto" }, roomName(room)),
            make("span", { class: "quiet" }, last),
            mark,
        );
    }

    #showBlocked() {
        const blocked = Object.entries(blockedAuthors());
        if (blocked.length === 0) return fill(this.#blocked);
        const free = (/** @type {string} */ key) => () => {
            unblock(key);
            this.chat.blockedChanged();
            this.#showBlocked();
            this.element.querySelector("button")?.focus();
        };
        fill(
            this.#blocked,
            make("h3", {}, say("blocked.title")),
            make(
                "ul",
                { class: "chat-blocked" },
                ...blocked.map(([key, name]) =>
                    make(
                        "li",
                        {},
                        make("bdi", {}, name || say("author.none")),
                        keyPicture(key),
                        make(
                            "button",
                            {
                                type: "button",
                                class: "button",
                                "aria-label": say("blocked.undoOf", { name: name || say("author.none") }),
                                on: { click: free(key) },
                            },
                            say("blocked.undo"),
                        ),
                    ),
                ),
            ),
        );
    }
}

/** @param {string} text */
const note = (text) => make("p", { class: "remark" }, text);
