// Airplane mode: keeps the whole place on this device, says how old the copy is, and takes it away again.
import { forgetAtlas, keepAtlas, keptNote } from "../data/kept-atlas.js";
import { dropAnswers } from "../data/kept-guide.js";
import { PICTURE_BYTES, keptPictureBytes } from "../data/kept-pictures.js";
import { Latest } from "../data/latest.js";
import { screenHead } from "../sheet/screen.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { OutboxList } from "../shell/outbox-list.js";
import { skeleton } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText, sizeText } from "../text/quantities.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function offline(page) {
    return new OfflinePage(page);
}

/** The screen that keeps the place on this device, renews the copy and deletes it. */
class OfflinePage {
    stop = /** @type {const} */ ("half");
    #body = make("div", { class: "offline-body" });
    #latest = new Latest();
    #isFetching = false;

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

    /** Shows the download on this device. A running download stays on screen. */
    #show = async () => {
        if (this.#isFetching) return;
        if (!("caches" in window) || !("serviceWorker" in navigator)) {
            fill(this.#body, paragraph(say("offline.impossible")));
            return;
        }
        if (!this.#body.hasChildNodes()) fill(this.#body, skeleton());
        const found = await this.#latest.ask(undefined, (_, signal) =>
            Promise.all([keptNote(), this.#newestAbout(signal), keptPictureBytes()]),
        );
        if (!found) return;
        const [note, about, pictureBytes] = found.answer;
        if (!note) {
            fill(
                this.#body,
                paragraph(say("offline.text", { size: sizeText(about.atlas.bytes) })),
                this.hasGuide && paragraph(say("offline.guide", { size: sizeText(PICTURE_BYTES) })),
                buttons(main("offline.keep", this.#keep)),
            );
            return;
        }
        const isOnline = this.page.data.connection === "online";
        const isOld = isOnline && note.about.atlas.identity !== about.atlas.identity;
        const size = sizeText(note.bytes + pictureBytes);
        fill(
            this.#body,
            make(
                "p",
                { class: "kept" },
                icon("check"),
                make("span", {}, say("offline.kept", { ago: agoText(note.keptAt, this.page.now()), size })),
            ),
            isOld && paragraph(say("offline.newer")),
            buttons(
                isOld && main("offline.update", this.#keep),
                isOnline &&
                    this.hasGuide &&
                    !isOld &&
                    iconButton("refresh-cw", say("offline.renew"), () => this.#fetchAll(false)),
                iconButton("trash-2", say("offline.remove"), this.#remove),
            ),
        );
    };

    /**
     * The server's description of the place; without an answer, the one from when the page was opened.
     *
     * @param {AbortSignal} signal
     */
    async #newestAbout(signal) {
        return this.page.data.connection === "online"
            ? this.page.data.about(signal).catch(() => this.page.about)
            : this.page.about;
    }

    #keep = () => this.#fetchAll(true);

    /** @param {boolean} withMap whether the map is fetched too, or the guide alone. */
    async #fetchAll(withMap) {
        const stop = new AbortController();
        this.#isFetching = true;
        this.#latest.drop();
        const bar = make("progress", {
            max: this.page.about.atlas.bytes,
            value: 0,
            "aria-label": say("offline.fetching"),
        });
        const amount = make("span", { class: "digits" });
        let total = sizeText(this.page.about.atlas.bytes);
        const { signal } = stop;
        const progress = (/** @type {number} */ received) => {
            bar.value = received;
            amount.textContent = say("offline.progress", { received: sizeText(received), total });
        };
        progress(0);
        fill(
            this.#body,
            paragraph(say("offline.fetching")),
            bar,
            make("p", {}, amount),
            buttons(iconButton("x", say("action.cancel"), () => stop.abort())),
        );
        try {
            await pageIsKept();
            const about = await this.page.data.about(signal);
            bar.max = about.atlas.bytes;
            total = sizeText(about.atlas.bytes);
            if (withMap) await keepAtlas(about, { progress, signal, check: this.page.checkCopy });
            this.page.copyChanged();
            const isWhole = !this.hasGuide || (await this.#keepGuide(signal, { bar, amount }));
            if (!signal.aborted) this.page.notices.show(say(isWhole ? "offline.done" : "offline.guideFailed"));
        } catch (failure) {
            if (!signal.aborted) {
                console.info("keeping the place offline:", failure);
                this.page.notices.show(say("offline.failed"));
            }
        }
        this.#isFetching = false;
        await this.#show();
    }

    /**
     * Fetches the guide, and returns whether all of it came.
     *
     * @param {AbortSignal} signal
     * @param {{bar: HTMLProgressElement, amount: HTMLElement}} shown where the progress stands.
     */
    async #keepGuide(signal, { bar, amount }) {
        const progress = (/** @type {number} */ done, /** @type {number} */ count) => {
            bar.max = count;
            bar.value = done;
            amount.textContent = say("offline.guideProgress", { done, count });
        };
        try {
            await this.page.guide.keepWhole({ signal, progress });
            return true;
        } catch (failure) {
            console.info("keeping the guide offline:", failure);
            return false;
        }
    }

    #remove = async () => {
        await Promise.all([forgetAtlas(), dropAnswers(() => true)]);
        this.page.copyChanged();
        await this.#show();
    };

    leave() {
        this.page.data.removeEventListener("connection", this.#show);
        this.unsent.leave();
        this.#latest.drop();
    }
}

/** Waits until the page itself is kept. Throws when the browser could not. */
async function pageIsKept() {
    const registration = await navigator.serviceWorker.getRegistration();
    const keeper = registration?.active ?? registration?.waiting ?? registration?.installing;
    if (!keeper) throw new Error("the page itself is not kept");
    if (keeper.state === "activated") return;
    await new Promise((resolve, reject) => {
        keeper.addEventListener("statechange", () => {
            if (keeper.state === "activated") resolve(undefined);
            if (keeper.state === "redundant") reject(new Error("the page itself could not be kept"));
        });
    });
}

/** @param {string} text */
function paragraph(text) {
    return make("p", {}, text);
}

/** @param {...(HTMLElement | false | null)} all */
function buttons(...all) {
    return make("div", { class: "actions" }, ...all);
}

/**
 * @param {string} key
 * @param {() => void} press
 */
function main(key, press) {
    return iconButton("cloud-download", say(key), press, { class: "main" });
}
