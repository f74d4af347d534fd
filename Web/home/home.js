// The sheet when nothing is selected: what place this is, kinds to look for, and the ways to the rest of the page.
import { kindIcon } from "../place/kinds.js";
import { KINDS } from "../search/search.js";
import { icon, iconButton, make } from "../shell/make.js";
import { way } from "../shell/ways.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { chooseLanguage, currentLanguage, LANGUAGES, say } from "../text/catalogue.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function home(page) {
    const { views, about } = page;
    const chips = KINDS.map((kind) => {
        const word = say(`kinds.${kind}`);
        const look = () => views.open({ screen: "results", text: kind });
        return make("li", {}, iconButton(kindIcon({ kind }), word, look, { class: `chip ${kind}` }));
    });
    const element = make(
        "article",
        { class: "screen home" },
        screenHead(about.name, say("home.hint"), null),
        make("ul", { class: "chips", "aria-label": say("home.kinds") }, ...chips),
        make(
            "ul",
            { class: "rows ways" },
            way("message-circle", say("timeline.title"), () => views.open({ screen: "timeline" })),
            way("locate", say("me.where"), () => views.open({ screen: "me" })),
            way("list", say("list.show"), () => views.open({ screen: "list" })),
            way("cloud-download", say("offline.title"), () => views.open({ screen: "offline" })),
            way("user", say("account.title"), () => views.open({ screen: "account" })),
            way("info", say("about.title"), () => views.open({ screen: "about" })),
        ),
        languages(),
    );
    return { element, stop: "peek" };
}

function languages() {
    const names = new Map(
        LANGUAGES.map((tag) => [tag, new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag]),
    );
    const options = [...names].map(([tag, name]) =>
        make("option", { value: tag, selected: tag === currentLanguage() }, name),
    );
    const choose = (/** @type {Event} */ event) => {
        chooseLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
        location.reload();
    };
    return make(
        "label",
        { class: "language" },
        icon("languages"),
        make("span", {}, say("home.language")),
        make("select", { on: { change: choose } }, ...options),
    );
}
