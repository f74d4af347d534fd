// The days of the week to choose from, and the hours of a day in words.
import { make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";

const MONDAY = new Date(2024, 0, 1);

/**
 * Returns a button for each day of the week, with the chosen day.
 *
 * @param {number} chosen Monday is 0.
 * @param {(day: number) => void} choose Called with the first one, too.
 */
export function weekDays(chosen, choose) {
    const element = make(
        "div",
        { class: "days", role: "group", "aria-label": say("busy.day") },
        ...Array.from({ length: 7 }, (_, day) =>
            make(
                "button",
                { type: "button", title: dayName(day, "long"), on: { click: () => show(day) } },
                dayName(day, "short"),
            ),
        ),
    );

    /** @param {number} day */
    function show(day) {
        for (const [index, button] of [...element.children].entries())
            button.setAttribute("aria-pressed", String(index === day));
        choose(day);
    }

    show(chosen);
    return element;
}

/**
 * The day of the week that a time is on; Monday is 0.
 *
 * @param {Date} time
 */
export const dayOf = (time) => (time.getDay() + 6) % 7;

/**
 * @param {number} day Monday is 0.
 * @param {"long" | "short"} form
 */
export function dayName(day, form) {
    const time = new Date(MONDAY.getTime() + day * 86_400_000 + 43_200_000);
    return new Intl.DateTimeFormat(formatsLanguage(), { weekday: form }).format(time);
}

/** @param {number} hour */
export function hourText(hour) {
    return new Intl.DateTimeFormat(formatsLanguage(), { hour: "numeric" }).format(new Date(2024, 0, 1, hour));
}
