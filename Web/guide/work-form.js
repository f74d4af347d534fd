// The form for a work.
import { field } from "../shell/form.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { editForm } from "./edit-form.js";
import { keep, publicationFields, publicationOf, publicationValues, textOf } from "./entry-fields.js";
import { pictureChoice } from "./picture-choice.js";
import { LENGTHS, numberText, readLength, readYear } from "./values.js";

/**
 * Makes the form for a work.
 *
 * @param {Page} page
 * @param {string} venue the id of the venue that shows it.
 * @param {Work | null} work null for a new one.
 * @param {{done: (work: Work) => void, cancel?: () => void}} options
 * @returns {HTMLElement}
 */
export function workForm(page, venue, work, options) {
    const { guide } = page;
    const fields = workFields("work-form");
    const picture = pictureChoice(page, work?.picture);
    return editForm(page, work, {
        key: work ? work.id : `new-work-${venue}`,
        fields,
        layout: layoutOf(fields, picture.element),
        picture,
        values: valuesOf,
        check: () => check(fields),
        read: work
            ? async () => {
                  const { works } = (await guide.venue(venue)).answer;
                  return works.find((each) => each.id === work.id) ?? work;
              }
            : undefined,
        typed: async () => ({
            title: textOf(fields.title) ?? "",
            artist: textOf(fields.artist),
            description: textOf(fields.description),
            medium: textOf(fields.medium),
            width: readLength(fields.width.input.value),
            height: readLength(fields.height.input.value),
            unit: fields.unit.input.value === "in" ? "in" : "cm",
            year: readYear(fields.year.input.value),
            picture: await picture.taken(),
            ...publicationOf(fields),
        }),
        send: (/** @type {WorkFields} */ sent, revision) =>
            work ? guide.change("works", work.id, revision, sent) : guide.addWork(venue, sent),
        ...options,
    });
}

/** @typedef {ReturnType<typeof workFields>} Fields */

/** @param {string} id with which the ids of the fields begin. */
function workFields(id) {
    const text = { maxlength: LENGTHS.name, dir: "auto", autocomplete: "off" };
    const number = { inputmode: "decimal", autocomplete: "off" };
    const unit = (/** @type {string} */ value) => make("option", { value }, say(`unit.${value}`));
    return {
        title: field(say("work.name"), { id: `${id}-title`, ...text }),
        artist: field(say("work.artist"), { id: `${id}-artist`, ...text }),
        description: field(
            say("work.description"),
            { id: `${id}-description`, maxlength: LENGTHS.description, rows: 3, dir: "auto" },
            "textarea",
        ),
        medium: field(say("work.medium"), { id: `${id}-medium`, ...text }),
        width: field(say("work.width"), { id: `${id}-width`, ...number }),
        height: field(say("work.height"), { id: `${id}-height`, ...number }),
        unit: field(say("work.unit"), { id: `${id}-unit` }, "select", unit("cm"), unit("in")),
        year: field(say("work.year"), { id: `${id}-year`, inputmode: "numeric", autocomplete: "off" }),
        ...publicationFields(id),
    };
}

/**
 * Returns the fields in the order of the form.
 *
 * @param {Fields} fields
 * @param {HTMLElement} picture
 */
function layoutOf(fields, picture) {
    return [
        fields.title.element,
        fields.artist.element,
        picture,
        fields.description.element,
        fields.medium.element,
        make("div", { class: "pair" }, fields.width.element, fields.height.element, fields.unit.element),
        fields.year.element,
        fields.state.element,
        fields.from.element,
    ];
}

/**
 * Returns the values of a work for the fields.
 *
 * @param {Work | null} work
 */
function valuesOf(work) {
    return {
        title: work?.title ?? "",
        artist: work?.artist ?? "",
        description: work?.description ?? "",
        medium: work?.medium ?? "",
        width: numberText(work?.width),
        height: numberText(work?.height),
        unit: work?.unit ?? "cm",
        year: numberText(work?.year),
        ...publicationValues(work),
    };
}

/**
 * Complains beside the first field that cannot be sent, and returns whether all can.
 *
 * @param {Fields} fields
 */
function check({ title, width, height, year }) {
    return keep([
        [title, textOf(title) !== undefined, "form.empty"],
        [width, !Number.isNaN(readLength(width.input.value)), "form.noNumber"],
        [height, !Number.isNaN(readLength(height.input.value)), "form.noNumber"],
        [year, !Number.isNaN(readYear(year.input.value)), "work.badYear"],
    ]);
}
