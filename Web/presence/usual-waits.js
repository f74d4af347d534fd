// The usual waiting times at a place, hour by hour of one day of the week.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { decimalText } from "../text/quantities.js";
import { dayName, dayOf, hourText, weekDays } from "./week-days.js";

/**
 * @param {PlaceQueue["usual"]} usual
 * @param {string} clock The local time there.
 */
export function usualWaits(usual, clock) {
    const hours = make("div", { "aria-live": "polite" });
    const days = weekDays(dayOf(new Date(clock)), (day) => {
        const waits = usual.filter((one) => one.day === day).sort((one, other) => one.hour - other.hour);
        const name = dayName(day, "long");
        fill(
            hours,
            waits.length === 0
                ? make("p", { class: "quiet" }, say("queue.noneOn", { day: name }))
                : make("table", { "aria-label": name }, make("tbody", {}, ...waits.map(row))),
        );
    });
    return make("div", { class: "usual-waits" }, days, hours);
}

/** @param {PlaceQueue["usual"][number]} average */
function row({ hour, minutes, reports }) {
    return make(
        "tr",
        {},
        make("th", { scope: "row" }, hourText(hour)),
        make("td", {}, say("queue.average", { minutes: decimalText(minutes), count: reports })),
    );
}
