// The tools of operators, for one thing at a time: the choice of a kind, and below it the drawing or the form of the
// open thing.
import { field } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { drawing } from "./overlay-drawing.js";
import { showEffect } from "./overlay-effects.js";
import { featureForm } from "./overlay-form.js";

/** The kinds; those that change routes come first. */
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
    return new OverlayTools(page, draft);
}

/** The tools of the draft: one of them is open at a time, to draw or to edit. */
class OverlayTools {
    #below = make("div", { class: "below" });
    #effect = make("p", { class: "effect", role: "status" });
    /** @type {{leave: () => void} | null} the open tool. */
    #tool = null;

    /**
     * @param {Page} page
     * @param {import("./working-draft.js").WorkingDraft} draft
     */
    constructor(page, draft) {
        this.page = page;
        this.draft = draft;
        const kinds = KINDS.map((each) => make("option", { value: each }, say(`overlay.${each}`)));
        this.kind = field(say("overlay.kind"), { id: "overlay-kind" }, "select", ...kinds);
        this.add = iconButton("plus", say("overlay.draw"), () => this.#draw(), { class: "button" });
        this.adding = make("div", { class: "adding" }, this.kind.element, this.add);
        this.elements = [this.adding, this.#below];
    }

    leave = () => {
        this.#tool?.leave();
        this.#tool = null;
        fill(this.#below);
    };

    /** Closes the open tool. */
    close = () => {
        this.leave();
        this.draft.hold(null);
    };

    #closeAndFocus = () => {
        this.close();
        this.add.focus();
    };

    #draw() {
        this.leave();
        const chosen = /** @type {OverlayFeature["kind"]} */ (this.kind.input.value);
        const opened = drawing(this.page, chosen, this.#effect, {
            changed: (feature) => this.draft.hold(feature),
            done: (feature) => {
                this.draft.add(feature);
                this.edit(this.draft.features.length - 1);
            },
            cancel: this.#closeAndFocus,
        });
        this.#tool = opened;
        fill(this.#below, opened.element);
        // The map is drawn on, and a raised sheet covers it on a phone.
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (
            this.#below.closest("bottom-sheet")
        )?.moveTo("half");
        opened.element.querySelector("button")?.focus();
    }

    /** @param {number} index */
    edit = (index) => {
        this.leave();
        this.draft.hold(this.draft.features[index]);
        const form = featureForm(this.draft.features[index], this.#effect, {
            done: (feature) => {
                this.draft.change(feature);
                this.#closeAndFocus();
            },
            cancel: this.#closeAndFocus,
        });
        this.#tool = { leave: () => form.remove() };
        fill(this.#below, form);
        form.querySelector("input")?.focus();
    };

    focus() {
        return this.add.focus();
    }

    show() {
        showEffect(this.#effect, this.draft.effects, this.draft.atHand);
        if (!this.#effect.hidden && !this.draft.effects.drawsAll) this.#effect.append(" ", say("overlay.drawnInPart"));
    }
}
