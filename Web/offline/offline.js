// The screen that keeps the place on this device: the downloads with their sizes, the running one, and the copy on this
// device, complete or not.
import { dropAnswers } from "../data/kept-guide.js";
import { fetchPack, forgetPack, freeSpace } from "../data/kept-pack.js";
import { PICTURE_BYTES, keptPictureBytes } from "../data/kept-pictures.js";
import { Latest } from "../data/latest.js";
import { canDecode } from "../data/pack-object.js";
import { missingAmount, packState } from "../data/pack-store.js";
import { screenHead } from "../sheet/screen.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { OutboxList } from "../shell/outbox-list.js";
import { skeleton } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText, sizeText } from "../text/quantities.js";
import { Download } from "./download.js";
import { packChoice } from "./pack-choice.js";

/** @typedef {import("../data/pack-store.js").PackContent} PackContent */
/** @typedef {import("../data/pack-store.js").Amount} Amount */
/**
 * @typedef {Record<PackContent, {pack: Pack, missing: Amount}>} Offers the packs of the server, and the amount of each
 *   that is not on this device.
 */
/**
 * @typedef {Awaited<ReturnType<typeof packState>> & {
 *   offers: Offers | null, pictureBytes: number, free: number | null, isPromised: boolean,
 * }} Found `offers` is null without an answer of the server; `isPromised` when the browser promised to keep it.
 */

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function offline(page) {
    return new OfflinePage(page);
}

class OfflinePage {
    stop = /** @type {const} */ ("half");
    #body = make("div", { class: "offline-body" });
    #latest = new Latest();
    /**
     * The download on screen.
     *
     * @type {Download | null}
     */
    #shown = null;
    #left = false;
    /** @type {PackContent} the content that a visitor chose last. */
    #wanted = "all";

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        this.unsent = new OutboxList(page, { kinds: ["post", "queue", "vote"] });
        this.element = make(
            "article",
            { class: "screen offline" },
            screenHead(say("offline.title"), page.about.name, () => this.page.views.close()),
            this.unsent.element,
            this.#body,
        );
        this.hasGuide = page.about.features?.includes("guide") ?? false;
        this.#show();
        page.data.addEventListener("connection", this.#show);
    }

    /** Shows the running download, or the copy on this device and the packs of the server. */
    #show = async () => {
        if (this.#left) return;
        if (this.page.download) return this.#follow(this.page.download);
        if (!("caches" in window) || !("serviceWorker" in navigator)) return this.#fill(text("offline.impossible"));
        if (!canDecode()) return this.#fill(text("offline.tooOld"));
        if (!this.#body.hasChildNodes()) this.#fill(skeleton());
        const found = await this.#latest.ask(undefined, (_, signal) => this.#look(signal));
        if (found) this.#fill(...this.#parts(found.answer));
    };

    /** @param {Download} download */
    async #follow(download) {
        if (this.#shown === download) return;
        this.#shown = download;
        this.#latest.drop();
        this.#fill(download.element);
        await download.ended;
        await this.#show();
    }

    /**
     * @param {AbortSignal} signal
     * @returns {Promise<Found>}
     */
    async #look(signal) {
        const [state, pictureBytes, free, isPromised, offers] = await Promise.all([
            packState(),
            keptPictureBytes(),
            freeSpace(),
            navigator.storage?.persisted?.() ?? false,
            this.#offers(signal),
        ]);
        return { ...state, pictureBytes, free, isPromised, offers };
    }

