// The About page: the parts of this page, their makers and their licences.
import { at } from "../address/root.js";
import { simulationChoice } from "../position/simulation-choice.js";
import { screenHead } from "../sheet/screen.js";
import { make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";
import { imprintSection } from "./imprint.js";

const MADE_BY_OTHERS = [
    { name: "MapLibre GL JS", address: "https://maplibre.org", licence: "BSD-3-Clause", part: "about.map" },
    { name: "Inter", address: "https://rsms.me/inter/", licence: "OFL-1.1", part: "about.type" },
    { name: "Lucide", address: "https://lucide.dev", licence: "ISC", part: "about.icons" },
    { name: "Shortbread", address: "https://shortbread-tiles.org", licence: "CC0-1.0", part: "about.schema" },
];

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function aboutPage(page) {
    const { about, views } = page;
    const imprint = imprintSection(page);
    const element = make(
        "article",
        { class: "screen about" },
        screenHead(say("about.title"), about.name, () => views.close()),
        make("p", {}, say("about.what")),
        imprint.element,
        make("h3", {}, say("about.data")),
        make(
            "p",
            {},
            link("https://www.openstreetmap.org/copyright", "© OpenStreetMap contributors"),
            " · ",
            link("https://opendatacommons.org/licenses/odbl/", "ODbL 1.0"),
        ),
        make("p", { class: "quiet" }, ...dates(about)),
        make("h3", {}, say("about.privacy")),
        make("p", {}, say("about.privacyText")),
        make("h3", {}, say("about.madeByOthers")),
        make(
            "ul",
            { class: "credits" },
            ...MADE_BY_OTHERS.map(({ name, address, licence, part }) =>
                make("li", {}, link(address, name), ` — ${say(part)}, ${licence}`),
            ),
        ),
        make("p", {}, link(at("/licences.txt"), say("about.licences"))),
        make("p", { class: "quiet" }, say("about.licence")),
        ...simulationChoice(page),
    );
    return { element, stop: "full", leave: imprint.leave };
}

/** @param {About} about */
function dates({ data_timestamp: timestamp, atlas, version }) {
    const lines = [];
    if (timestamp) {
        const date = new Intl.DateTimeFormat(formatsLanguage(), { dateStyle: "long" }).format(new Date(timestamp));
        lines.push(say("about.asOf", { date }), make("br"));
    }
    if (version) lines.push(say("about.version", { version }), make("br"));
    lines.push(say("about.atlas", { identity: atlas.identity }));
    return lines;
}

/**
 * @param {string} href
 * @param {string} text
 */
function link(href, text) {
    return make("a", { href, target: "_blank", rel: "noopener", dir: "auto" }, text);
}
