// How busy a place usually is, hour by hour of one day of the week, as bars and in words.
import { fill, make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";

const MONDAY = new Date(2024, 0, 1);
/** The hours that have a mark below. */
const MARKED = [0, 6, 12, 18];

/** @param {PlaceBusyness & {levels: number[][]}} busyness */
export function busyChart({ levels, weeks, now, clock, parameters }) {
    // The clock there, whatever this device's shows.
    const here = new Date(clock);
    let day = (here.getDay() + 6) % 7;
    const bars = make("div", { class: "bars", role: "img" });
    const days = make(
        "div",
        { class: "days", role: "group", "aria-label": say("busy.day") },
        ...levels.map((_, index) =>
            make(
                "button",
                { type: "button", title: dayName(index, "long"), on: { click: () => choose(index) } },
                dayName(index, "short"),
            ),
        ),
    );

    /** @param {number} chosen */
    function choose(chosen) {
        day = chosen;
        const isToday = (here.getDay() + 6) % 7 === day;
        const hour = new Date(now?.hour ?? clock).getHours();
        fill(
            bars,
            ...levels[day].map((level, index) => {
                const bar = make("i", { class: `level-${level}${isToday && index === hour && now ? " present" : ""}` });
                return make("span", {}, bar, MARKED.includes(index) ? make("small", {}, hourText(index)) : null);
            }),
        );
        bars.setAttribute("aria-label", spoken(levels[day], dayName(day, "long")));
        for (const [index, button] of [...days.children].entries())
            button.setAttribute("aria-pressed", String(index === day));
    }

    choose(day);
    return make(
        "div",
        { class: "busy-chart" },
        days,
        bars,
        make(
            "p",
            { class: "quiet small" },
            say("busy.rests", {
                weeks,
                epsilon: parameters.epsilon,
                least: parameters.least_contributors,
                minutes: parameters.least_minutes,
            }),
        ),
    );
}

/**
 * @param {number} index Monday is 0.
 * @param {"long" | "short"} form
 */
function dayName(index, form) {
    const day = new Date(MONDAY.getTime() + index * 86_400_000 + 43_200_000);
    return new Intl.DateTimeFormat(formatsLanguage(), { weekday: form }).format(day);
}

/** @param {number} hour */
function hourText(hour) {
    return new Intl.DateTimeFormat(formatsLanguage(), { hour: "numeric" }).format(new Date(2024, 0, 1, hour));
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
