// What things drawn on the map do to streets. The server says so, by the rules that its routes heed.
import { concernsStreets } from "../core/changes.js";
import { Latest } from "../data/latest.js";
import { fill, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";

/** How many points the server takes of what concerns streets. */
const LEAST = { line: 2, area: 3 };
const VERBS = { closed: "overlay.blocks", fence: "overlay.blocks", one_way: "overlay.directs", slow: "overlay.slows" };

/** Asks what features do, the newest question only. Tells `change` whenever something else is known. */
export class OverlayEffects extends EventTarget {
    #latest = new Latest();
    /** What was asked last, as JSON: asking the same again is no news. */
    #asked = "[]";
    /** @type {OverlayFeature[]} */
    #features = [];
    /** @type {OverlayEffect[]} what is known of `#known`. */
    #effects = [];
    /** @type {OverlayFeature[]} */
    #known = [];
    /** @type {unknown} */
    failure = null;
    isWaiting = false;

    /** @param {import("../data/people.js").People} people */
    constructor(people) {
        super();
        this.people = people;
    }

    /** @param {OverlayFeature[]} features */
    ask(features) {
        const whole = features.filter(isWhole);
        const asked = JSON.stringify(whole);
        if (asked === this.#asked) return;
        this.#asked = asked;
        this.#features = whole;
        this.askAgain();
    }

    async askAgain() {
        const features = this.#features;
        this.failure = null;
        this.isWaiting = features.some(concernsStreets);
        this.#told(this.isWaiting ? null : { features, effects: [] });
        if (!this.isWaiting) return this.#latest.drop();
        try {
            const asking = () => this.people.write("POST", "/api/v1/admin/weights/preview", { features });
            const found = await this.#latest.ask(undefined, asking);
            if (!found) return;
            this.isWaiting = false;
            this.#told({ features, effects: found.answer.effects });
        } catch (failure) {
            [this.isWaiting, this.failure] = [false, failure];
            this.#told({ features, effects: [] });
        }
    }

    /** @param {{features: OverlayFeature[], effects: OverlayEffect[]} | null} known null when it stays as it is. */
    #told(known) {
        if (known) [this.#known, this.#effects] = [known.features, known.effects];
        this.dispatchEvent(new Event("change"));
    }

    /**
     * What a feature does, as far as that is known.
     *
     * @param {OverlayFeature} feature
     */
    of(feature) {
        const json = JSON.stringify(feature);
        const index = this.#known.findIndex((each) => JSON.stringify(each) === json);
        return this.#effects.find((effect) => effect.feature === index);
    }

    /**
     * The streets that all of them change.
     *
     * @returns {ChangedStreet[]}
     */
    get streets() {
        return this.#effects.flatMap(({ feature, lines = [] }) => {
            const { kind } = this.#known[feature];
            const drawn = kind === "closed" || kind === "fence" ? "blocked" : "slowed";
            return lines.map((points) => ({ kind: drawn, points }));
        });
    }

    leave() {
        this.#latest.drop();
    }
}

/** @param {OverlayFeature} feature */
function isWhole({ kind, points, area, ways }) {
    if (ways || !concernsStreets({ kind })) return true;
    return (points?.length ?? 0) >= LEAST[area ? "area" : "line"];
}

/**
 * Fills an element with what a feature does: nothing for what is only shown.
 *
 * @param {HTMLElement} element
 * @param {OverlayEffects} effects
 * @param {OverlayFeature | null} feature
 */
export function showEffect(element, effects, feature) {
    const isMeant = feature && concernsStreets(feature) && isWhole(feature);
    const effect = isMeant ? effects.of(feature) : undefined;
    element.hidden = !isMeant;
    element.classList.toggle("warns", effect?.streets === 0);
    if (!isMeant) fill(element);
    else if (effect) fill(element, effectText(feature, effect));
    else if (effects.isWaiting) fill(element, say("overlay.looking"));
    else fill(element, ...unknownEffects(effects));
}

/**
 * Why it is not known what anything does, and a way to ask again; nothing where it is known.
 *
 * @param {OverlayEffects} effects
 */
export function unknownEffects(effects) {
    if (effects.failure === null) return [];
    const again = make("button", { type: "button", on: { click: () => effects.askAgain() } }, say("action.tryAgain"));
    return [say("overlay.unknown", { reason: failureText(effects.failure) }), again];
}

/**
 * @param {OverlayFeature} feature
 * @param {OverlayEffect} effect
 */
function effectText({ kind }, { streets, distance, names }) {
    if (streets === 0) return say("overlay.noStreet");
    const verb = VERBS[/** @type {keyof typeof VERBS} */ (kind)];
    const text = say(verb, { count: streets, distance: distanceText(distance) });
    return names.length > 0 ? `${text}: ${names.join(", ")}` : text;
}
