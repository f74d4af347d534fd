// The list of the operators' map changes: each with its effect on streets, and buttons to edit and remove it.
import { fill, icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { overlayIcon, overlayKind, overlayName } from "../overlay/words.js";
import { showEffect } from "./overlay-effects.js";

/**
 * @param {Page} page
 * @param {import("./working-draft.js").WorkingDraft} draft
 * @param {{edit: (index: number) => void, remove: (index: number) => void}} heard
 */
export function overlayList({ camera }, draft, { edit, remove }) {
    const element = make("ul", { class: "rows" });

    /**
     * @param {OverlayFeature} feature
     * @param {number} index
     */
    function row(feature, index) {
        const [image] = overlayIcon(feature).split(":");
        const name = overlayName(feature);
        const does = make("span", { class: "effect", dir: "auto" });
        // A failure is said once, below the list.
        if (draft.effects.failure === null) showEffect(does, draft.effects, feature);
        const look = () => feature.points && camera.show(feature.points[0], 17);
        const words = make(
            "span",
            { class: "words" },
            make("span", { class: "name", dir: "auto" }, name),
            feature.name ? make("span", { class: "where" }, overlayKind(feature)) : null,
            does,
        );
        const shown = make("span", { class: "place-row" }, make("span", { class: "kind" }, icon(image)), words);
        return make(
            "li",
            { class: "drawn" },
            make("button", { type: "button", on: { click: look } }, shown),
            iconButton("pencil", say("overlay.edit", { name }), () => edit(index), { class: "round" }),
            iconButton("trash-2", say("overlay.remove", { name }), () => remove(index), { class: "round" }),
        );
    }

    return {
        element,
        show() {
            // A list that is made anew loses the focus.
            const rows = [...element.children];
            const focused = rows.findIndex((each) => each.contains(document.activeElement));
            const buttons = focused < 0 ? [] : [...rows[focused].children];
            const button = buttons.indexOf(/** @type {Element} */ (document.activeElement));
            fill(element, ...draft.features.map(row));
            const next = element.children[focused]?.children[button];
            /** @type {HTMLElement | undefined} */ (next)?.focus();
        },
        /**
         * Moves the focus to a row, if it is there.
         *
         * @param {number} index
         */
        focus(index) {
            const first = element.children[index]?.querySelector("button");
            first?.focus();
            return Boolean(first);
        },
    };
}
