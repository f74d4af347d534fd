// The sheet when nothing is selected: what place this is, kinds to look for, and the ways to the rest of the page.
import { kindIcon } from "../place/kinds.js";
import { KINDS } from "../search/search.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { way } from "../shell/ways.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { chooseLanguage, currentLanguage, LANGUAGES, say } from "../text/catalogue.js";

/** Why the position is not to be had, where something can be done about it. */
const OFF = ["denied", "off", "impossible"];

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
    const showMap = () => {
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (element.closest("bottom-sheet"))?.moveTo(
            "peek",
        );
        page.views.lower();
        page.camera.reset();
    };
    const isOff = make("p", { class: "remark location-off", role: "alert" });
    const head = screenHead(about.name, say("home.hint"), null);
    head.firstElementChild?.append(isOff);
    const element = make(
        "article",
        { class: "screen home" },
        head,
        make(
            "ul",
            { class: "doors" },
            door("map", say("map.label"), showMap),
            door("book-open", say("guide.title"), () => views.open({ screen: "guide" })),
            door("message-circle", say("timeline.title"), () => views.open({ screen: "timeline" })),
            door("info", say("about.title"), () => views.open({ screen: "about" })),
        ),
        make("ul", { class: "chips", "aria-label": say("home.kinds") }, ...chips),
        make(
            "ul",
            { class: "rows ways" },
            way("locate", say("me.where"), () => views.open({ screen: "me" })),
            way("list", say("list.show"), () => views.open({ screen: "list" })),
            way("cloud-download", say("offline.title"), () => views.open({ screen: "offline" })),
            way("user", say("account.title"), () => views.open({ screen: "account" })),
        ),
        languages(),
    );
    const { position } = page;
    const tellOff = () => {
        const remedy = OFF.includes(position.state) ? say(`locate.${position.state}`) : null;
        isOff.hidden = remedy === null;
        if (isOff.textContent !== (remedy ?? "")) fill(isOff, remedy && icon("locate-off"), remedy);
    };
    position.addEventListener("change", tellOff);
    tellOff();
    return { element, stop: "peek", leave: () => position.removeEventListener("change", tellOff) };
}

/**
 * A large way to a part of the page.
 *
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} press
 */
function door(drawing, label, press) {
    return make("li", {}, iconButton(drawing, label, press, { class: `door ${drawing}` }));
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
