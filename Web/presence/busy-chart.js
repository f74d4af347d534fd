// How busy a place usually is, hour by hour of one day of the week: as bars on a scale, and in words for screen
// readers.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { decimalText } from "../text/quantities.js";
import { dayName, dayOf, hourText, weekDays } from "./week-days.js";

/** The hours that have a mark below, but for those so near to the one that it is that both would not find room. */
const MARKED = [0, 6, 12, 18];
const MARK_HOURS = 3;
/** The steps of the scale that have a name beside them. */
const NAMED = [5, 3, 1];

/** @param {PlaceBusyness & {levels: number[][]}} busyness */
export function busyChart({ levels, weeks, now, clock, parameters, is_simulated: isSimulated }) {
    // The clock of the place, not of this device. Simulated people may live by another clock.
    const here = new Date(now?.hour ?? clock);
    const hour = here.getHours();
    const bars = make("div", { class: "bars", role: "img" });
    const inWords = make("div", { class: "spoken" });
    /** @param {number} day */
    function choose(day) {
        const isToday = dayOf(here) === day;
        const name = dayName(day, "long");
        const present =
            isToday && now ? ". " + say("busy.nowAt", { hour: hourText(hour), how: stepText(now.level) }) : "";
        fill(bars, ...levels[day].map((level, index) => column(level, index, isToday ? hour : null, now?.level)));
        bars.setAttribute("aria-label", spoken(levels[day], name) + present);
        fill(inWords, table(levels[day], name));
    }

    const scale = make(
        "div",
        { class: "scale", "aria-hidden": "true" },
        ...NAMED.map((step) => make("span", {}, stepText(step))),
    );
    const lives = isSimulated && now && hour !== new Date(clock).getHours();
    return make(
        "div",
        { class: "busy-chart" },
        weekDays(dayOf(here), choose),
        make("div", { class: "plot" }, scale, bars),
        inWords,
        lives ? make("p", { class: "quiet small" }, say("busy.simulatedHour", { hour: hourText(hour) })) : null,
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

/** @param {number} level 0 where too few were there. */
const stepText = (level) => say(`busy.${level}`);

/**
 * The bar of an hour. In the current hour, a line across the bar shows how busy the place is now.
 *
 * @param {number} level
 * @param {number} hour
 * @param {number | null} presentHour if the day is today.
 * @param {number} [present] the level now.
 */
function column(level, hour, presentHour, present) {
    const isNow = hour === presentHour;
    const hasRoom = presentHour === null || Math.abs(hour - presentHour) >= MARK_HOURS;
    const line = isNow && present ? make("b", { class: `level-${present}` }) : null;
    const label = isNow ? say("busy.now") : MARKED.includes(hour) && hasRoom ? hourText(hour) : null;
    return make(
        "span",
        { class: isNow ? "present" : "" },
        make("i", { class: `level-${level}` }),
        line,
        label && make("small", {}, label),
    );
}

/**
 * The same for screen readers: equal hours in a row are one line.
 *
 * @param {number[]} levels
 * @param {string} day
 */
function table(levels, day) {
    const rows = [];
    for (let from = 0, until = 0; from < levels.length; from = until) {
        for (until = from; levels[until] === levels[from]; ) until += 1;
        const hours = say("busy.hours", { from: hourText(from), until: hourText(until % 24) });
        rows.push(make("tr", {}, make("th", { scope: "row" }, hours), make("td", {}, stepText(levels[from]))));
    }
    return make("table", {}, make("caption", {}, say("busy.table", { day })), make("tbody", {}, ...rows));
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
