// Airplane mode: keeps the whole place on this device, says how old the copy is, and takes it away again.
import { forgetAtlas, keepAtlas, keptNote } from "../data/kept-atlas.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
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
    /** @type {AbortController | null} */
    let fetching = null;

    async function show() {
        if (!("caches" in window) || !("serviceWorker" in navigator)) {
            fill(body, paragraph(say("offline.impossible")));
            return;
        }
        const note = await keptNote();
        if (!note) {
            fill(
                body,
                paragraph(say("offline.text", { size: sizeText(page.about.atlas.bytes) })),
                buttons(main("offline.keep", keep)),
            );
            return;
        }
        const isOld = page.data.connection === "online" && note.about.atlas.identity !== page.about.atlas.identity;
        fill(
            body,
            make(
                "p",
                { class: "kept" },
                icon("check"),
                make(
                    "span",
                    {},
                    say("offline.kept", { ago: agoText(note.keptAt, page.now()), size: sizeText(note.bytes) }),
                ),
            ),
            isOld && paragraph(say("offline.newer")),
            buttons(isOld && main("offline.update", keep), iconButton("trash-2", say("offline.remove"), remove)),
        );
    }

    async function keep() {
        const stop = new AbortController();
        fetching = stop;
        const bar = make("progress", { max: page.about.atlas.bytes, value: 0, "aria-label": say("offline.fetching") });
        const amount = make("span", { class: "digits" });
        const total = sizeText(page.about.atlas.bytes);
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
            const about = await page.data.about();
            await keepAtlas(about, { progress, signal: stop.signal, check: page.checkCopy });
            page.copyChanged();
            page.notices.tell(say("offline.done"));
        } catch (failure) {
            if (!stop.signal.aborted) {
                console.info("keeping the place offline:", failure);
                page.notices.tell(say("offline.failed"));
            }
        }
        if (fetching === stop) fetching = null;
        await show();
    }

    async function remove() {
        await forgetAtlas();
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
