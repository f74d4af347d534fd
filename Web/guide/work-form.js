// The form for a work.
import { field } from "../shell/form.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { editForm, keep, publicationFields, publicationOf, publicationValues, textOf } from "./edit-form.js";
import { pictureChoice } from "./picture-choice.js";
import { LENGTHS, numberText, readLength, readYear } from "./values.js";

/**
 * @param {Page} page
 * @param {string} venue the id of the venue that shows it.
 * @param {Work | null} work null for a new one.
 * @param {{done: (work: Work) => void, cancel?: () => void}} options
 * @returns {HTMLElement}
 */
export function workForm(page, venue, work, { done, cancel }) {
    const { guide } = page;
    const id = "work-form";
    const text = { maxlength: LENGTHS.name, dir: "auto", autocomplete: "off" };
    const number = { inputmode: "decimal", autocomplete: "off" };
    const unit = (/** @type {string} */ value) => make("option", { value }, say(`unit.${value}`));
    const fields = {
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
    const picture = pictureChoice(page, work?.picture);
    const { width, height, year } = fields;
    return editForm(page, work, {
        key: work ? work.id : `new-work-${venue}`,
        fields,
        layout: [
            fields.title.element,
            fields.artist.element,
            picture.element,
            fields.description.element,
            fields.medium.element,
            make("div", { class: "pair" }, width.element, height.element, fields.unit.element),
            year.element,
            fields.state.element,
            fields.from.element,
        ],
        picture,
        values: (entry) => ({
            title: entry?.title ?? "",
            artist: entry?.artist ?? "",
            description: entry?.description ?? "",
            medium: entry?.medium ?? "",
            width: numberText(entry?.width),
            height: numberText(entry?.height),
            unit: entry?.unit ?? "cm",
            year: numberText(entry?.year),
            ...publicationValues(entry),
        }),
        check: () =>
            keep([
                [fields.title, textOf(fields.title) !== undefined, "form.empty"],
                [width, !Number.isNaN(readLength(width.input.value)), "form.noNumber"],
                [height, !Number.isNaN(readLength(height.input.value)), "form.noNumber"],
                [year, !Number.isNaN(readYear(year.input.value)), "work.badYear"],
            ]),
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
            width: readLength(width.input.value),
            height: readLength(height.input.value),
            unit: fields.unit.input.value === "in" ? "in" : "cm",
            year: readYear(year.input.value),
            picture: await picture.taken(),
            ...publicationOf(fields),
        }),
        send: (/** @type {WorkFields} */ sent, revision) =>
            work ? guide.change("works", work.id, revision, sent) : guide.addWork(venue, sent),
        done,
        cancel,
    });
}
