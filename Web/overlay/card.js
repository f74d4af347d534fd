// The card of one temporary change: its times, its meaning for walkers, and its note.
import { concernsStreets } from "../core/changes.js";
import { actionBar, share } from "../place/actions.js";
import { factRow } from "../place/details.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { fill, iconButton, make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";
import { overlayFact, overlayKey, overlayMiddle, overlayName, overlayTimes } from "./words.js";

/**
 * @param {Page} page
 * @param {{key: string}} view
 * @returns {SheetScreen}
 */
export function overlayCard(page, view) {
    return new OverlayCard(page, view);
}

/** The card of one temporary change. */
class OverlayCard {
    stop = /** @type {const} */ ("half");
    element = make("article", { class: "screen overlay-card" });

    /**
     * @param {Page} page
     * @param {{key: string}} view
     */
    constructor(page, { key }) {
        this.page = page;
        this.key = key;
        const { overlay } = page;
        /** @type {OverlayFeature | undefined} */
        this.shown = undefined;
        overlay.addEventListener("change", this.#show);
        this.#show();
    }

    #close = () => this.page.views.close();

    #show = () => {
        const feature = this.page.overlay.features.find((each) => overlayKey(each) === this.key);
        if (feature && feature === this.shown) return;
        const isFirst = !this.shown;
        this.shown = feature;
        if (!feature) {
            this.#showGone();
            return;
        }
        const name = overlayName(feature);
        const middle = overlayMiddle(feature);
        fillScreen(
            this.element,
            screenHead(name, overlayFact(feature), this.#close),
            note(feature),
            this.#actions(feature, name, middle),
            make("dl", { class: "facts" }, ...rows(feature)),
        );
        this.page.titled(name);
        this.page.marks.select(middle, "place");
        const { points = [] } = feature;
        if (isFirst && points.length > 1) this.page.camera.fit(points);
        else if (isFirst && middle) this.page.camera.showChosen(middle, null);
    };

    #showGone() {
        const look = make("button", {
            type: "button",
            on: { click: () => this.page.views.replace({ screen: "home" }) },
        });
        fill(look, say("overlay.toToday"));
        const text = make("p", {}, say("overlay.gone"));
        fillScreen(
            this.element,
            screenHead(say("overlay.heading"), null, this.#close),
            make("div", { class: "hint", role: "status" }, text, look),
        );
        this.page.marks.select(null);
    }

    /**
     * @param {OverlayFeature} feature
     * @param {string} name
     * @param {Position | null} middle
     */
    #actions(feature, name, middle) {
        if (middle && !concernsStreets(feature)) return actionBar(this.page, { position: middle, name }, name);
        const press = () => share(this.page, name);
        return make("div", { class: "actions" }, iconButton("share-2", say("action.share"), press));
    }

    leave() {
        this.page.overlay.removeEventListener("change", this.#show);
        this.page.marks.select(null);
    }
}

/** @param {OverlayFeature} feature */
function note({ note: text }) {
    return text ? make("p", { class: "overlay-note", dir: "auto" }, text) : null;
}

/** @param {OverlayFeature} feature */
function rows(feature) {
    const { kind, profiles, factor = 1 } = feature;
    // A lone end stands beside the name.
    const times = feature.from && overlayTimes(feature);
    const isMeant = concernsStreets(feature) || kind === "entrance";
    const number = new Intl.NumberFormat(formatsLanguage()).format(factor);
    return [
        times && factRow("clock", say("overlay.times"), times),
        isMeant && factRow("info", say("overlay.meaning"), say(`overlay.means.${kind}`, { factor: number })),
        profiles &&
            factRow("users", say("overlay.whom"), profiles.map((profile) => say(`profile.${profile}`)).join(", ")),
    ].filter(Boolean);
}
