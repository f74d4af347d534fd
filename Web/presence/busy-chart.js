// How busy a place usually is, hour by hour of one day of the week, as bars and in words.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { decimalText } from "../text/quantities.js";
import { dayName, dayOf, hourText, weekDays } from "./week-days.js";

/** The hours that have a mark below. */
const MARKED = [0, 6, 12, 18];

/** @param {PlaceBusyness & {levels: number[][]}} busyness */
export function busyChart({ levels, weeks, now, clock, parameters, is_simulated: isSimulated }) {
    // The clock there, whatever this device's shows.
    const here = new Date(clock);
    const bars = make("div", { class: "bars", role: "img" });
    /** @param {number} day */
    function choose(day) {
        const isToday = dayOf(here) === day;
        const hour = new Date(now?.hour ?? clock).getHours();
        fill(
            bars,
            ...levels[day].map((level, index) => {
                const bar = make("i", { class: `level-${level}${isToday && index === hour && now ? " present" : ""}` });
                return make("span", {}, bar, MARKED.includes(index) ? make("small", {}, hourText(index)) : null);
            }),
        );
        bars.setAttribute("aria-label", spoken(levels[day], dayName(day, "long")));
    }

    return make(
        "div",
        { class: "busy-chart" },
        weekDays(dayOf(here), choose),
        bars,
        make(
            "p",
            { class: "quiet small" },
            isSimulated
                ? say("busy.restsSimulated")
                : say("busy.rests", {
                      weeks,
                      epsilon: parameters.epsilon,
                      delta: decimalText(parameters.delta, 4),
                      noise: decimalText(parameters.noise_scale),
                      hours: parameters.place_hours_per_day,
                      least: parameters.least_contributors,
                      present: parameters.least_present,
                      minutes: parameters.least_minutes,
                  }),
        ),
    );
}

/**
 * @param {number[]} levels
 * @param {string} day
 */
function spoken(levels, day) {
    const most = Math.max(...levels);
    if (most === 0) return say("busy.spokenNone", { day });
    const times = levels.flatMap((level, hour) => (level === most ? [hourText(hour)] : []));
    return say("busy.spoken", { day, how: say(`busy.${most}`), times: times.join(", ") });
}