    /**
     * @param {AbortSignal} signal
     * @returns {Promise<Offers | null>}
     */
    async #offers(signal) {
        if (this.page.data.connection !== "online") return null;
        const offer = async (/** @type {PackContent} */ content) => {
            const pack = await fetchPack(content, signal);
            return { pack, missing: await missingAmount(pack) };
        };
        try {
            const [all, walking] = await Promise.all([offer("all"), offer("walking")]);
            return { all, walking };
        } catch (failure) {
            if (signal.aborted) throw failure;
            console.info("the list of the offline copy did not come:", failure);
            return null;
        }
    }

    /** @param {Found} found */
    #parts(found) {
        if (found.note && found.missing.bytes > 0)
            return this.#incomplete(found.missing, found.note.pack.content, "gone");
        if (found.note) return this.#keptParts(found, found.note);
        if (found.begun) return this.#incomplete(found.begun.missing, found.begun.content, "begun");
        return this.#newParts(found);
    }

    /**
     * Nothing is here: the choice with its sizes.
     *
     * @param {Found} found
     */
    #newParts({ offers, free }) {
        if (!offers)
            return [text("offline.unknown"), buttons(iconButton("refresh-cw", say("action.tryAgain"), this.#askAgain))];
        const choice = packChoice(offers, this.#wanted, (content) => {
            this.#wanted = content;
            hint.hidden = !this.#isTooLarge(offers, free);
        });
        const hint = text("offline.noSpace", { free: sizeText(free ?? 0) });
        hint.hidden = !this.#isTooLarge(offers, free);
        return [
            text("offline.text"),
            choice,
            this.hasGuide && text("offline.guide", { size: sizeText(PICTURE_BYTES) }),
            hint,
            buttons(main("offline.keep", () => this.#keep(this.#wanted))),
        ];
    }

    /** Asks the server even if it did not answer a moment ago. */
    #askAgain = async () => {
        this.page.data.retry();
        await this.page.data.about().catch((failure) => console.info("the server does not answer:", failure));
        await this.#show();
    };

    /** @param {Offers} offers @param {number | null} free */
    #isTooLarge(offers, free) {
        return free !== null && offers[this.#wanted].missing.bytes > free;
    }

    /**
     * A download that was interrupted, or a copy of which the browser deleted parts.
     *
     * @param {Amount} missing @param {PackContent} content @param {'begun' | 'gone'} cause
     */
    #incomplete(missing, content, cause) {
        return [
            text(`offline.${cause}`, { size: sizeText(missing.packed) }),
            buttons(
                main("offline.continue", () => this.#keep(content)),
                iconButton("trash-2", say("offline.remove"), this.#remove),
            ),
        ];
    }

    /**
     * A complete copy.
     *
     * @param {Found} found @param {import("../data/pack-store.js").Note} note
     */
    #keptParts({ offers, pictureBytes, isPromised, begun }, note) {
        const { content, identity, bytes } = note.pack;
        const isOld = offers !== null && offers.all.pack.identity !== identity;
        const lacksGuide = this.hasGuide && note.hasGuide === false;
        const size = sizeText(bytes + pictureBytes);
        return [
            make(
                "p",
                { class: "kept" },
                icon("check"),
                make("span", {}, say("offline.kept", { ago: agoText(note.keptAt, this.page.now()), size })),
            ),
            text(`offline.has.${content}`),
            begun && text("offline.begun", { size: sizeText(begun.missing.packed) }),
            isOld && !begun && text("offline.newer", { size: sizeText(offers[content].missing.packed) }),
            lacksGuide && text("offline.lacksGuide"),
            text(isPromised ? "offline.promised" : "offline.notPromised"),
            buttons(
                begun && main("offline.continue", () => this.#keep(begun.content)),
                isOld && !begun && main("offline.update", () => this.#keep(content)),
                offers && content === "walking" && !begun && this.#moreButton(offers),
                offers && this.hasGuide && !isOld && iconButton("refresh-cw", say("offline.renew"), this.#renewGuide),
                iconButton("trash-2", say("offline.remove"), this.#remove),
            ),
        ];
    }

    /** @param {Offers} offers */
    #moreButton({ all }) {
        const label = say("offline.more", { size: sizeText(all.missing.packed) });
        return iconButton("cloud-download", label, () => this.#keep("all"));
    }

    /** @param {PackContent | null} content null for the guide alone. */
    #keep(content) {
        new Download(this.page, this.hasGuide).start(content);
        return this.#show();
    }

    #renewGuide = () => this.#keep(null);

    #remove = async () => {
        try {
            await forgetPack();
            await dropAnswers(() => true);
        } catch (failure) {
            // Another tab holds it.
            console.info("the offline copy was not removed:", failure);
            this.page.notices.show(say("offline.busy"));
        }
        this.page.copyChanged();
        await this.#show();
    };

    /**
     * Shows other parts. The focus stays on this screen: its button may be gone.
     *
     * @param {...(import("../shell/make.js").Child)} parts
     */
    #fill(...parts) {
        const hadFocus = this.#body.contains(document.activeElement);
        fill(this.#body, ...parts);
        if (hadFocus) /** @type {HTMLElement | null} */ (this.#body.querySelector("button, input"))?.focus();
    }

    leave() {
        this.#left = true;
        this.page.data.removeEventListener("connection", this.#show);
        this.unsent.leave();
        this.#latest.drop();
    }
}

/** @param {string} key @param {Record<string, string>} [values] */
function text(key, values) {
    return make("p", {}, say(key, values));
}

/** @param {...(HTMLElement | false | null)} all */
function buttons(...all) {
    return make("div", { class: "actions" }, ...all);
}

/** @param {string} key @param {() => void} press */
function main(key, press) {
    return iconButton("cloud-download", say(key), press, { class: "main" });
}
