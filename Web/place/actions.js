// The buttons for a place: walk there, share it, call, open its site.
import { USUAL } from "../data/loop-length.js";
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * @param {Page} page
 * @param {End} to
 * @param {string} title
 * @param {...(HTMLElement | null)} more
 */
export function actionBar(page, to, title, ...more) {
    return make(
        "div",
        { class: "actions" },
        iconButton(
            "navigation",
            say("action.directions"),
            () => page.views.open({ screen: "directions", from: { me: true }, to }),
            { class: "main", "data-key": "d" },
        ),
        ...more,
        iconButton("binoculars", say("action.ar"), () => page.views.open({ screen: "ar", to })),
        iconButton("share-2", say("action.share"), () => share(page, title)),
        reachButton(page, to),
        loopButton(page, to),
    );
}

/**
 * Returns the button that shows the places within reach of a place.
 *
 * @param {Page} page
 * @param {End} from
 */
export function reachButton({ views }, from) {
    return iconButton("clock", say("action.reach"), () => views.open({ screen: "reach", from }));
}

/**
 * Opens round walks from a place.
 *
 * @param {Page} page
 * @param {End} from
 */
export function loopButton({ views }, from) {
    return iconButton("refresh-cw", say("action.loop"), () => views.open({ screen: "loop", from, length: USUAL }));
}

/**
 * Shares a link to the current view: by the system where it can, else by the clipboard.
 *
 * @param {Page} page
 * @param {string} title
 */
export async function share({ views, notices }, title) {
    const url = views.shareAddress;
    if (navigator.share) {
        await navigator.share({ title, url }).catch(() => {}); // Closing the system's sheet is no failure.
        return;
    }
    try {
        await navigator.clipboard.writeText(url);
        notices.show(say("share.copied"));
    } catch {
        // Without a secure connection there is no clipboard; the address bar shows the same link.
        notices.show(say("share.fromBar"));
    }
}
