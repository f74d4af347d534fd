// The form that reports a waiting time: at a given or chosen place, in minutes, by a person near the place.
import { reportQueue } from "../data/busyness.js";
import { field, shortForm } from "../shell/form.js";
import { say } from "../text/catalogue.js";
import { atHome } from "./home-areas.js";

const MOST_MINUTES = 480;

/**
 * @param {Page} page
 * @param {{id: string, name?: string}} place
 * @param {(queue: PlaceQueue) => void} reported
 * @param {() => void} close
 */
export function queueForm(page, { id }, reported, close) {
    const minutes = field(say("queue.minutes"), {
        id: "queue-minutes",
        type: "number",
        inputmode: "numeric",
        min: 0,
        max: MOST_MINUTES,
        step: 1,
    });
    /** Returns why the member does not count as near, if the server says so. */
    let reason = "queue.nowhere";
    return shortForm({
        fields: [minutes],
        text: say("queue.text"),
        label: say("queue.send"),
        async act() {
            const text = minutes.input.value.trim();
            const count = Number(text);
            if (!/^\d+$/.test(text) || count > MOST_MINUTES)
                return minutes.complain(say("queue.badMinutes", { most: MOST_MINUTES }));
            const fix = await page.locating.wish("queue");
            const { areas, fields } = await page.presence.sharing();
            const home = fix && atHome(fix.position, areas, fields.at_home);
            // At home, the middle of the area may be too far from the place: better that than to reveal the home.
            const here = home ? home.middle : fix?.position;
            reason = !fix ? "queue.nowhere" : home ? "queue.atHome" : "queue.tooFar";
            const queue = await reportQueue(page.community, { place: id, minutes: count, ...here });
            page.notices.show(say("queue.sent"));
            reported(queue);
            return close();
        },
        showRefusal: ({ code }) => code === "not_near" && say(reason),
        cancel: close,
    });
}
