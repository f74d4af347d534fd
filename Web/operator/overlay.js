// What operators draw on the map for a while: what is closed, fenced or one-way, and where stages and toilets are. A draft until it is
// published; the map shows the draft as long as this is open.
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
    const draft = new WorkingDraft(page.people);
    const latest = new Latest();
    const tools = overlayTools(page, draft);
    const list = overlayList(page, draft, { edit: tools.edit, remove });
    const element = make("section", { class: "settle overlay-draft", "aria-label": say("operator.overlay") });
    const heading = make("h3", { tabindex: -1 }, say("overlay.heading"));
    const help = make("p", { class: "quiet" }, say("overlay.help"));
    const remark = make("p", { class: "effect quiet", role: "status" });
    const state = make("p", { class: "quiet", role: "status" });
    const problem = make("p", { class: "problem", role: "alert" });
    const save = make("button", { type: "button", on: { click: () => send(false) } }, say("overlay.save"));
    const publish = make(
        "button",
        { type: "button", class: "main", on: { click: () => send(true) } },
        say("overlay.publish"),
    );
    const buttons = make("div", { class: "buttons" }, save, publish);
    const parts = [heading, help, ...tools.elements, list.element, remark, state, problem, buttons];

    /** @param {boolean} [wantsFocus] */
    async function load(wantsFocus = false) {
        tools.close();
        fill(element, skeleton());
        try {
            if (!(await latest.ask(undefined, (_, signal) => draft.load(signal)))) return;
            fill(element, ...parts);
            if (wantsFocus) heading.focus();
        } catch (failure) {
            fill(
                element,
                trouble(failure, () => load()),
            );
        }
    }

    function show() {
        list.show();
        tools.show();
        const text = draft.features.length === 0 ? "empty" : draft.isPublished ? "isPublished" : "isDraft";
        fill(state, say(`overlay.${text}`));
        save.disabled = !draft.isChanged;
        publish.disabled = draft.isPublished;
        // Beside what is at hand the same is said there.
        const remarks = draft.effects.drawsAll ? unknownEffects(draft.effects) : [say("overlay.drawnInPart")];
        fill(remark, ...(draft.atHand ? [] : remarks));
        page.overlay.preview(draft.shown, draft.effects.streets);
    }

    /** @param {number} index */
    function remove(index) {
        draft.remove(index);
        if (!list.focus(index)) tools.focus();
    }

    /** @param {boolean} publishes */
    async function send(publishes) {
        fill(problem);
        const giveBack = withhold(publishes ? publish : save);
        try {
            const notes = await draft.send(publishes);
            page.notices.tell(publishes ? publishedText(notes) : say("overlay.wasSaved"));
        } catch (failure) {
            giveBack();
            fill(problem, ...problemParts(failure));
            show();
        }
    }

    /** @param {number} notes how many things change no street although they could. */
    function publishedText(notes) {
        if (notes > 0) return say("overlay.wasNoted", { count: notes });
        return say(draft.concernsStreets ? "overlay.wasPublished" : "overlay.wasShown");
    }

    /** @param {unknown} failure */
    function problemParts(failure) {
        if (!(failure instanceof Refused && failure.code === "changed_meanwhile")) return [failureText(failure)];
        const again = make("button", { type: "button", on: { click: () => load(true) } }, say("overlay.readAgain"));
        return [say("overlay.changedMeanwhile"), again];
    }

    load();
    draft.addEventListener("change", show);
    return {
        element,
        leave() {
            latest.drop();
            draft.removeEventListener("change", show);
            draft.leave();
            tools.leave();
            page.overlay.preview(null);
        },
    };
}
