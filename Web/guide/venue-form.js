// The form for a venue: its name and its location, by dragging its mark, by typing, or from the position of the device.
import { field } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { BuildingForm } from "./building-form.js";
import { detailText } from "./building-values.js";
import { editForm } from "./edit-form.js";
import { keep, publicationFields, publicationOf, publicationValues, textOf } from "./entry-fields.js";
import { readHours } from "./opening-hours.js";
import { pictureChoice } from "./picture-choice.js";
import { LENGTHS, completeLink, isLink, numberText, readDegrees } from "./values.js";

/** About a tenth of a metre. */
const DECIMALS = 6;

/**
 * Makes the form for a venue.
 *
 * @param {Page} page
 * @param {Venue | null} venue null for a new one.
 * @param {{done: (venue: Venue) => void, cancel?: () => void}} options
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function venueForm(page, venue, options) {
    const building = new BuildingForm(page);
    const fields = { ...venueFields("venue-form"), detail: building };
    const location = new LocationFields(page, fields);
    const picture = pictureChoice(page, venue?.picture);
    followHours(fields.hours);
    fields.link.input.addEventListener("change", () => {
        fields.link.input.value = completeLink(fields.link.input.value);
    });
    const { guide, marks } = page;
    const element = editForm(page, venue, {
        key: venue ? venue.id : "new-venue",
        fields,
        layout: layoutOf(fields, picture.element, location.element),
        picture,
        values: valuesOf,
        check: () => check(fields) && building.check(),
        read: venue ? async () => (await guide.venue(venue.id)).answer.venue : undefined,
        typed: async () => ({
            name: textOf(fields.name) ?? "",
            address: textOf(fields.address),
            description: textOf(fields.description),
            hours: textOf(fields.hours),
            link: textOf(fields.link),
            location: location.typed() ?? undefined,
            detail: building.typed,
            picture: await picture.taken(),
            ...publicationOf(fields),
        }),
        send: (/** @type {VenueFields} */ sent, revision) =>
            venue ? guide.change("venues", venue.id, revision, sent) : guide.addVenue(sent),
        ...options,
        shown: location.mark,
    });
    const leave = () => {
        marks.place(null);
        building.leave();
    };
    return { element, leave };
}

/** @typedef {ReturnType<typeof venueFields> & {detail: BuildingForm}} Fields */

/** @param {string} id with which the ids of the fields begin. */
function venueFields(id) {
    const text = { maxlength: LENGTHS.line, dir: "auto", autocomplete: "off" };
    const degrees = { inputmode: "decimal", autocomplete: "off", dir: "ltr" };
    return {
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
}

/**
 * Returns the fields in the order of the form.
 *
 * @param {Fields} fields
 * @param {HTMLElement} picture
 * @param {HTMLElement} location
 */
function layoutOf(fields, picture, location) {
    return [
        fields.name.element,
        picture,
        fields.address.element,
        location,
        fields.description.element,
        fields.hours.element,
        fields.link.element,
        fields.detail.element,
        fields.state.element,
        fields.from.element,
    ];
}

/**
 * Returns the values of a venue for the fields.
 *
 * @param {Venue | null} venue
 */
function valuesOf(venue) {
    return {
        name: venue?.name ?? "",
        address: venue?.address ?? "",
        description: venue?.description ?? "",
        hours: venue?.hours ?? "",
        link: venue?.link ?? "",
        detail: detailText(venue?.detail),
        lat: numberText(venue?.location?.lat),
        lon: numberText(venue?.location?.lon),
        ...publicationValues(venue),
    };
}

/**
 * Complains beside the first field that cannot be sent, and returns whether all can.
 *
 * @param {Fields} fields
 */
function check({ name, lat, lon, link }) {
    const [north, east] = [readDegrees(lat.input.value, 90), readDegrees(lon.input.value, 180)];
    return keep([
        [name, textOf(name) !== undefined, "form.empty"],
        [lat, !Number.isNaN(north), "venue.badLat"],
        [lon, !Number.isNaN(east), "venue.badLon"],
        [lat, north !== undefined || east === undefined, "venue.both"],
        [lon, east !== undefined || north === undefined, "venue.both"],
        [link, isLink(link.input.value), "venue.badLink"],
    ]);
}

/**
 * Says below the hours when the page cannot read them.
 *
 * @param {Fields["hours"]} hours
 */
function followHours({ element, input }) {
    const unread = make("p", { class: "quiet", role: "status" });
    element.append(unread);
    const follow = () => {
        const text = input.value.trim();
        fill(unread, text && !readHours(text) && say("venue.hoursUnread"));
    };
    for (const event of ["change", "put"]) input.addEventListener(event, follow);
}

/** Where a venue is: two fields, buttons that fill them, and a mark on the map that people drag. */
class LocationFields {
    /**
     * @param {Page} page
     * @param {Fields} fields
     */
    constructor(page, { lat, lon }) {
        this.page = page;
        this.lat = lat;
        this.lon = lon;
        for (const { input } of [lat, lon]) input.addEventListener("input", this.mark);
        this.element = make(
            "fieldset",
            { class: "place-fields" },
            make("legend", {}, say("venue.where")),
            make("p", { class: "quiet" }, say("venue.whereText")),
            make("div", { class: "pair" }, lat.element, lon.element),
            make(
                "div",
                { class: "actions" },
                iconButton("locate", say("venue.here"), () => this.#here()),
                iconButton("map-pin", say("venue.middle"), () => this.#middle()),
                iconButton("x", say("venue.nowhere"), () => this.#put("", "")),
            ),
        );
    }

    /** @returns {Position | null} null while the fields say no position. */
    typed() {
        const [north, east] = [readDegrees(this.lat.input.value, 90), readDegrees(this.lon.input.value, 180)];
        return Number.isFinite(north) && Number.isFinite(east) ? { lat: Number(north), lon: Number(east) } : null;
    }

    /** Shows the location in the fields on the map. */
    mark = () => this.page.marks.place(this.typed(), this.#putPosition);

    #putPosition = (/** @type {Position} */ { lat, lon }) => this.#put(lat.toFixed(DECIMALS), lon.toFixed(DECIMALS));

    /**
     * @param {string} lat
     * @param {string} lon
     */
    #put(lat, lon) {
        this.lat.input.value = lat;
        this.lon.input.value = lon;
        for (const { input } of [this.lat, this.lon]) input.dispatchEvent(new Event("input", { bubbles: true }));
    }

    async #here() {
        const fix = await this.page.locating.wish();
        if (!fix) return;
        this.#putPosition(fix.position);
        this.page.camera.keepClear(fix.position);
    }

    #middle() {
        // Where the sheet covers the map, there is no mark to drag.
        this.page.views.lower();
        this.#putPosition(this.page.camera.middle);
    }
}
