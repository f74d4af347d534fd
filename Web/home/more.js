// The screen of everything else: the account, the copy for offline, the page about this map, and the language.
import { screenHead } from "../sheet/screen.js";
import { icon, iconButton, make } from "../shell/make.js";
import { chooseLanguage, currentLanguage, LANGUAGES, say } from "../text/catalogue.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function morePage({ about, community, views }) {
    const operators = door("shield", say("operator.title"), () => views.open({ screen: "operator", part: "reports" }));
    operators.hidden = true;
    const element = make(
        "article",
        { class: "screen others" },
        screenHead(say("tabs.more"), about.name, () => views.close()),
        make(
            "ul",
            { class: "doors" },
            door("user", say("account.title"), () => views.open({ screen: "account" })),
            door("eye", say("privacy.title"), () => views.open({ screen: "privacy" })),
            door("star", say("saved.title"), () => views.open({ screen: "saved" })),
            about.features?.includes("mesh") &&
                door("messages-square", say("chat.title"), () => views.open({ screen: "chat" })),
            door("dices", say("play.title"), () => views.open({ screen: "play" })),
            door("cloud-download", say("offline.title"), () => views.open({ screen: "offline" })),
            door("info", say("about.title"), () => views.open({ screen: "about" })),
            operators,
        ),
        languages(),
    );
    // Without an answer about the account these rows are left out.
    const update = () =>
        community.me().then(
            ({ account }) => (operators.hidden = account?.role !== "operator"),
            () => (operators.hidden = true),
        );
    community.addEventListener("me", update);
    update();
    return { element, stop: "half", leave: () => community.removeEventListener("me", update) };
}

/**
 * A large button that opens a part of the page.
 *
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} press
 */
function door(drawing, label, press) {
    return make("li", {}, iconButton(drawing, label, press, { class: "door" }));
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
