// A venue: its description, location, opening hours and works.
import { webAddress } from "../address/web-address.js";
import { placeDate } from "../core/place-clock.js";
import { pictureButton, pictureImage } from "../pictures/picture.js";
import { share } from "../place/actions.js";
import { factRow } from "../place/details.js";
import { openText } from "../place/open-text.js";
import { WalkRow } from "../place/walk-row.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { positionText } from "../text/quantities.js";
import { Building } from "./building.js";
import { editingVenue } from "./editing.js";
import { device, mapAddress, publicationNote } from "./facts.js";
import { guideScreen } from "./guide-screen.js";
import { marked, toggleMark } from "./marked.js";
import { openState } from "./opening-hours.js";
import { printing } from "./print.js";

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @returns {SheetScreen}
 */
export function venuePage(page, view) {
    return new VenuePage(page, view).screen;
}

/** The page of a venue. */
class VenuePage {
    /** @type {WalkRow | null} */
    #walk = null;
    /** @type {import("./editing.js").Edited | null} */
    #edited = null;
    /** @type {Building | null} */
    #building = null;
    #isFirst = true;

    /**
     * @param {Page} page
     * @param {{id: string}} view
     */
    constructor(page, { id }) {
        this.page = page;
        this.id = id;
        const { guide } = page;
        this.printed = printing(page);
        // Its neighbours are on the map too, also after a link opened this page.
        if (!guide.index)
            guide.all().then(
                ({ answer }) => this.page.guideMap.setVenues(answer.venues),
                () => {},
            );
        this.screen = guideScreen(this.page, {
            look: "venue",
            title: say("venue.title"),
            stop: "half",
            find: (signal) => this.page.guide.venue(this.id, signal),
            show: this.#show,
            shown: ({ venue }) => this.#shown(venue),
            leave: () => {
                this.#walk?.leave();
                this.#edited?.leave();
                this.#building?.leave();
                this.printed.leave();
                this.page.marks.select(null);
            },
        });
    }

    /**
     * @param {VenueAnswer} answer
     * @param {import("./guide-screen.js").Editing} editing
     */
    #show = ({ venue, works }, editing) => {
        this.#walk?.leave();
        this.#edited?.leave();
        this.#building?.leave();
        this.#walk = null;
        this.#edited = null;
        this.#building = null;
        this.printed.of(venue, works);
        const { name, address, location } = venue;
        const fact = make("span", {}, address, address && " ", publicationNote(venue, this.page.now()));
        if (editing.isEditing) {
            this.#edited = editingVenue(this.page, venue, works, editing);
            return { title: name, fact, content: [this.#edited.element] };
        }
        const building = new Building(this.page, venue);
        this.#building = building;
        this.#walk = location ? new WalkRow(this.page, location, false) : null;
        return {
            title: name,
            fact,
            content: [
                this.#walk?.element,
                venue.picture && pictureButton(venue.picture, { sizes: "(min-width: 900px) 352px, 94vw" }),
                actions(this.page, venue, building),
                works.length > 0 && strip(this.page, venue, works),
                venue.description && make("p", { class: "prose", dir: "auto" }, venue.description),
                make("dl", { class: "facts" }, ...facts(venue, this.page.now())),
                ...building.parts,
                make(
                    "div",
                    { class: "actions" },
                    iconButton("printer", say("action.print"), () => this.printed.now()),
                ),
            ],
        };
    };

    /** @param {Venue} venue */
    #shown({ location }) {
        if (!location) this.page.marks.select(null);
        else if (!this.#edited) this.page.marks.select(location, "place");
        if (!location || !this.#isFirst) return;
        this.#isFirst = false;
        this.page.camera.keepClear(location);
    }
}

/**
 * @param {Page} page
 * @param {Venue} venue
 * @param {Building} building
 */
function actions(page, { id, name, works, location }, building) {
    const { views } = page;
    const open = () => views.open({ screen: "works", venue: id });
    const walkThere = () =>
        location && views.open({ screen: "directions", from: { me: true }, to: { position: location, name } });
    const lookThere = () => location && views.open({ screen: "ar", to: { position: location, name } });
    const outside = { target: "_blank", rel: "noopener noreferrer" };
    return make(
        "div",
        { class: "actions" },
        works > 0 && iconButton("palette", say("venue.works", { count: works }), open, { class: "main" }),
        building.isOnMap && iconButton("layers", say("venue.flat"), () => building.show()),
        location && iconButton("binoculars", say("action.ar"), lookThere),
        location && iconButton("navigation", say("action.directions"), walkThere, { "data-key": "d" }),
        location &&
            make(
                "a",
                { class: "button", href: mapAddress(location, name, device()), ...outside },
                icon("map"),
                make("span", {}, say("venue.mapApp")),
            ),
        iconButton("share-2", say("action.share"), () => share(page, name)),
        markButton(id, "heart", "favourites", say("guide.favourite")),
        markButton(id, "check", "visited", say("guide.visited")),
    );
}

/**
 * @param {string} id of the venue.
 * @param {string} drawing
 * @param {import("./marked.js").Mark} mark
 * @param {string} label
 */
function markButton(id, drawing, mark, label) {
    const button = make(
        "button",
        { type: "button", class: "toggle", "aria-pressed": String(marked(mark).has(id)), "data-focus": mark },
        icon(drawing),
        make("span", {}, label),
    );
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggleMark(mark, id))));
    return button;
}

