// The form that reports a waiting time: at a given or chosen place, in minutes, by a person near the place.
import { Unreachable } from "../data/failures.js";
import { field, shortForm } from "../shell/form.js";
import { say } from "../text/catalogue.js";
import { atHome } from "./home-areas.js";

const MOST_MINUTES = 480;

/**
 * @param {Page} page
 * @param {{id: string, name?: string, label?: string}} place
 * @param {(queue: PlaceQueue) => void} reported called with the queue after the report, if the server has it by then.
 * @param {() => void} close
 */
export function queueForm(page, { id, name, label }, reported, close) {
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
            const sharing = await homes(page);
            const home = fix && sharing && atHome(fix.position, sharing.areas, sharing.fields.at_home);
            // At home, the middle of the area may be too far from the place: better that than to reveal the home.
            const here = home ? home.middle : fix?.position;
            reason = !fix ? "queue.nowhere" : home ? "queue.atHome" : "queue.tooFar";
            const { account } = await page.community.lastMe();
            const outcome = await page.outbox.add({
                kind: "queue",
                owner: account?.id ?? null,
                body: { place: id, minutes: count, ...here },
                about: name ?? label,
                isUnchecked: sharing ? undefined : true,
            });
            if (outcome.state === "refused") throw outcome.failure;
            if (outcome.state === "waiting") page.notices.show(say("queue.waiting"));
            else {
                page.notices.show(say(outcome.answer?.is_late ? "queue.late" : "queue.sent"));
                if (outcome.answer) reported(outcome.answer);
            }
            return close();
        },
        showRefusal: ({ code }) => code === "not_near" && say(reason),
        cancel: close,
    });
}

/**
 * Returns the homes of the member; null without an answer.
 *
 * @param {Page} page
 */
async function homes(page) {
    try {
        return await page.presence.sharing();
    } catch (failure) {
        if (failure instanceof Unreachable) return null;
        throw failure;
    }
}
