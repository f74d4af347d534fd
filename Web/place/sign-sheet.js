// "You are here": a sheet to hang up at a place, with a code that opens the place and says "I am here".
import { isOnlyHere } from "../address/loopback.js";
import { at } from "../address/root.js";
import { make } from "../shell/make.js";
import { Paper } from "../shell/paper.js";
import { say } from "../text/catalogue.js";
import { positionText } from "../text/quantities.js";

/** Paper does not wait longer for its code. */
const PATIENCE_MS = 3_000;

/**
 * Prints a sign for a place.
 *
 * @param {Page} page
 * @param {{position: Position, name: string}} place `name` is the place's name or address.
 */
export async function printSign({ about, notices, views }, { position, name }) {
    const { host, origin } = window.location;
    if (isOnlyHere()) notices.show(say("venue.codeLocal", { host }));
    const path = views.pathOf({ screen: "here", position });
    const code = make("img", {
        class: "code",
        alt: say("sign.code"),
        src: at(`/api/v1/codes?path=${encodeURIComponent(path)}`),
    });
    const late = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
    try {
        await Promise.race([code.decode(), late]);
    } catch {
        notices.show(say("venue.noCode"));
        return;
    }
    const paper = new Paper(() =>
        make(
            "article",
            { class: "paper sign" },
            make("h2", {}, say("sign.here")),
            make("p", { class: "place", dir: "auto" }, name),
            code,
            make("p", {}, say("sign.scan")),
            make(
                "footer",
                {},
                `${about.name} · `,
                make("span", { dir: "ltr" }, positionText(position)),
                make("br", {}),
                make("span", { dir: "ltr" }, origin + path),
            ),
        ),
    );
    paper.lay();
    window.addEventListener("afterprint", () => paper.leave(), { once: true });
    window.print();
}
