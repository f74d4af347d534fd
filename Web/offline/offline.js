// Airplane mode: keeps the whole place on this device, says how old the copy is, and takes it away again.
import { forgetAtlas, keepAtlas, keptNote } from "../data/kept-atlas.js";
import { dropAnswers } from "../data/kept-guide.js";
import { PICTURE_BYTES, keptPictureBytes } from "../data/kept-pictures.js";
import { Latest } from "../data/latest.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { skeleton } from "../shell/trouble.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { agoText, sizeText } from "../text/quantities.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function offline(page) {
    const body = make("div", { class: "offline-body" });
    const element = make(
        "article",
        { class: "screen offline" },
        screenHead(say("offline.title"), page.about.name, () => page.views.close()),
        body,
    );
    const latest = new Latest();
    const hasGuide = page.about.features?.includes("guide") ?? false;
    let isFetching = false;

    /** Shows what is kept, unless it is just being fetched: then that is shown. */
    async function show() {
        if (isFetching) return;
        if (!("caches" in window) || !("serviceWorker" in navigator)) {
            fill(body, paragraph(say("offline.impossible")));
            return;
        }
        if (!body.hasChildNodes()) fill(body, skeleton());
        const found = await latest.ask(undefined, (_, signal) =>
            Promise.all([keptNote(), newestAbout(signal), keptPictureBytes()]),
        );
        if (!found) return;
        const [note, about, pictureBytes] = found.answer;
        if (!note) {
            fill(
                body,
                paragraph(say("offline.text", { size: sizeText(about.atlas.bytes) })),
                hasGuide && paragraph(say("offline.guide", { size: sizeText(PICTURE_BYTES) })),
                buttons(main("offline.keep", keep)),
            );
            return;
        }
        const isOnline = page.data.connection === "online";
        const isOld = isOnline && note.about.atlas.identity !== about.atlas.identity;
        const size = sizeText(note.bytes + pictureBytes);
        fill(
            body,
            make(
                "p",
                { class: "kept" },
                icon("check"),
                make("span", {}, say("offline.kept", { ago: agoText(note.keptAt, page.now()), size })),
            ),
            isOld && paragraph(say("offline.newer")),
            buttons(
                isOld && main("offline.update", keep),
                isOnline && hasGuide && !isOld && iconButton("refresh-cw", say("offline.renew"), () => fetchAll(false)),
                iconButton("trash-2", say("offline.remove"), remove),
            ),
        );
    }

    /**
     * The place as it is on the server now; while nobody answers, as it was when the page was opened.
     *
     * @param {AbortSignal} signal
     */
    async function newestAbout(signal) {
        return page.data.connection === "online" ? page.data.about(signal).catch(() => page.about) : page.about;
    }

    const keep = () => fetchAll(true);

    /** @param {boolean} withMap whether the map is fetched too, or the guide alone. */
    async function fetchAll(withMap) {
        const stop = new AbortController();
        isFetching = true;
        latest.drop();
        const bar = make("progress", { max: page.about.atlas.bytes, value: 0, "aria-label": say("offline.fetching") });
        const amount = make("span", { class: "digits" });
        let total = sizeText(page.about.atlas.bytes);
        const { signal } = stop;
        const progress = (/** @type {number} */ received) => {
            bar.value = received;
            amount.textContent = say("offline.progress", { received: sizeText(received), total });
        };
        progress(0);
        fill(
            body,
            paragraph(say("offline.fetching")),
            bar,
            make("p", {}, amount),
            buttons(iconButton("x", say("action.cancel"), () => stop.abort())),
        );
        try {
            await pageIsKept();
            const about = await page.data.about(signal);
            bar.max = about.atlas.bytes;
            total = sizeText(about.atlas.bytes);
            if (withMap) await keepAtlas(about, { progress, signal, check: page.checkCopy });
            page.copyChanged();
            const isWhole = await guideIsKept();
            if (!signal.aborted) page.notices.tell(say(isWhole ? "offline.done" : "offline.guideFailed"));
        } catch (failure) {
            if (!signal.aborted) {
                console.info("keeping the place offline:", failure);
                page.notices.tell(say("offline.failed"));
            }
        }
        isFetching = false;
        await show();

        async function guideIsKept() {
            if (!hasGuide) return true;
            const tell = (/** @type {number} */ done, /** @type {number} */ count) => {
                bar.max = count;
                bar.value = done;
                amount.textContent = say("offline.guideProgress", { done, count });
            };
            try {
                await page.guide.keepWhole({ signal, tell });
                return true;
            } catch (failure) {
                console.info("keeping the guide offline:", failure);
                return false;
            }
        }
    }

    async function remove() {
        await Promise.all([forgetAtlas(), dropAnswers(() => true)]);
        page.copyChanged();
        await show();
    }

    show();
    page.data.addEventListener("connection", show);
    return {
        element,
        stop: "half",
        leave() {
            page.data.removeEventListener("connection", show);
            latest.drop();
        },
    };
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
