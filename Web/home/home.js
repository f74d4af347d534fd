// The first screen: the name of the place, kinds to look for, and the temporary changes.
import { KindChips } from "../search/kind-chips.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { linkRow } from "../shell/link-row.js";
import { todaySection } from "../overlay/today.js";
import { screenHead } from "../sheet/screen.js";
import { say } from "../text/catalogue.js";

/** Why the position is not to be had, where something can be done about it. */
const OFF = ["denied", "off", "impossible"];

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function home(page) {
    const { views, about } = page;
    const chips = new KindChips("", (text) => views.open({ screen: "results", text }));
    const showMap = () => {
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (element.closest("bottom-sheet"))?.moveTo(
            "peek",
        );
        page.views.lower();
        page.camera.reset();
    };
    const isOff = make("p", { class: "remark location-off", role: "alert" });
    const hasMouse = matchMedia("(hover: hover) and (pointer: fine)").matches;
    const today = todaySection(page);
    const head = screenHead(about.name, say(hasMouse ? "home.hintMouse" : "home.hint"), null);
    head.firstElementChild?.append(isOff);
    const element = make(
        "article",
        { class: "screen home" },
        make("div", { class: "head" }, head, chips.element),
        entries(page, showMap),
        today.element,
        make(
            "ul",
            { class: "rows link-rows" },
            linkRow("locate", say("me.where"), () => views.open({ screen: "me" })),
            linkRow("list", say("list.show"), () => views.open({ screen: "list" })),
        ),
    );
    const { position } = page;
    const showRemedy = () => {
        const remedy = OFF.includes(position.state) ? say(`locate.${position.state}`) : null;
        isOff.hidden = remedy === null;
        if (isOff.textContent !== (remedy ?? "")) fill(isOff, remedy && icon("locate-off"), remedy);
    };
    position.addEventListener("change", showRemedy);
    showRemedy();
    const leave = () => {
        today.leave();
        position.removeEventListener("change", showRemedy);
    };
    return { element, stop: "peek", leave };
}

/**
 * The large entries to the main parts.
 *
 * @param {Page} page
 * @param {() => void} showMap
 */
function entries({ views, about }, showMap) {
    const open = (/** @type {View} */ view) => () => views.open(view);
    const has = (/** @type {string} */ feature) => about.features?.includes(feature);
    return make(
        "div",
        { class: "entries" },
        iconButton("map", say("home.map"), showMap),
        iconButton("binoculars", say("ar.title"), open({ screen: "ar" })),
        iconButton("message-circle", say("timeline.title"), open({ screen: "timeline" })),
        has("guide") && iconButton("book-open", say("guide.title"), open({ screen: "guide" })),
        iconButton("activity", say("now.title"), open({ screen: "now" })),
        iconButton("dices", say("play.title"), open({ screen: "play" })),
        iconButton("info", say("about.title"), open({ screen: "about" })),
    );
}
