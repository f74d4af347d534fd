// Several routes to the same place, to choose between: a list with times. The map draws the others in grey.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText, shownMinutes } from "../text/quantities.js";

/**
 * How much longer or shorter a route takes than another: the difference of the two times as they are shown.
 *
 * @param {Route} route
 * @param {Route} other
 */
export function longerText(route, other) {
    const minutes = shownMinutes(route.duration) - shownMinutes(other.duration);
    if (minutes === 0) return say("choice.same");
    const time = durationText(Math.abs(minutes) * 60);
    return minutes > 0 ? say("choice.longer", { time }) : say("choice.shorter", { time });
}

/**
 * @param {Route[]} routes
 * @param {number} chosen
 * @param {(index: number) => void} choose
 * @param {{by: (route: Route) => string | undefined, longer?: (route: Route) => string}} words the streets of a route,
 *   and how much longer it takes.
 */
export function choiceList(routes, chosen, choose, { by, longer }) {
    const rows = routes.map((route, index) => {
        const streets = by(route);
        const input = make("input", {
            type: "radio",
            name: "choice",
            value: index,
            checked: index === chosen,
            on: { change: () => choose(index) },
        });
        return make(
            "label",
            { class: "route-choice" },
            input,
            make(
                "span",
                { class: "words" },
                make("strong", { class: "digits" }, durationText(route.duration)),
                make("span", { class: "quiet digits" }, distanceText(route.distance)),
                streets && make("span", { class: "quiet streets", dir: "auto" }, streets),
            ),
            longer && index > 0 && make("span", { class: "longer digits" }, longer(route)),
        );
    });
    const legend = make("legend", { class: "spoken" }, say("choice.label"));
    return make("fieldset", { class: "route-choices" }, legend, ...rows);
}

/**
 * Returns the words that distinguish a route from the others; for a single route, its main streets.
 *
 * @param {Route} route
 */
export function streetsText({ label, legs: [leg] }) {
    if (label) return label;
    return leg?.summary && say("choice.via", { streets: leg.summary });
}
