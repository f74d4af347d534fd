// What each of those is told just now who may see one, and what watching all along would tell.
import { Latest } from "../data/latest.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText, distanceText } from "../text/quantities.js";
import { whenText } from "./words.js";

/**
 * What friends, everybody and those in circles are told just now, and how near a guess comes of somebody who has watched all along.
 *
 * @param {Page} page
 */
export function exposurePart({ presence }) {
    const body = make("div", { "aria-live": "polite" });
    const element = make("section", { class: "exposure" }, make("h3", {}, say("exposure.title")), body);
    const latest = new Latest();

    async function load() {
        if (!body.childElementCount) fill(body, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) => presence.exposure(signal));
            if (found) show(found.answer);
        } catch (failure) {
            fill(body, trouble(failure, load));
        }
    }

    /** @param {Exposure} exposure */
    function show({ friends, everybody, circles, guesses }) {
        fill(
            body,
            make(
                "dl",
                { class: "told-to" },
                ...viewer("users", say("exposure.friends"), friends),
                ...viewer("globe", say("exposure.everybody"), everybody),
                ...circles.flatMap(circle),
            ),
            make("h4", {}, say("exposure.attacks")),
            make("p", { class: "quiet" }, say("exposure.attacksText")),
            guesses.length === 0
                ? make("p", {}, say("exposure.none"))
                : make("ul", { class: "guesses" }, ...guesses.map(guess)),
        );
    }

    /**
     * @param {string} drawing
     * @param {string} who
     * @param {SeenPerson | undefined} seen
     */
    function viewer(drawing, who, seen) {
        return [
            make("dt", {}, icon(drawing), make("span", { dir: "auto" }, who)),
            make("dd", {}, seen ? toldText(seen) : say("exposure.nothing")),
        ];
    }

    /** @param {Exposure["circles"][number]} circle */
    function circle({ group, ends, person }) {
        const who = group ?? say("exposure.link", { time: clockText(ends) });
        return viewer(group === undefined ? "share-2" : "users", who, person);
    }

    /** @param {Exposure["guesses"][number]} guess */
    function guess({ viewer: who, attack, metres }) {
        return make(
            "li",
            {},
            make("span", {}, say(`exposure.${who}`)),
            make("span", {}, say(`exposure.${attack}`)),
            make("strong", {}, say("exposure.off", { distance: distanceText(metres) })),
        );
    }

    return { element, load };
}

/** @param {SeenPerson} seen */
function toldText(seen) {
    if (seen.is_at_home) return `${seen.name}: ${whenText(seen)}`;
    const where = seen.is_exact ? "exposure.exact" : "exposure.around";
    return `${seen.name}: ${say(where)} · ${whenText(seen)}`;
}
