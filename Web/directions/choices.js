// Several ways to the same place, to choose between: a list with times; the map draws the others in grey.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";

/** The least difference that is told, in seconds: times are told in whole minutes. */
const LEAST_SECONDS = 60;

/**
 * How much longer or shorter a way takes than another.
 *
 * @param {Route} route
 * @param {Route} other
 */
export function longerText(route, other) {
    const seconds = route.duration - other.duration;
    // What is told of both says whether they differ.
    if (durationText(route.duration) === durationText(other.duration)) return say("choice.same");
    const time = durationText(Math.max(LEAST_SECONDS, Math.abs(seconds)));
    return seconds > 0 ? say("choice.longer", { time }) : say("choice.shorter", { time });
}

/**
 * @param {Route[]} routes
 * @param {number} chosen
 * @param {(index: number) => void} choose
 * @param {{by: (route: Route) => string | undefined, longer?: (route: Route) => string}} words what a way leads by, and how much longer
 *   it takes.
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
 * The streets that a way mostly follows.
 *
 * @param {Route} route
 */
export function streetsText({ legs: [leg] }) {
    return leg?.summary && say("choice.via", { streets: leg.summary });
}
