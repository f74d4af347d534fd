// Telling how long one has waited: the place is given or chosen, the minutes are typed, and one must be near.
import { reportQueue } from "../data/busyness.js";
import { field, shortForm } from "../shell/form.js";
import { say } from "../text/catalogue.js";
import { atHome } from "./reporting.js";

const MOST_MINUTES = 480;

/**
 * @param {Page} page
 * @param {{id: string, name?: string}} place
 * @param {(queue: PlaceQueue) => void} told
 * @param {() => void} close
 */
export function queueForm(page, { id }, told, close) {
    const minutes = field(say("queue.minutes"), {
        id: "queue-minutes",
        type: "number",
        inputmode: "numeric",
        min: 0,
        max: MOST_MINUTES,
        step: 1,
    });
    return shortForm({
        fields: [minutes],
        text: say("queue.text"),
        label: say("queue.send"),
        async act() {
            const count = Number(minutes.input.value);
            if (!Number.isInteger(count) || count < 0 || count > MOST_MINUTES)
                return minutes.complain(say("queue.badMinutes", { most: MOST_MINUTES }));
            const fix = await page.locating.wish();
            const { areas, fields } = await page.presence.sharing();
            const home = fix && atHome(fix.position, areas, fields.at_home);
            // At home one may be too far from the place then: better than to say where one lives.
            const here = home ? home.middle : fix?.position;
            const queue = await reportQueue(page.people, { place: id, minutes: count, ...here });
            page.notices.tell(say("queue.sent"));
            told(queue);
            return close();
        },
        cancel: close,
    });
}
