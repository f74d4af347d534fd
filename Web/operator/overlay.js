// Temporary map changes by operators: closed, fenced and one-way streets, and the positions of stages and toilets. A
// draft until it is published; the map shows the draft as long as this is open.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { unknownEffects } from "./overlay-effects.js";
import { overlayList } from "./overlay-list.js";
import { overlayTools } from "./overlay-tools.js";
import { WorkingDraft } from "./working-draft.js";

/** @param {Page} page */
export function overlay(page) {
    return new OverlayPage(page);
}

/** The working draft of the temporary changes: tools, list, and buttons to save and to publish. */
class OverlayPage {
    #latest = new Latest();
    element = make("section", { class: "settle overlay-draft", "aria-label": say("operator.overlay") });
    #heading = make("h3", { tabindex: -1 }, say("overlay.heading"));
    #remark = make("p", { class: "effect quiet", role: "status" });
    #state = make("p", { class: "quiet", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        this.draft = new WorkingDraft(page.community);
        this.tools = overlayTools(page, this.draft);
        this.list = overlayList(page, this.draft, { edit: this.tools.edit, remove: this.#remove });
        const help = make("p", { class: "quiet" }, say("overlay.help"));
        this.save = make("button", { type: "button", on: { click: () => this.#send(false) } }, say("overlay.save"));
        this.publish = make(
            "button",
            { type: "button", class: "main", on: { click: () => this.#send(true) } },
            say("overlay.publish"),
        );
        const buttons = make("div", { class: "buttons" }, this.save, this.publish);
        this.parts = [
            this.#heading,
            help,
            ...this.tools.elements,
            this.list.element,
            this.#remark,
            this.#state,
            this.#problem,
            buttons,
        ];
        this.#load();
        this.draft.addEventListener("change", this.#show);
    }

    /** @param {boolean} [wantsFocus] */
    async #load(wantsFocus = false) {
        this.tools.close();
        fill(this.element, skeleton());
        try {
            if (!(await this.#latest.ask(undefined, (_, signal) => this.draft.load(signal)))) return;
            fill(this.element, ...this.parts);
            if (wantsFocus) this.#heading.focus();
        } catch (failure) {
            fill(
                this.element,
                trouble(failure, () => this.#load()),
            );
        }
    }

    #show = () => {
        this.list.show();
        this.tools.show();
        const text = this.draft.features.length === 0 ? "empty" : this.draft.isPublished ? "isPublished" : "isDraft";
        fill(this.#state, say(`overlay.${text}`));
        this.save.disabled = !this.draft.isChanged;
        this.publish.disabled = this.draft.isPublished;
        // The open tool says the same beside it.
        const remarks = this.draft.effects.drawsAll ? unknownEffects(this.draft.effects) : [say("overlay.drawnInPart")];
        fill(this.#remark, ...(this.draft.atHand ? [] : remarks));
        this.page.overlay.preview(this.draft.shown, this.draft.effects.streets);
    };

    /** @param {number} index */
    #remove = (index) => {
        this.draft.remove(index);
        if (!this.list.focus(index)) this.tools.focus();
    };

    /** @param {boolean} publishes */
    async #send(publishes) {
        fill(this.#problem);
        const giveBack = withhold(publishes ? this.publish : this.save);
        try {
            const notes = await this.draft.send(publishes);
            this.page.notices.show(publishes ? this.#publishedText(notes) : say("overlay.wasSaved"));
        } catch (failure) {
            giveBack();
            fill(this.#problem, ...this.#problemParts(failure));
            this.#show();
        }
    }

    /** @param {number} notes how many things change no street although they could. */
    #publishedText(notes) {
        if (notes > 0) return say("overlay.wasNoted", { count: notes });
        return say(this.draft.concernsStreets ? "overlay.wasPublished" : "overlay.wasShown");
    }

    /** @param {unknown} failure */
    #problemParts(failure) {
        if (!(failure instanceof Refused && failure.code === "changed_meanwhile")) return [failureText(failure)];
        const again = make(
            "button",
            { type: "button", on: { click: () => this.#load(true) } },
            say("overlay.readAgain"),
        );
        return [say("overlay.changedMeanwhile"), again];
    }

    leave() {
        this.#latest.drop();
        this.draft.removeEventListener("change", this.#show);
        this.draft.leave();
        this.tools.leave();
        this.page.overlay.preview(null);
    }
}