/**
 * @param {Page} page
 * @param {Venue} venue
 * @param {Work[]} works
 */
function strip(page, { id, name }, works) {
    const cards = works.map((work) => {
        const press = () => page.views.open({ screen: "work", venue: id, id: work.id });
        return make(
            "li",
            { "data-id": work.id },
            make(
                "button",
                { type: "button", class: "work-card", on: { click: press } },
                workPicture(work),
                make("strong", { dir: "auto" }, work.title),
                work.artist && make("span", { class: "quiet", dir: "auto" }, work.artist),
                publicationNote(work, page.now()),
            ),
        );
    });
    return make("ul", { class: "strip", "aria-label": say("works.of", { venue: name }) }, ...cards);
}

/**
 * @param {Venue} venue
 * @param {number} now
 */
function facts({ address, hours, link, location }, now) {
    const site = link ? webAddress(link) : null;
    const state = hours ? openState(hours, placeDate(now)) : null;
    const written = hours && make("span", { class: "quiet", dir: "auto" }, hours.replaceAll(";", "; "));
    return [
        address && factRow("map-pin", say("place.address"), address),
        hours &&
            factRow(
                "clock",
                say("place.hours"),
                state && openText(state.isOpen, state.change ? { time: state.change } : null),
                state && make("br"),
                written,
            ),
        site && factRow("globe", say("place.website"), outsideLink(site)),
        location
            ? factRow(
                  "locate",
                  say("place.position"),
                  make("span", { class: "digits", dir: "ltr" }, positionText(location)),
              )
            : factRow("locate-off", say("place.position"), make("span", { class: "quiet" }, say("venue.unmapped"))),
    ];
}

/** @param {URL} site */
function outsideLink(site) {
    const shown = site.hostname.replace(/^www\./, "") + (site.pathname === "/" ? "" : site.pathname);
    return make("a", { href: site.href, target: "_blank", rel: "noopener noreferrer", dir: "ltr" }, shown);
}

/**
 * The picture of a work where it is one of many; its title is written beside it.
 *
 * @param {Work} work
 */
export function workPicture({ picture }) {
    const frame = make("span", { class: "work-picture" }, icon("image"));
    if (!picture) return frame;
    const image = pictureImage(picture, { sizes: "132px" });
    if (!picture.text) image.alt = "";
    fill(frame, image);
    return frame;
}
