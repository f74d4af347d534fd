// What operators draw and edit with, one thing at a time: the choice of a kind, and below it the drawing or the form of what is at hand.
import { field } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { drawing } from "./overlay-drawing.js";
import { showEffect } from "./overlay-effects.js";
import { featureForm } from "./overlay-form.js";

/** The kinds, those that routes heed first. */
const KINDS = /** @type {const} */ ([
    "closed",
    "one_way",
    "fence",
    "entrance",
    "slow",
    "stage",
    "stall",
    "toilets",
    "first_aid",
    "meeting_point",
]);

/**
 * @param {Page} page
 * @param {import("./working-draft.js").WorkingDraft} draft
 */
export function overlayTools(page, draft) {
    const kinds = KINDS.map((each) => make("option", { value: each }, say(`overlay.${each}`)));
    const kind = field(say("overlay.kind"), { id: "overlay-kind" }, "select", ...kinds);
    const add = iconButton("plus", say("overlay.draw"), () => draw(), { class: "button" });
    const adding = make("div", { class: "adding" }, kind.element, add);
    const below = make("div", { class: "below" });
    const effect = make("p", { class: "effect", role: "status" });
    /** @type {{leave: () => void} | null} what is open. */
    let tool = null;

    function leave() {
        tool?.leave();
        tool = null;
        fill(below);
    }

    /** Puts away what is at hand. */
    function close() {
        leave();
        draft.hold(null);
    }

    function closeAndFocus() {
        close();
        add.focus();
    }

    function draw() {
        leave();
        const chosen = /** @type {OverlayFeature["kind"]} */ (kind.input.value);
        const opened = drawing(page, chosen, effect, {
            changed: (feature) => draft.hold(feature),
            done(feature) {
                draft.add(feature);
                edit(draft.features.length - 1);
            },
            cancel: closeAndFocus,
        });
        tool = opened;
        fill(below, opened.element);
        // The map is drawn on, and a raised sheet covers it on a phone.
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (below.closest("bottom-sheet"))?.moveTo(
            "half",
        );
        opened.element.querySelector("button")?.focus();
    }

    /** @param {number} index */
    function edit(index) {
        leave();
        draft.hold(draft.features[index]);
        const form = featureForm(draft.features[index], effect, {
            done(feature) {
                draft.change(feature);
                closeAndFocus();
            },
            cancel: closeAndFocus,
        });
        tool = { leave: () => form.remove() };
        fill(below, form);
        form.querySelector("input")?.focus();
    }

    return {
        elements: [adding, below],
        edit,
        close,
        focus: () => add.focus(),
        show() {
            showEffect(effect, draft.effects, draft.atHand);
            if (!effect.hidden && !draft.effects.drawsAll) effect.append(" ", say("overlay.drawnInPart"));
        },
        leave,
    };
}
