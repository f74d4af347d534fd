// Shows a notice while something of this account waits in the outbox, and where to find it.
import { say } from "../text/catalogue.js";

/** @param {Pick<Page, "outbox" | "notices" | "views">} page */
export function watchOutbox({ outbox, notices, views }) {
    const show = { label: say("outbox.show"), press: () => views.open({ screen: "offline" }) };
    let said = "";
    outbox.addEventListener("change", () => {
        const items = outbox.shown;
        const refused = items.filter(({ state }) => state === "refused").length;
        const waiting = items.length - refused;
        const text =
            refused > 0
                ? say("outbox.someRefused", { count: refused })
                : waiting > 0
                  ? say("outbox.someWait", { count: waiting })
                  : "";
        // The outcome of what is on its way is there in a moment.
        if (text === said || items.some(({ state }) => state === "sending")) return;
        said = text;
        notices.hold("outbox", text || null, show);
    });
}
