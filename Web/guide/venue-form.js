// The form for a venue: what it is called and where it is, by dragging its mark, by typing or by standing there.
import { field } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { editForm, keep, publicationFields, publicationOf, publicationValues, textOf } from "./edit-form.js";
import { readHours } from "./opening-hours.js";
import { pictureChoice } from "./picture-choice.js";
import { LENGTHS, completeLink, isLink, numberText, readDegrees } from "./values.js";

/** About a tenth of a metre. */
const DECIMALS = 6;

/**
 * @param {Page} page
 * @param {Venue | null} venue null for a new one.
 * @param {{done: (venue: Venue) => void, cancel?: () => void}} options
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function venueForm(page, venue, { done, cancel }) {
    const { guide, marks, camera, locating } = page;
    const id = "venue-form";
    const text = { maxlength: LENGTHS.line, dir: "auto", autocomplete: "off" };
    const degrees = { inputmode: "decimal", autocomplete: "off", dir: "ltr" };
    const fields = {
        name: field(say("venue.name"), { id: `${id}-name`, ...text, maxlength: LENGTHS.name }),
        address: field(say("place.address"), { id: `${id}-address`, ...text }),
        description: field(
            say("work.description"),
            { id: `${id}-description`, maxlength: LENGTHS.description, rows: 3, dir: "auto" },
            "textarea",
        ),
        hours: field(say("venue.hours"), { id: `${id}-hours`, ...text, placeholder: "Tu-Su 10:00-18:00", dir: "ltr" }),
        link: field(say("place.website"), { id: `${id}-link`, type: "url", maxlength: LENGTHS.line, dir: "ltr" }),
        lat: field(say("venue.lat"), { id: `${id}-lat`, ...degrees }),
        lon: field(say("venue.lon"), { id: `${id}-lon`, ...degrees }),
        ...publicationFields(id),
    };
    const { lat, lon } = fields;
    const picture = pictureChoice(page, venue?.picture);

    /** @returns {Position | null} */
    function typed() {
        const [north, east] = [readDegrees(lat.input.value, 90), readDegrees(lon.input.value, 180)];
        return Number.isFinite(north) && Number.isFinite(east) ? { lat: Number(north), lon: Number(east) } : null;
    }

    const mark = () => marks.place(typed(), put);

    function put(/** @type {Position} */ position) {
        lat.input.value = position.lat.toFixed(DECIMALS);
        lon.input.value = position.lon.toFixed(DECIMALS);
        for (const { input } of [lat, lon]) input.dispatchEvent(new Event("input", { bubbles: true }));
    }

    async function here() {
        const fix = await locating.wish();
        if (!fix) return;
        put(fix.position);
        camera.keepClear(fix.position);
    }

    function middle() {
        // Where the sheet covers the map, there is no mark to drag.
        page.views.lower();
        put(camera.middle);
    }

    function nowhere() {
        for (const { input } of [lat, lon]) {
            input.value = "";
            input.dispatchEvent(new Event("input", { bubbles: true }));
        }
    }

    for (const { input } of [lat, lon]) input.addEventListener("input", mark);
    const unread = make("p", { class: "quiet", role: "status" });
    fields.hours.element.append(unread);
    const tellHours = () => {
        const hours = fields.hours.input.value.trim();
        fill(unread, hours && !readHours(hours) && say("venue.hoursUnread"));
    };
    for (const event of ["change", "put"]) fields.hours.input.addEventListener(event, tellHours);
    fields.link.input.addEventListener("change", () => {
        fields.link.input.value = completeLink(fields.link.input.value);
    });
    const where = make(
        "fieldset",
        { class: "place-fields" },
        make("legend", {}, say("venue.where")),
        make("p", { class: "quiet" }, say("venue.whereText")),
        make("div", { class: "pair" }, lat.element, lon.element),
        make(
            "div",
            { class: "actions" },
            iconButton("locate", say("venue.here"), here),
            iconButton("map-pin", say("venue.middle"), middle),
            iconButton("x", say("venue.nowhere"), nowhere),
        ),
    );
    const element = editForm(page, venue, {
        key: venue ? venue.id : "new-venue",
        fields,
        layout: [
            fields.name.element,
            picture.element,
            fields.address.element,
            where,
            fields.description.element,
            fields.hours.element,
            fields.link.element,
            fields.state.element,
            fields.from.element,
        ],
        picture,
        values: (entry) => ({
            name: entry?.name ?? "",
            address: entry?.address ?? "",
            description: entry?.description ?? "",
            hours: entry?.hours ?? "",
            link: entry?.link ?? "",
            lat: numberText(entry?.location?.lat),
            lon: numberText(entry?.location?.lon),
            ...publicationValues(entry),
        }),
        check() {
            const [north, east] = [readDegrees(lat.input.value, 90), readDegrees(lon.input.value, 180)];
            return keep([
                [fields.name, textOf(fields.name) !== undefined, "form.empty"],
                [lat, !Number.isNaN(north), "venue.badLat"],
                [lon, !Number.isNaN(east), "venue.badLon"],
                [lat, north !== undefined || east === undefined, "venue.both"],
                [lon, east !== undefined || north === undefined, "venue.both"],
                [fields.link, isLink(fields.link.input.value), "venue.badLink"],
            ]);
        },
        read: venue ? async () => (await guide.venue(venue.id)).answer.venue : undefined,
        typed: async () => ({
            name: textOf(fields.name) ?? "",
            address: textOf(fields.address),
            description: textOf(fields.description),
            hours: textOf(fields.hours),
            link: textOf(fields.link),
            location: typed() ?? undefined,
            picture: await picture.taken(),
            ...publicationOf(fields),
        }),
        send: (/** @type {VenueFields} */ sent, revision) =>
            venue ? guide.change("venues", venue.id, revision, sent) : guide.addVenue(sent),
        done,
        cancel,
        shown: mark,
    });
    return { element, leave: () => marks.place(null) };
}
