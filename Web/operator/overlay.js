// What operators draw on the map for a while: what is closed, fenced or one-way, and where stages and toilets are. A draft until it is
// published; the map shows the draft as long as this is open.
import { concernsStreets } from "../core/changes.js";
import { changeOverlay, readOverlayDraft } from "../data/overlay.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { field, withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { overlayIcon, overlayKind, overlayName } from "../overlay/words.js";
import { drawing } from "./overlay-drawing.js";
import { OverlayEffects, showEffect, unknownEffects } from "./overlay-effects.js";
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

/** @param {Page} page */
export function overlay(page) {
    const { people, notices } = page;
    const element = make("section", { class: "settle overlay-draft", "aria-label": say("operator.overlay") });
    const latest = new Latest();
    const list = make("ul", { class: "rows" });
    const below = make("div", { class: "below" });
    const state = make("p", { class: "quiet", role: "status" });
    const problem = make("p", { class: "problem", role: "alert" });
    const save = make("button", { type: "button", on: { click: () => send(false) } }, say("overlay.save"));
    const publish = make(
        "button",
        { type: "button", class: "main", on: { click: () => send(true) } },
        say("overlay.publish"),
    );
    const kind = field(
        say("overlay.kind"),
        { id: "overlay-kind" },
        "select",
        ...KINDS.map((each) => make("option", { value: each }, say(`overlay.${each}`))),
    );
    const add = iconButton("plus", say("overlay.draw"), () => draw(), { class: "button" });
    /** @type {OverlayFeature[]} */
    let features = [];
    let told = { revision: 0, published_revision: 0 };
    let sent = "[]";
    /** @type {{leave: () => void} | null} */
    let open = null;
    const effects = new OverlayEffects(people);
    // Of what is being drawn or edited.
    const effect = make("p", { class: "effect", role: "status" });
    const unknown = make("p", { class: "effect quiet", role: "status" });
    /** @type {OverlayFeature | null} */
    let atHand = null;
    /** @type {OverlayFeature[]} what is on the map. */
    let drawn = [];

    /** @param {boolean} [wantsFocus] */
    async function load(wantsFocus = false) {
        fill(element, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) => readOverlayDraft(people, signal));
            if (!found) return;
            take(found.answer);
            const heading = make("h3", { tabindex: -1 }, say("overlay.heading"));
            const buttons = make("div", { class: "buttons" }, save, publish);
            const adding = make("div", { class: "adding" }, kind.element, add);
            fill(
                element,
                heading,
                make("p", { class: "quiet" }, say("overlay.help")),
                adding,
                below,
                list,
                unknown,
                state,
                problem,
                buttons,
            );
            if (wantsFocus) heading.focus();
        } catch (failure) {
            fill(
                element,
                trouble(failure, () => load()),
            );
        }
    }

    /** @param {OverlayDraft} draft */
    function take(draft) {
        told = draft;
        features = draft.features;
        sent = JSON.stringify(features);
        show();
    }

    /** @param {OverlayFeature[]} [also] what is being drawn. */
    function show(also = []) {
        const isChanged = JSON.stringify(features) !== sent;
        const isPublished = !isChanged && told.revision === told.published_revision;
        drawn = [...features, ...also];
        effects.ask(drawn);
        showEffects();
        fill(
            state,
            say(features.length === 0 ? "overlay.empty" : isPublished ? "overlay.isPublished" : "overlay.isDraft"),
        );
        save.disabled = !isChanged;
        publish.disabled = isPublished;
    }

    function showEffects() {
        // A list that is made anew loses the focus.
        const rows = [...list.children];
        const focused = rows.findIndex((each) => each.contains(document.activeElement));
        const button =
            focused < 0 ? -1 : [...rows[focused].children].indexOf(/** @type {Element} */ (document.activeElement));
        fill(list, ...features.map(row));
        if (button >= 0) /** @type {HTMLElement | undefined} */ (list.children[focused]?.children[button])?.focus();
        showEffect(effect, effects, atHand);
        fill(unknown, ...(atHand ? [] : unknownEffects(effects)));
        page.overlay.preview(drawn, effects.streets);
    }
    effects.addEventListener("change", showEffects);

    /**
     * @param {OverlayFeature} feature
     * @param {number} index
     */
    function row(feature, index) {
        const [image] = overlayIcon(feature).split(":");
        const name = overlayName(feature);
        const does = make("span", { class: "effect", dir: "auto" });
        if (effects.failure === null) showEffect(does, effects, feature);
        const look = () => feature.points && page.camera.show(feature.points[0], 17);
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

    /** @param {number} index */
    function remove(index) {
        features = features.filter((_, at) => at !== index);
        show();
        /** @type {HTMLElement} */ (list.querySelectorAll(".drawn > button")[3 * index] ?? add).focus();
    }

    function shut() {
        open?.leave();
        open = null;
        atHand = null;
        fill(below);
        show();
        add.focus();
    }

    function draw() {
        open?.leave();
        const chosen = /** @type {OverlayFeature["kind"]} */ (kind.input.value);
        const tool = drawing(page, chosen, effect, {
            changed(feature) {
                atHand = feature;
                show(feature ? [feature] : []);
            },
            done(feature) {
                features = [...features, feature];
                shut();
                edit(features.length - 1);
            },
            cancel: shut,
        });
        open = tool;
        fill(below, tool.element);
        // The map is drawn on, and a raised sheet covers it on a phone.
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (element.closest("bottom-sheet"))?.moveTo(
            "half",
        );
        tool.element.querySelector("button")?.focus();
    }

    /** @param {number} index */
    function edit(index) {
        open?.leave();
        open = { leave: () => fill(below) };
        atHand = features[index];
        show();
        const form = featureForm(features[index], effect, {
            done(feature) {
                features = features.map((each, at) => (at === index ? feature : each));
                shut();
            },
            cancel: shut,
        });
        fill(below, form);
        form.querySelector("input")?.focus();
    }

    /** @param {OverlayDraft} answer says what each feature that concerns streets does; a busy server leaves that out. */
    function publishedText({ effects: done = [] }) {
        const notes = done.filter(({ streets }) => streets === 0).length;
        if (notes > 0) return say("overlay.wasNoted", { count: notes });
        return say(features.some(concernsStreets) ? "overlay.wasPublished" : "overlay.wasShown");
    }

    /** @param {boolean} publishes */
    async function send(publishes) {
        fill(problem);
        const giveBack = withhold(publishes ? publish : save);
        try {
            const answer = await changeOverlay(people, told.revision, { features, publish: publishes });
            take(answer);
            notices.tell(publishes ? publishedText(answer) : say("overlay.wasSaved"));
        } catch (failure) {
            giveBack();
            const isOther = failure instanceof Refused && failure.code === "changed_meanwhile";
            const again = make("button", { type: "button", on: { click: () => load(true) } }, say("overlay.readAgain"));
            fill(problem, isOther ? say("overlay.changedMeanwhile") : failureText(failure), isOther ? again : null);
            show();
        }
    }

    load();
    return {
        element,
        leave() {
            latest.drop();
            effects.leave();
            open?.leave();
            page.overlay.preview(null);
        },
    };
}
