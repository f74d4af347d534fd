// A download: its progress on screen, the button that stops it, and the notice about its end. The page holds it while
// it runs, so that it goes on when its reader leaves the screen.
import { Busy, keepPack, NoSpace } from "../data/kept-pack.js";
import { unlessAborted } from "../data/pause.js";
import { Unpacking } from "../data/unpacking.js";
import { noteGuide } from "../data/pack-store.js";
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { sizeText } from "../text/quantities.js";

export class Download {
    #stop = new AbortController();
    #bar = make("progress", { max: 1, "aria-label": say("offline.fetching") });
    #amount = make("span", { class: "digits" });
    /** Settles when the download has ended, in whatever way. */
    ended = Promise.resolve();
    element = make(
        "div",
        { class: "offline-body" },
        make("p", {}, say("offline.fetching")),
        this.#bar,
        make("p", {}, this.#amount),
        make(
            "div",
            { class: "actions" },
            iconButton("x", say("action.cancel"), () => this.#stop.abort()),
        ),
    );

    /**
     * @param {Page} page
     * @param {boolean} hasGuide whether the place has a guide.
     */
    constructor(page, hasGuide) {
        this.page = page;
        this.hasGuide = hasGuide;
    }

    /**
     * Begins. Downloads the map and the guide, or the guide alone.
     *
     * @param {import("../data/pack-store.js").PackContent | null} content null for the guide alone.
     */
    start(content) {
        this.page.download = this;
        this.ended = this.#run(content);
    }

    /** @param {import("../data/pack-store.js").PackContent | null} content */
    async #run(content) {
        try {
            const outcome = await (content ? this.#everything(content) : this.#guideAlone());
            if (outcome) this.page.notices.show(outcome);
        } catch (failure) {
            this.page.notices.show(reasonOf(failure));
        } finally {
            this.page.download = null;
        }
    }

    /**
     * Downloads the missing parts of the map and the guide. Returns the notice; null after *Cancel*.
     *
     * @param {import("../data/pack-store.js").PackContent} content
     */
    async #everything(content) {
        const { signal } = this.#stop;
        const unpacking = new Unpacking();
        try {
            await pageIsKept(signal);
            // The browser decides by itself, or asks; the screen says which.
            await unlessAborted(navigator.storage?.persist?.(), signal);
            await keepPack(content, {
                signal,
                progress: (received, total) => this.#show(received, total, inBytes(received, total)),
                contentOf: (packed, object) => unpacking.contentOf(packed, object),
                check: this.page.checkCopy,
                about: (asked) => this.#newestAbout(asked),
            });
            this.page.copyChanged();
        } catch (failure) {
            return signal.aborted ? null : reasonOf(failure);
        } finally {
            unpacking.close();
        }
        return this.#guideAlone();
    }

    /**
     * Asks the server, even if it did not answer a moment ago.
     *
     * @param {AbortSignal} signal
     */
    #newestAbout(signal) {
        this.page.data.retry();
        return this.page.data.about(signal);
    }

    /** Downloads the guide. Returns the notice; null after *Cancel*. */
    async #guideAlone() {
        const { signal } = this.#stop;
        let isWhole = !this.hasGuide || (await this.#keepGuide(signal));
        try {
            await noteGuide(isWhole);
        } catch (failure) {
            console.info("the end of the download was not noted:", failure);
            isWhole = !this.hasGuide;
        }
        if (signal.aborted) return null;
        return say(isWhole ? "offline.done" : "offline.guideFailed");
    }

    /** @param {AbortSignal} signal */
    async #keepGuide(signal) {
        try {
            await this.page.guide.keepWhole({
                signal,
                progress: (done, count) => this.#show(done, count, say("offline.guideProgress", { done, count })),
            });
            return true;
        } catch (failure) {
            console.info("keeping the guide offline:", failure);
            return false;
        }
    }

    /** @param {number} done @param {number} total @param {string} words */
    #show(done, total, words) {
        this.#bar.max = Math.max(total, 1);
        this.#bar.value = done;
        this.#amount.textContent = words;
    }
}

/** @param {number} received @param {number} total */
function inBytes(received, total) {
    return say("offline.progress", { received: sizeText(received), total: sizeText(total) });
}

/** @param {unknown} failure */
function reasonOf(failure) {
    console.info("keeping the place offline:", failure);
    if (failure instanceof Busy) return say("offline.busy");
    if (failure instanceof NoSpace)
        return say("offline.needs", { needed: sizeText(failure.needed), free: sizeText(failure.free) });
    return say("offline.failed");
}

/**
 * Waits until the page itself is kept. Throws when the browser could not, and when `signal` ends the wait.
 *
 * @param {AbortSignal} signal
 */
async function pageIsKept(signal) {
    const registration = await navigator.serviceWorker.getRegistration();
    const keeper = registration?.active ?? registration?.waiting ?? registration?.installing;
    if (!keeper) throw new Error("the page itself is not kept");
    signal.throwIfAborted();
    if (keeper.state === "activated") return;
    await new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        keeper.addEventListener("statechange", () => {
            if (keeper.state === "activated") resolve(undefined);
            if (keeper.state === "redundant") reject(new Error("the page itself could not be kept"));
        });
    });
}
