// The temporary changes as a list on the first screen. Nothing while there are none.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { overlayFact, overlayIcon, overlayKey, overlayName } from "./words.js";

/** @param {Page} page */
export function todaySection({ overlay, views }) {
    const element = make("section", { class: "today", "aria-labelledby": "today" });

    function show() {
        const { features } = overlay;
        element.hidden = features.length === 0;
        if (element.hidden) return fill(element);
        return fill(
            element,
            make("h3", { id: "today" }, say("overlay.heading")),
            make("ul", { class: "rows" }, ...features.map((feature) => make("li", {}, row(feature)))),
        );
    }

    /** @param {OverlayFeature} feature */
    function row(feature) {
        const facts = [overlayFact(feature), feature.note];
        const [drawing] = overlayIcon(feature).split(":");
        const words = make(
            "span",
            { class: "words" },
            make("span", { class: "name", dir: "auto" }, overlayName(feature)),
            make("span", { class: "where", dir: "auto" }, facts.filter(Boolean).join(" · ")),
        );
        const inside = make("span", { class: "place-row" }, make("span", { class: "kind" }, icon(drawing)), words);
        const press = () => views.open({ screen: "overlay", key: overlayKey(feature) });
        return make("button", { type: "button", on: { click: press } }, inside);
    }

    overlay.addEventListener("change", show);
    show();
    return { element, leave: () => overlay.removeEventListener("change", show) };
}
