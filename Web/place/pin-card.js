// The card of a dropped pin: its address, and the walk there, drawn at once.
import { make } from "../shell/make.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { positionText } from "../text/quantities.js";
import { actionBar } from "./actions.js";
import { AddressLine } from "./address-line.js";
import { factRow } from "./details.js";
import { WalkRow } from "./walk-row.js";

/**
 * @param {Page} page
 * @param {{position: Position, name?: string}} view
 * @returns {SheetScreen}
 */
export function pinCard(page, { position, name }) {
    const title = name ?? say("pin.title");
    const address = new AddressLine(page.data);
    const walk = new WalkRow(page, position, true);
    const element = make(
        "article",
        { class: "screen pin" },
        screenHead(title, address.element, () => page.views.close()),
        walk.element,
        actionBar(page, { position, name }, title),
        make(
            "dl",
            { class: "facts" },
            factRow(
                "map-pin",
                say("place.position"),
                make("span", { class: "digits", dir: "ltr" }, positionText(position)),
            ),
        ),
    );
    address.show(position);
    page.marks.select(position, "pin");
    page.camera.keepClear(position);
    return {
        element,
        stop: "half",
        leave() {
            address.leave();
            walk.leave();
            page.marks.select(null);
        },
    };
}
