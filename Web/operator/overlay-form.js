// The form for something drawn: its name, a note, and when it holds.
import { localTime, sentTime } from "../guide/values.js";
import { field } from "../shell/form.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { overlayKind } from "../overlay/words.js";

const FACTORS = { min: 1, max: 100, step: 0.1 };

/**
 * @param {OverlayFeature} feature
 * @param {HTMLElement} effect the element that shows its effect on streets.
 * @param {{done: (feature: OverlayFeature) => void, cancel: () => void}} heard
 */
export function featureForm(feature, effect, { done, cancel }) {
    const text = { dir: "auto", autocomplete: "off" };
    const time = { type: "datetime-local" };
    const name = field(say("overlay.name"), { id: "overlay-name", maxlength: 200, ...text });
    const note = field(say("overlay.note"), { id: "overlay-note", maxlength: 2000, rows: 3, ...text }, "textarea");
    const from = field(say("overlay.from"), { id: "overlay-from", ...time });
    const until = field(say("overlay.to"), { id: "overlay-until", ...time });
    const factor = field(say("overlay.factor"), {
        id: "overlay-factor",
        type: "number",
        inputmode: "decimal",
        ...FACTORS,
    });
    const fields = [name, note, from, until, ...(feature.kind === "slow" ? [factor] : [])];
    name.input.value = feature.name ?? "";
    note.input.value = feature.note ?? "";
    from.input.value = localTime(feature.from) ?? "";
    until.input.value = localTime(feature.until) ?? "";
    factor.input.value = String(feature.factor ?? "");
    const form = make(
        "form",
        { class: "short-form", novalidate: true },
        make("h4", {}, overlayKind(feature)),
        effect,
        ...fields.map(({ element }) => element),
        make(
            "div",
            { class: "buttons" },
            make("button", { type: "button", on: { click: cancel } }, say("action.cancel")),
            make("button", { class: "main", type: "submit" }, say("overlay.take")),
        ),
    );
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const times = Number(factor.input.value);
        if (feature.kind === "slow" && !(times >= FACTORS.min && times <= FACTORS.max)) {
            return factor.complain(say("overlay.wrongFactor"));
        }
        if (from.input.value && until.input.value && until.input.value <= from.input.value) {
            return until.complain(say("overlay.wrongTime"));
        }
        done({
            ...feature,
            name: name.input.value.trim() || undefined,
            note: note.input.value.trim() || undefined,
            from: sentTime(from.input.value) ?? undefined,
            until: sentTime(until.input.value) ?? undefined,
            factor: feature.kind === "slow" ? times : undefined,
        });
    });
    return form;
}
