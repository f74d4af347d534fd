// The working draft of the overlay: its features, which of them the server keeps, and their effects on streets.
import { concernsStreets } from "../core/changes.js";
import { changeOverlay, readOverlayDraft } from "../data/overlay.js";
import { OverlayEffects } from "./overlay-effects.js";

/** Fires `change` when its features or their known effects change. */
export class WorkingDraft extends EventTarget {
    /** @type {OverlayFeature[]} */
    features = [];
    /**
     * The feature that the operator draws or edits.
     *
     * @type {OverlayFeature | null}
     */
    atHand = null;
    /** The features that the server keeps, as JSON. */
    #kept = { revision: 0, published: 0, features: "[]" };

    /** @param {import("../data/community.js").Community} community */
    constructor(community) {
        super();
        this.community = community;
        this.effects = new OverlayEffects(community);
        this.effects.addEventListener("change", () => this.#notify());
    }

    /** Whether the server keeps something else. */
    get isChanged() {
        return JSON.stringify(this.features) !== this.#kept.features;
    }

    /** Whether everybody sees all of it. */
    get isPublished() {
        return !this.isChanged && this.#kept.revision === this.#kept.published;
    }

    /** The features on the map: all of the draft, and the one being drawn. */
    get shown() {
        const isNew = this.atHand && !this.features.includes(this.atHand);
        return isNew ? [...this.features, /** @type {OverlayFeature} */ (this.atHand)] : this.features;
    }

    /** Whether any of it concerns streets. */
    get concernsStreets() {
        return this.features.some(concernsStreets);
    }

    /** @param {AbortSignal} [signal] */
    async load(signal) {
        const draft = await readOverlayDraft(this.community, signal);
        if (!signal?.aborted) this.#take(draft);
    }

    /**
     * Has the server keep it, and publish it if wanted.
     *
     * @param {boolean} publish
     * @returns {Promise<number>} how many things change no street although they could; 0 as well when the server is too
     *   busy to say.
     */
    async send(publish) {
        const answer = await changeOverlay(this.community, this.#kept.revision, { features: this.features, publish });
        this.#take(answer);
        return (answer.effects ?? []).filter(({ streets }) => streets === 0).length;
    }

    /**
     * Takes something at hand, or puts it away.
     *
     * @param {OverlayFeature | null} feature
     */
    hold(feature) {
        this.atHand = feature;
        this.#changed();
    }

    /**
     * Adds something, which is at hand then.
     *
     * @param {OverlayFeature} feature
     */
    add(feature) {
        this.atHand = feature;
        this.#replace([...this.features, feature]);
    }

    /**
     * Puts a feature in place of the open one.
     *
     * @param {OverlayFeature} feature
     */
    change(feature) {
        this.#replace(this.features.map((each) => (each === this.atHand ? feature : each)));
    }

    /** @param {number} index of a feature that is not open. */
    remove(index) {
        this.#replace(this.features.filter((_, at) => at !== index));
    }

    /** Ends the display of the draft. */
    leave() {
        this.effects.leave();
    }

    /** @param {OverlayDraft} draft */
    #take({ revision, published_revision, features, effects }) {
        this.#kept = { revision, published: published_revision, features: JSON.stringify(features) };
        if (effects) this.effects.learn(features, effects);
        this.#replace(features);
    }

    /** @param {OverlayFeature[]} features */
    #replace(features) {
        const at = this.features.findIndex((each) => each === this.atHand);
        this.features = features;
        // The server returns stored features as other objects.
        if (at >= 0 && !features.some((each) => each === this.atHand)) this.atHand = features[at] ?? null;
        this.#changed();
    }

    #changed() {
        this.effects.ask(this.shown);
        this.#notify();
    }

    #notify() {
        this.dispatchEvent(new Event("change"));
    }
}
