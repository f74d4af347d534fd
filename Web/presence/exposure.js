// The view of each kind of viewer on a member now, and the results of attacks on the stored data.
import { Latest } from "../data/latest.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText, distanceText } from "../text/quantities.js";
import { whenText } from "./words.js";

/**
 * Returns the part with the view of friends, everybody, groups and links, and with the results of attacks.
 *
 * @param {Page} page
 */
export function exposurePart(page) {
    return new ExposurePart(page);
}

/** The view of others on a member now, and the results of attacks. */
class ExposurePart {
    #body = make("div", { "aria-live": "polite" });
    #latest = new Latest();

    /** @param {Page} page */
    constructor({ presence }) {
        this.presence = presence;
        this.element = make("section", { class: "exposure" }, make("h3", {}, say("exposure.title")), this.#body);
    }

    load = async () => {
        if (!this.#body.childElementCount) fill(this.#body, skeleton());
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => this.presence.exposure(signal));
            if (found) this.#show(found.answer);
        } catch (failure) {
            fill(this.#body, trouble(failure, this.load));
        }
    };

    /** @param {Exposure} exposure */
    #show({ friends, everybody, circles, guesses }) {
        fill(
            this.#body,
            make(
                "dl",
                { class: "viewers" },
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
}

/**
 * @param {string} drawing
 * @param {string} who
 * @param {SeenPerson | undefined} seen
 */
function viewer(drawing, who, seen) {
    return [
        make("dt", {}, icon(drawing), make("span", { dir: "auto" }, who)),
        make("dd", {}, seen ? seenText(seen) : say("exposure.nothing")),
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

/** @param {SeenPerson} seen */
function seenText(seen) {
    if (seen.is_at_home) return `${seen.name}: ${whenText(seen)}`;
    const where = seen.is_exact ? "exposure.exact" : "exposure.around";
    return `${seen.name}: ${say(where)} · ${whenText(seen)}`;
}
