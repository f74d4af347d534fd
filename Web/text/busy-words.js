// The words about how busy a place is and how long people wait there.
import { say } from "./catalogue.js";
import { agoText, durationText } from "./quantities.js";

/** @param {BusyState} now */
export function busyText({ level, compared }) {
    const how = say(`busy.${level}`);
    return compared === "usual" ? how : `${how}, ${say(`busy.${compared}`)}`;
}

/**
 * @param {QueueState} queue
 * @param {number} now milliseconds since 1970.
 */
export function queueText({ minutes, reports, last }, now) {
    const wait = minutes === 0 ? say("queue.none") : say("queue.wait", { duration: durationText(minutes * 60) });
    return `${wait} · ${say("queue.reports", { count: reports, ago: agoText(Date.parse(last), now) })}`;
}
