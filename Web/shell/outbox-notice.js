// Shows a notice, with a way to the list, while items of this account wait in the outbox.
import { say } from "../text/catalogue.js";

/**
 * Returns how many items were refused, else how many wait; empty while there are none.
 *
 * @param {OutboxItem[]} items
 */
export function countText(items) {
    const refused = items.filter(({ state }) => state === "refused").length;
    if (refused > 0) return say("outbox.someRefused", { count: refused });
    return items.length > 0 ? say("outbox.someWait", { count: items.length }) : "";
}

/** @param {Pick<Page, "outbox" | "notices" | "views">} page */
export function watchOutbox({ outbox, notices, views }) {
    const show = { label: say("outbox.show"), press: () => views.open({ screen: "offline" }) };
    let said = "";
    outbox.addEventListener("change", () => {
        const items = outbox.shown;
        const text = countText(items);
        // The outcome of an item on its way is there in a moment.
        if (text === said || items.some(({ state }) => state === "sending")) return;
        said = text;
        notices.hold("outbox", text || null, show);
    });
}
