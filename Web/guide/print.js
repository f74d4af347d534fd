// A venue on paper: its facts, its works, and a QR code of its page.
import { isOnlyHere } from "../address/loopback.js";
import { at } from "../address/root.js";
import { pictureAddress } from "../pictures/picture.js";
import { make } from "../shell/make.js";
import { Paper } from "../shell/paper.js";
import { say } from "../text/catalogue.js";
import { dimensionsText } from "./facts.js";

/** Paper does not wait longer for its pictures. */
const PATIENCE_MS = 3_000;

/**
 * Puts a venue on paper whenever the browser prints.
 *
 * @param {Page} page
 */
export function printing({ about, notices, views }) {
    /** @type {{venue: Venue, works: Work[]} | null} */
    let current = null;
    /**
     * The code of the shown venue, requested early: a browser that prints does not wait.
     *
     * @type {HTMLImageElement | null}
     */
    let code = null;

    const pathOf = (/** @type {Venue} */ { id }) => views.pathOf({ screen: "venue", id });
    const paper = new Paper(
        () => current && paperOf(current.venue, current.works, { about, code, path: pathOf(current.venue) }),
    );
    return {
        /**
         * @param {Venue} venue
         * @param {Work[]} works
         */
        of(venue, works) {
            if (current?.venue.id !== venue.id) code = codeOf(pathOf(venue));
            current = { venue, works };
        },
        async now() {
            const { host } = window.location;
            if (isOnlyHere()) notices.hold("print", say("venue.codeLocal", { host }));
            // The first request may have failed.
            if (current && code?.complete && code.naturalWidth === 0) code = codeOf(pathOf(current.venue));
            const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
            await Promise.race([code?.decode().catch(() => {}), late]);
            paper.lay();
            const image = /** @type {HTMLImageElement | null | undefined} */ (
                paper.element?.querySelector(":scope > img")
            );
            await Promise.race([image?.decode().catch(() => image.remove()), late]);
            window.print();
        },
        leave() {
            notices.hold("print", null);
            paper.leave();
        },
    };
}

/**
 * @param {Venue} venue
 * @param {Work[]} works
 * @param {{about: About, code: HTMLImageElement | null, path: string}} printed `path` opens the venue.
 */
function paperOf({ name, address, hours, link, description, picture }, works, { about, code, path }) {
    const here = window.location.origin + at(path);
    const image = picture && make("img", { src: pictureAddress(picture.id, "large"), alt: picture.text ?? name });
    const line = (/** @type {string | undefined} */ text, dir = "auto") => text && make("p", { dir }, text);
    return make(
        "article",
        { class: "paper" },
        make(
            "header",
            {},
            make("div", {}, make("h2", { dir: "auto" }, name), line(address), line(hours), line(link, "ltr")),
            code?.complete && code.naturalWidth > 0 ? code : make("p", { class: "no-code" }, say("venue.noCode")),
        ),
        image,
        description && make("p", { class: "prose", dir: "auto" }, description),
        works.length > 0 && make("h3", {}, say("works.title")),
        works.length > 0 && make("ul", {}, ...works.map(workLine)),
        make("footer", {}, `${about.name} · Hereabouts · `, make("span", { dir: "ltr" }, here)),
    );
}

/** @param {Work} work */
function workLine(work) {
    const { title, artist, medium, year } = work;
    const facts = [artist, medium, dimensionsText(work), year].filter((each) => each !== undefined && each !== null);
    // Each by itself, or words of one direction would carry numbers of the next along.
    const parts = facts.flatMap((each, index) => [index > 0 ? " · " : " ", make("bdi", {}, each)]);
    return make("li", {}, make("strong", {}, make("bdi", {}, title)), ...parts);
}

/**
 * Returns a code to scan that leads to a path, as the server draws it.
 *
 * @param {string} path
 */
function codeOf(path) {
    return make("img", {
        class: "code",
        alt: say("venue.code"),
        src: at(`/api/v1/codes?path=${encodeURIComponent(path)}`),
    });
}
