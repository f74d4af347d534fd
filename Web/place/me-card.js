// The card of my own position: the address where I am, followed while I move.
import { metresBetween } from "../core/geodesy.js";
import { screenHead } from "../sheet/screen.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText, positionText } from "../text/quantities.js";
import { loopButton, reachButton, share } from "./actions.js";
import { AddressLine } from "./address-line.js";
import { factRow } from "./details.js";

/** A smaller move keeps the address. In metres. */
const SAME_ADDRESS_METRES = 10;

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function meCard(page) {
    const { position, views } = page;
    const address = new AddressLine(page.data);
    const facts = make("dl", { class: "facts" });
    const shareHere = () => {
        // The link leads to the point where I am now, not to wherever its reader is.
        if (position.fix) views.replace({ screen: "pin", position: position.fix.position });
        share(page, say("me.title"));
    };
    const element = make(
        "article",
        { class: "screen me-card" },
        screenHead(say("me.title"), address.element, () => views.close()),
        make(
            "div",
            { class: "actions" },
            reachButton(page, { me: true }),
            loopButton(page, { me: true }),
            iconButton("share-2", say("action.share"), shareHere),
        ),
        facts,
    );
    /** @type {Position | null} */
    let shown = null;

    function follow() {
        const { fix } = position;
        if (!fix) return;
        fill(
            facts,
            position.isSimulated &&
                factRow("info", say("me.source"), say(position.isOfSign ? "sign.source" : "me.simulated")),
            factRow("locate", say("me.accuracy"), say("me.within", { distance: distanceText(fix.accuracy) })),
            factRow(
                "map-pin",
                say("place.position"),
                make("span", { class: "digits", dir: "ltr" }, positionText(fix.position)),
            ),
        );
        if (shown && metresBetween(shown, fix.position) < SAME_ADDRESS_METRES) return;
        shown = fix.position;
        address.show(fix.position);
    }

    position.addEventListener("change", follow);
    page.locating.wish().then((fix) => fix === null && views.current.screen === "me" && views.close());
    follow();
    return {
        element,
        stop: "half",
        leave() {
            position.removeEventListener("change", follow);
            address.leave();
        },
    };
}
