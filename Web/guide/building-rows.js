// The rows of a venue's form for further pictures, entrances, and accessibility.
import { pictureImage } from "../pictures/picture.js";
import { field } from "../shell/form.js";
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { FEATURES } from "./building.js";
import { isLevel } from "./building-values.js";
import { LENGTHS, numberText, readDegrees, readNumber } from "./values.js";

const PICTURE_TEXT_LENGTH = 500;
/** About a centimetre. */
const DECIMALS = 7;
const ANSWERS = /** @type {AccessAnswer[]} */ (["unknown", "yes", "no"]);

/**
 * @param {string} id with which the ids of the fields begin.
 * @param {VenuePicture} shown
 * @param {{changed: (shown: VenuePicture) => void, remove: () => void}} options
 */
export function pictureForm(id, { kind, picture }, { changed, remove }) {
    const option = (/** @type {string} */ value) => make("option", { value }, say(`building.${value}`));
    const side = field(say("building.kind"), { id: `${id}-kind` }, "select", option("exterior"), option("interior"));
    const text = field(say("picture.text"), { id: `${id}-text`, maxlength: PICTURE_TEXT_LENGTH, dir: "auto" });
    side.input.value = kind;
    text.input.value = picture.text ?? "";
    const take = () =>
        changed({
            kind: side.input.value === "interior" ? "interior" : "exterior",
            picture: { ...picture, text: text.input.value.trim() || undefined },
        });
    for (const { input } of [side, text]) input.addEventListener("input", take);
    return make(
        "li",
        {},
        make("div", { class: "picture-preview" }, pictureImage(picture, { sizes: "96px" })),
        make("div", { class: "pair" }, side.element, text.element),
        make("div", { class: "actions" }, iconButton("x", say("picture.remove"), remove)),
    );
}

/**
 * @param {Page} page
 * @param {string} id with which the ids of the fields begin.
 * @param {Entrance} entrance
 * @param {{changed: (entrance: Entrance) => void, remove: () => void}} options
 */
export function entranceForm({ camera, views }, id, entrance, { changed, remove }) {
    const number = { inputmode: "decimal", autocomplete: "off", dir: "ltr" };
    const name = field(say("venue.name"), { id: `${id}-name`, maxlength: LENGTHS.name, dir: "auto" });
    const lat = field(say("venue.lat"), { id: `${id}-lat`, ...number });
    const lon = field(say("venue.lon"), { id: `${id}-lon`, ...number });
    const level = field(say("plan.levelNumber"), { id: `${id}-level`, ...number });
    const stepFree = answerField(say("accessible.step_free_entrance"), `${id}-step-free`);
    const values = /** @type {const} */ ([
        [name, entrance.name ?? ""],
        [lat, numberText(entrance.location.lat)],
        [lon, numberText(entrance.location.lon)],
        [level, numberText(entrance.level)],
        [stepFree, entrance.step_free ?? "unknown"],
    ]);
    let kept = entrance;
    for (const [{ input }, value] of values) {
        input.value = value;
        input.addEventListener("change", () => {
            const [north, east] = [readDegrees(lat.input.value, 90), readDegrees(lon.input.value, 180)];
            const isThere = Number.isFinite(north) && Number.isFinite(east);
            if (!isThere) lat.complain(say("venue.badLat"));
            const floor = readNumber(level.input.value);
            if (!isLevel(floor)) level.complain(say("plan.badLevel"));
            kept = {
                location: isThere ? { lat: Number(north), lon: Number(east) } : kept.location,
                name: name.input.value.trim() || undefined,
                step_free: /** @type {AccessAnswer} */ (stepFree.input.value),
                level: isLevel(floor) ? floor : kept.level,
            };
            changed(kept);
        });
    }
    const middle = () => {
        views.lower();
        const there = camera.middle;
        lat.input.value = numberText(Number(there.lat.toFixed(DECIMALS)));
        lon.input.value = numberText(Number(there.lon.toFixed(DECIMALS)));
        lat.input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    return make(
        "li",
        {},
        name.element,
        make("div", { class: "pair" }, lat.element, lon.element),
        make("div", { class: "pair" }, stepFree.element, level.element),
        make(
            "div",
            { class: "actions" },
            iconButton("map-pin", say("venue.middle"), middle),
            iconButton("x", say("entrance.remove"), remove),
        ),
    );
}

/**
 * Returns the fields of accessibility.
 *
 * @param {string} id with which the ids of the fields begin.
 * @param {VenueAccess} known
 * @param {(known: VenueAccess) => void} changed
 */
export function accessFields(id, known, changed) {
    const kept = { ...known };
    const answers = FEATURES.map((feature) => {
        const answer = answerField(say(`accessible.${feature}`), `${id}-${feature}`);
        answer.input.value = known[feature] ?? "unknown";
        answer.input.addEventListener("input", () => {
            kept[feature] = /** @type {AccessAnswer} */ (answer.input.value);
            changed({ ...kept });
        });
        return answer.element;
    });
    const note = field(
        say("accessible.note"),
        { id: `${id}-note`, maxlength: LENGTHS.line, rows: 2, dir: "auto" },
        "textarea",
    );
    note.input.value = known.note ?? "";
    note.input.addEventListener("input", () => {
        kept.note = note.input.value.trim() || undefined;
        changed({ ...kept });
    });
    return [make("div", { class: "pair answers" }, ...answers), note.element];
}

/**
 * @param {string} label
 * @param {string} id
 */
function answerField(label, id) {
    const options = ANSWERS.map((value) => make("option", { value }, say(`known.${value}`)));
    return field(label, { id }, "select", ...options);
}
