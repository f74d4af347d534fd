// The screen behind the code of a sign: a reader who scans it is here, even if the device does not know its position.
import { icon, iconButton, make } from "../shell/make.js";
import { screenHead } from "../sheet/screen.js";
import { say } from "../text/catalogue.js";
import { loopButton, reachButton, share } from "./actions.js";
import { AddressLine } from "./address-line.js";

/**
 * @param {Page} page
 * @param {{position: Position}} view
 * @returns {SheetScreen}
 */
export function hereCard(page, { position }) {
    const { views, simulation, camera, position: mine } = page;
    const address = new AddressLine(page.data);
    // A device that knows its position notices when its owner walks on.
    if (!mine.isAllowed) simulation.sign(position);
    const element = make(
        "article",
        { class: "screen me-card" },
        screenHead(say("sign.here"), address.element, () => views.close()),
        make(
            "p",
            { class: "remark" },
            icon("signpost"),
            make("span", {}, say(mine.isAllowed ? "sign.device" : "sign.text")),
        ),
        make(
            "div",
            { class: "actions" },
            reachButton(page, { me: true }),
            loopButton(page, { me: true }),
            shareButton(),
        ),
    );

    function shareButton() {
        return iconButton("share-2", say("action.share"), () => {
            // The link leads to the place: a reader who opens it may be somewhere else.
            views.replace({ screen: "pin", position });
            share(page, say("pin.title"));
        });
    }

    address.show(position);
    camera.showChosen(position, null);
    return { element, stop: "half", leave: () => address.leave() };
}
