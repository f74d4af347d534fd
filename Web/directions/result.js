// A route in words: time and length, notices, its steps, and the buttons; or why there is none.
import { concernsStreets } from "../core/changes.js";
import { share } from "../place/actions.js";
import { icon, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { agoText, distanceText, durationText } from "../text/quantities.js";
import { choiceList, longerText, streetsText } from "./choices.js";
import { ALTERNATIVES } from "./asking.js";
import { endLevels } from "./ends.js";
import { downloadGPX } from "./gpx-file.js";

/** @typedef {ReturnType<typeof import("./ends.js").endFields>} EndFields */

/**
 * @param {Page} page
 * @param {{routes: Route[], chosen: number, plan: import("./asking.js").Plan}} found
 * @param {{steps: Element, speech: Element | null, choose: (index: number) => void, print: () => void}} given
 */
export function routeParts(page, { routes, chosen, plan }, { steps, speech, choose, print }) {
    const route = routes[chosen];
    const shareTitle = say("directions.shareTitle", { place: plan.to.name });
    const longer = (/** @type {Route} */ other) => longerText(other, routes[0]);
    return [
        make(
            "p",
            { class: "summary", role: "status" },
            make("strong", { class: "digits" }, durationText(route.duration)),
            make("span", { class: "digits" }, distanceText(route.distance)),
        ),
        routes.length > 1 && choiceList(routes, chosen, choose, { by: streetsText, longer }),
        remark(route.notice ?? (route.edge_of_map ? say("directions.mapEnds") : null)),
        remark(changesText(page)),
        wheelsList(route),
        steps,
        make("p", { class: "hint" }, say("via.pull")),
        make(
            "div",
            { class: "actions" },
            speech,
            iconButton("binoculars", say("directions.ar"), () => viewInAR(page)),
            iconButton("share-2", say("action.share"), () => share(page, shareTitle)),
            iconButton("printer", say("action.print"), print),
            gpxButton(page, {
                points: plan.points,
                ...endLevels(plan.from, plan.to),
                profile: route.profile,
                alternatives: chosen > 0 ? ALTERNATIVES : 0,
                only: chosen,
                isQuieter: route.extra_duration !== undefined,
            }),
        ),
    ];
}

/**
 * Carries the shown route over to the camera view; back leads here.
 *
 * @param {Page} page
 */
function viewInAR({ views }) {
    const { current } = views;
    if (current.screen !== "directions" || !current.from || !current.to) return;
    const { from, to, via, by, chosen, isQuieter } = current;
    const wishes = {
        ...(via && { via }),
        ...(by && { by }),
        ...(chosen && { chosen }),
        ...(isQuieter && { isQuieter }),
    };
    views.open({ screen: "ar", from, to, ...wishes });
}

/**
 * A remark about a route.
 *
 * @param {string | null | undefined} text
 */
export function remark(text) {
    return text && make("p", { class: "remark" }, icon("triangle-alert"), make("span", {}, text));
}

/**
 * Returns the remarks on a route by wheelchair: what it avoids, its obstacles, and its unmapped parts; nothing for
 * other routes.
 *
 * @param {Route} route
 */
export function wheelsList({ wheelchair }) {
    const lines = wheelchair?.text ?? [];
    return (
        lines.length > 0 && make("ul", { class: "wheels" }, ...lines.map((line) => make("li", { dir: "auto" }, line)))
    );
}

/**
 * Returns, without a network, the age of the changes that routes respect; null where no change concerns streets.
 *
 * @param {Page} page
 */
export function changesText({ data, overlay, now }) {
    if (data.connection !== "kept" || !overlay.features.some(concernsStreets)) return null;
    return say("overlay.offline", { ago: agoText(overlay.heardAt, now()) });
}

/**
 * @param {Page} page
 * @param {RouteQuestion} question
 */
function gpxButton(page, question) {
    const button = iconButton("download", say("directions.gpx"), async () => {
        button.disabled = true;
        await downloadGPX(page, question);
        button.disabled = false;
    });
    return button;
}

/**
 * Returns the reason why there is no route, and a remedy.
 *
 * @param {import("../data/failures.js").Refused} refused
 * @param {Profile} by
 * @param {EndFields} fields
 */
export function noRouteParts(refused, by, fields) {
    const reason = refused.code === "no_route" && sayIfKnown(`directions.noRoute.${by}`);
    const text = make("p", {}, reason || failureText(refused));
    return [
        make("div", { class: "trouble", role: "alert" }, icon("route"), text),
        make(
            "div",
            { class: "actions" },
            iconButton("circle-dot", say("directions.changeFrom"), () => fields.from.edit()),
            iconButton("map-pin", say("directions.changeTo"), () => fields.to.edit()),
        ),
    ];
}
