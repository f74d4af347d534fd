// The list of the items in the outbox, each with its state and its actions.
import { refusalOf } from "../data/outbox-failures.js";
import { say } from "../text/catalogue.js";
import { agoText, timeText } from "../text/quantities.js";
import { fill, iconButton, make } from "./make.js";
import { countText } from "./outbox-notice.js";
import { failureText } from "./trouble.js";

/** Shows the items of the account that is logged in. The list is hidden while there are none. */
export class OutboxList {
    #list = make("ul", {});
    #section = make("section", { class: "outbox", hidden: true }, make("h3", {}, say("outbox.title")), this.#list);
    /** Says the new states of the items, once for all that change together. It exists before its words. */
    #status = make("p", { class: "spoken", role: "status" });
    element = make("div", { class: "outbox-part" }, this.#section, this.#status);
    /**
     * The state of each item that was said or shown last, by key; null before the first look.
     *
     * @type {Map<string, OutboxItem["state"]> | null}
     */
    #known = null;

    /**
     * @param {Pick<Page, "outbox" | "notices" | "now">} page
     * @param {{kinds: OutboxItem["kind"][], edit?: (item: OutboxItem) => void}} options which items it shows, and a
     *   function that puts an item back into its form.
     */
    constructor(page, { kinds, edit }) {
        this.page = page;
        this.kinds = kinds;
        this.edit = edit;
        page.outbox.addEventListener("change", this.#show);
        this.#show();
    }

    #show = () => {
        const items = this.page.outbox.shown.filter(({ kind }) => this.kinds.includes(kind));
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.outbox;
        fill(this.#list, ...items.map((item) => this.#row(item)));
        this.#section.hidden = items.length === 0;
        if (focused)
            /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-outbox="${focused}"]`))?.focus();
        this.#sayChanges(items);
    };

    /**
     * Says the new state of an item, or how many items there are when several changed. A try that changes nothing is
     * silent.
     *
     * @param {OutboxItem[]} items
     */
    #sayChanges(items) {
        const known = this.#known;
        const changed = items.filter(({ key, state }) => state !== "sending" && known?.get(key) !== state);
        this.#known = new Map(
            items.map(({ key, state }) => [key, state === "sending" ? (known?.get(key) ?? state) : state]),
        );
        if (!known || changed.length === 0) return;
        const [first] = changed;
        fill(this.#status, changed.length > 1 ? countText(items) : `${wordsOf(first)} · ${stateText(first)}`);
    }

    /** @param {OutboxItem} item */
    #row(item) {
        const { key, state, writtenAt, tries } = item;
        const { outbox } = this.page;
        const button = (/** @type {string} */ drawing, /** @type {string} */ label, /** @type {() => void} */ press) =>
            iconButton(drawing, label, press, { "data-outbox": `${drawing} ${key}` });
        // The server may have a post whose answer was lost: written anew, it would be there twice.
        const mayEdit = this.edit && (state === "refused" || tries === 0);
        const time = new Date(writtenAt).toISOString();
        return make(
            "li",
            { "data-state": state },
            make("p", { class: "message short", dir: "auto" }, wordsOf(item)),
            make(
                "p",
                { class: "quiet" },
                make("time", { datetime: time, title: timeText(time) }, agoText(writtenAt, this.page.now())),
                ` · ${stateText(item)}`,
            ),
            state !== "sending" &&
                make(
                    "div",
                    { class: "post-actions" },
                    state === "refused" &&
                        button("refresh-cw", say("action.tryAgain"), () => void outbox.tryAgain(key)),
                    mayEdit && button("pencil", say("outbox.edit"), () => this.edit?.(item)),
                    button("trash-2", say("outbox.delete"), () => this.#remove(item)),
                ),
        );
    }

    /** @param {OutboxItem} item */
    async #remove({ key, tries, state }) {
        const text = say(tries > 0 && state === "waiting" ? "outbox.deleteTried" : "outbox.deleteText");
        const question = { title: say("outbox.delete"), text, yes: say("outbox.delete") };
        if (await this.page.notices.ask(question)) await this.page.outbox.take(key);
    }

    leave() {
        this.page.outbox.removeEventListener("change", this.#show);
    }
}

/** @param {OutboxItem} item */
function wordsOf({ kind, body, about = "", picture }) {
    if (kind === "queue") return say("outbox.queue", { minutes: body.minutes, place: about });
    if (kind === "vote") return say(body.isFor ? "outbox.vote" : "outbox.voteBack", { work: about });
    return body.message || say("outbox.picture", { text: picture?.text ?? "" }).trim();
}

/** @param {OutboxItem} item */
function stateText(item) {
    if (item.state === "sending") return say("outbox.sending");
    if (item.state === "waiting") return say("outbox.waiting");
    return say("outbox.refused", { reason: failureText(refusalOf(item)) });
}
