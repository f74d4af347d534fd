// The card of a dropped pin: its address, and the walk there, drawn at once.
import { pointID } from "../data/kept-places.js";
import { screenHead } from "../sheet/screen.js";
import { icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { positionText } from "../text/quantities.js";
import { actionBar } from "./actions.js";
import { AddressLine } from "./address-line.js";
import { factRow } from "./details.js";
import { PlusCodeRow } from "./plus-code.js";
import { saveButton } from "./save-button.js";
import { printSign } from "./sign-sheet.js";
import { WalkRow } from "./walk-row.js";

/**
 * @param {Page} page
 * @param {PinView} view
 * @returns {SheetScreen}
 */
export function pinCard(page, { position, name, estimated }) {
    const title = name ?? say("pin.title");
    /** @type {string | null} */
    let label = null;
    const code = new PlusCodeRow(page);
    const address = new AddressLine(page.data, (newLabel, answer) => {
        label = newLabel;
        code.show(answer);
    });
    /** @type {() => Found} */
    const kept = () => ({
        id: pointID(position),
        type: "position",
        name: name ?? label ?? positionText(position),
        label: name && label ? label : undefined,
        estimated,
        ...position,
    });
    const walk = new WalkRow(page, position, true);
    const sign = iconButton(
        "signpost",
        say("sign.short"),
        () => printSign(page, { position, name: name ?? label ?? positionText(position) }),
        { "aria-label": say("sign.print") },
    );
    const help =
        page.about.features?.includes("mesh") &&
        iconButton("siren", say("help.ask"), () => page.views.open({ screen: "help", at: position }));
    const written = make("span", { class: "digits", dir: "ltr" }, positionText(position));
    const facts = make("dl", { class: "facts" }, factRow("map-pin", say("place.position"), written), code.element);
    const element = make(
        "article",
        { class: "screen pin" },
        screenHead(title, address.element, () => page.views.close()),
        estimated && make("p", { class: "remark" }, icon("info"), say("pin.estimated")),
        walk.element,
        actionBar(page, { position, name }, title, saveButton(page, kept)),
        facts,
    );
    // With the others: more of the map stays in sight.
    element.querySelector(".actions")?.append(...(help ? [help] : []), sign);
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
