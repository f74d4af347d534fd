// What one thing of today's overlay is: until when it holds, what it means for who walks there, and what was noted of it.
import { concernsStreets } from "../core/changes.js";
import { actionBar, share } from "../place/actions.js";
import { factRow } from "../place/details.js";
import { fill, iconButton, make } from "../shell/make.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { formatsLanguage, say } from "../text/catalogue.js";
import { overlayFact, overlayKey, overlayMiddle, overlayName, overlayTimes } from "./words.js";

/**
 * @param {Page} page
 * @param {{key: string}} view
 * @returns {SheetScreen}
 */
export function overlayCard(page, { key }) {
    const { overlay, marks, camera, views } = page;
    const element = make("article", { class: "screen overlay-card" });
    const close = () => views.close();
    /** @type {OverlayFeature | undefined} */
    let shown;

    function show() {
        const feature = overlay.features.find((each) => overlayKey(each) === key);
        if (feature && feature === shown) return;
        const isFirst = !shown;
        shown = feature;
        if (!feature) {
            tellGone();
            return;
        }
        const name = overlayName(feature);
        const middle = overlayMiddle(feature);
        fillScreen(
            element,
            screenHead(name, overlayFact(feature), close),
            note(feature),
            actions(feature, name, middle),
            make("dl", { class: "facts" }, ...rows(feature)),
        );
        page.titled(name);
        marks.select(middle, "place");
        const { points = [] } = feature;
        if (isFirst && points.length > 1) camera.fit(points);
        else if (isFirst && middle) camera.showChosen(middle, null);
    }

    function tellGone() {
        const look = make("button", { type: "button", on: { click: () => views.replace({ screen: "home" }) } });
        fill(look, say("overlay.toToday"));
        const text = make("p", {}, say("overlay.gone"));
        fillScreen(
            element,
            screenHead(say("overlay.heading"), null, close),
            make("div", { class: "hint", role: "status" }, text, look),
        );
        marks.select(null);
    }

    /**
     * @param {OverlayFeature} feature
     * @param {string} name
     * @param {Position | null} middle
     */
    function actions(feature, name, middle) {
        if (middle && !concernsStreets(feature)) return actionBar(page, { position: middle, name }, name);
        const press = () => share(page, name);
        return make("div", { class: "actions" }, iconButton("share-2", say("action.share"), press));
    }

    overlay.addEventListener("change", show);
    show();
    return {
        element,
        stop: "half",
        leave() {
            overlay.removeEventListener("change", show);
            marks.select(null);
        },
    };
}

/** @param {OverlayFeature} feature */
function note({ note: text }) {
    return text ? make("p", { class: "overlay-note", dir: "auto" }, text) : null;
}

/** @param {OverlayFeature} feature */
function rows(feature) {
    const { kind, profiles, factor = 1 } = feature;
    // Until when alone is told beside the name.
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
