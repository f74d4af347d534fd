// A venue on paper: what it is, what it shows, and a code that leads back here.
import { pictureAddress } from "../pictures/picture.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { writeAddress } from "../views/address-bar.js";
import { dimensionsText } from "./facts.js";
import { encodeQR } from "./qr.js";

/** Paper does not wait longer for its picture. */
const PATIENCE_MS = 3_000;
/** The empty edge that readers need around a code, in modules. */
const QUIET = 4;
const SVG = "http://www.w3.org/2000/svg";

/**
 * Puts a venue on paper whenever the browser prints.
 *
 * @param {Page} page
 */
export function printing({ about }) {
    /** @type {{venue: Venue, works: Work[]} | null} */
    let told = null;
    /** @type {HTMLElement | null} */
    let paper = null;

    function lay() {
        paper?.remove();
        paper = told && paperOf(told.venue, told.works, about);
        if (paper) document.body.append(paper);
    }

    function take() {
        paper?.remove();
        paper = null;
    }

    const before = () => paper ?? lay();
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", take);
    return {
        /**
         * @param {Venue} venue
         * @param {Work[]} works
         */
        of(venue, works) {
            told = { venue, works };
        },
        async now() {
            lay();
            const image = paper?.querySelector("img");
            const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
            await Promise.race([image?.decode().catch(() => image.remove()), late]);
            window.print();
        },
        leave() {
            window.removeEventListener("beforeprint", before);
            window.removeEventListener("afterprint", take);
            take();
        },
    };
}

/**
 * @param {Venue} venue
 * @param {Work[]} works
 * @param {About} about
 */
function paperOf({ id, name, address, hours, link, description, picture }, works, about) {
    const { origin, pathname } = window.location;
    const here = origin + pathname + writeAddress({ screen: "venue", id }, null);
    const image = picture && make("img", { src: pictureAddress(picture.id, "large"), alt: picture.text ?? name });
    const line = (/** @type {string | undefined} */ text, dir = "auto") => text && make("p", { dir }, text);
    return make(
        "article",
        { class: "paper" },
        make(
            "header",
            {},
            make("div", {}, make("h2", { dir: "auto" }, name), line(address), line(hours), line(link, "ltr")),
            codeOf(here),
        ),
        image,
        description && make("p", { class: "told", dir: "auto" }, description),
        works.length > 0 && make("h3", {}, say("works.title")),
        works.length > 0 && make("ul", {}, ...works.map(workLine)),
        make("footer", {}, `${about.name} · Hereabouts · `, make("span", { dir: "ltr" }, here)),
    );
}

/** @param {Work} work */
function workLine(work) {
    const { title, artist, medium, year } = work;
    const facts = [artist, medium, dimensionsText(work), year].filter((each) => each !== undefined && each !== null);
    return make("li", { dir: "auto" }, make("strong", {}, title), ` ${facts.join(", ")}`);
}

/**
 * A code to scan, as a drawing.
 *
 * @param {string} text
 */
export function codeOf(text) {
    const modules = encodeQR(text);
    if (!modules) return null;
    const size = modules.length + 2 * QUIET;
    const drawing = document.createElementNS(SVG, "svg");
    for (const [name, value] of Object.entries({
        viewBox: `0 0 ${size} ${size}`,
        class: "code",
        role: "img",
        "aria-label": say("venue.code"),
        "shape-rendering": "crispEdges",
    }))
        drawing.setAttribute(name, value);
    const dark = modules.flatMap((row, down) =>
        row.flatMap((isDark, across) => (isDark ? [`M${across + QUIET} ${down + QUIET}h1v1h-1z`] : [])),
    );
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", dark.join(""));
    drawing.append(path);
    return drawing;
}
