// The effects of drawn things on streets. The server computes them, by the rules of its routes.
import { concernsStreets } from "../core/changes.js";
import { Latest } from "../data/latest.js";
import { previewOverlay } from "../data/overlay.js";
import { fill, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";

/** The server's limit for points of features that concern streets. */
const LEAST = { line: 2, area: 3 };
const VERBS = { closed: "overlay.blocks", fence: "overlay.blocks", one_way: "overlay.directs", slow: "overlay.slows" };
/** The pause before a request: during drawing, points come faster than answers are needed. */
const PAUSE_MS = 300;

/**
 * Asks for the effects of features, with only the newest request open. Fires `change` when the known effects change.
 */
export class OverlayEffects extends EventTarget {
    #latest = new Latest();
    /** The last question, as JSON: the same question needs no new answer. */
    #asked = "[]";
    /** @type {OverlayFeature[]} */
    #features = [];
    /**
     * The known effects, by the feature as JSON: an edited feature, or the server's own copy, is another object.
     *
     * @type {Map<string, OverlayEffect>}
     */
    #effects = new Map();
    #timer = 0;
    /**
     * The streets that all of them change, as far as the server draws them.
     *
     * @type {ChangedStreet[]}
     */
    streets = [];
    /** Whether these are all. */
    drawsAll = true;
    /** @type {unknown} */
    failure = null;
    isWaiting = false;

    /** @param {import("../data/community.js").Community} community */
    constructor(community) {
        super();
        this.community = community;
    }

    /**
     * Asks for the effects of features, after a pause without other requests.
     *
     * @param {OverlayFeature[]} features
     */
    ask(features) {
        const whole = features.filter(isWhole);
        const asked = JSON.stringify(whole);
        if (asked === this.#asked) return;
        this.#asked = asked;
        this.#features = whole;
        this.#stop();
        this.failure = null;
        this.isWaiting = whole.some(concernsStreets);
        if (this.isWaiting) this.#timer = window.setTimeout(() => this.askAgain(), PAUSE_MS);
        else this.#know([], [], true);
    }

    async askAgain() {
        const features = this.#features;
        [this.failure, this.isWaiting] = [null, true];
        this.#notify();
        try {
            const found = await this.#latest.ask(features, (_, signal) =>
                previewOverlay(this.community, features, signal),
            );
            if (!found) return;
            this.isWaiting = false;
            this.#know(features, found.answer.effects, found.answer.draws_all);
        } catch (failure) {
            [this.failure, this.isWaiting] = [failure, false];
            this.#know([], [], true);
        }
    }

    /**
     * Takes the effects of features from another answer, without the streets.
     *
     * @param {OverlayFeature[]} features
     * @param {OverlayEffect[]} effects
     */
    learn(features, effects) {
        for (const effect of effects) this.#effects.set(JSON.stringify(features[effect.feature]), effect);
    }

    /**
     * Returns the effect of a feature, if it is known.
     *
     * @param {OverlayFeature} feature
     */
    of(feature) {
        return this.#effects.get(JSON.stringify(feature));
    }

    leave() {
        this.#stop();
    }

    #stop() {
        clearTimeout(this.#timer);
        this.#latest.drop();
    }

    /**
     * @param {OverlayFeature[]} features
     * @param {OverlayEffect[]} effects
     * @param {boolean} drawsAll
     */
    #know(features, effects, drawsAll) {
        this.#effects.clear();
        this.learn(features, effects);
        this.streets = effects.flatMap(({ feature, lines = [] }) => {
            const kind = ["closed", "fence"].includes(features[feature].kind) ? "blocked" : "slowed";
            return lines.map((points) => /** @type {ChangedStreet} */ ({ kind, points }));
        });
        this.drawsAll = drawsAll;
        this.#notify();
    }

    #notify() {
        this.dispatchEvent(new Event("change"));
    }
}

/** @param {OverlayFeature} feature */
function isWhole({ kind, points, area, ways }) {
    if (ways || !concernsStreets({ kind })) return true;
    return (points?.length ?? 0) >= LEAST[area ? "area" : "line"];
}

/**
 * Fills an element with the effect of a feature: nothing for a feature that is only shown.
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
 * Returns why the effects are not known, and a button to ask again; nothing if they are known.
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
