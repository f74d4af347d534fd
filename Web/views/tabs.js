// The main ways of the page, always there: a bar at the lower edge on a phone, a rail at the side on a desk.

/** @typedef {"home" | "timeline" | "guide" | "now" | "more"} Tab */

/**
 * The screens of each way, beside its first.
 *
 * @type {Record<Tab, View["screen"][]>}
 */
const SCREENS = {
    home: ["search", "results", "place", "pin", "me", "directions", "list"],
    timeline: ["posts", "post"],
    guide: ["guide-history", "venue", "works", "work", "tour"],
    now: ["person"],
    more: ["account", "operator", "privacy", "devices", "groups", "saved", "offline", "about"],
};

/**
 * Ways take each other's place, so that back leads to where the first was taken; from what lies deeper, a way is one
 * more step.
 *
 * @type {View["screen"][]}
 */
const BESIDE = ["timeline", "guide", "now", "more", "search"];

/**
 * @param {HTMLElement} tabs
 * @param {import("./views.js").Views} views
 * @param {import("../sheet/bottom-sheet.js").BottomSheet} sheet
 */
export function connectTabs(tabs, views, sheet) {
    const links = /** @type {HTMLAnchorElement[]} */ ([...tabs.querySelectorAll("a")]);
    for (const link of links) {
        link.addEventListener("click", (event) => {
            // A link like any other for who wants it in another tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            const tab = /** @type {Tab} */ (link.dataset.tab);
            if (views.current.screen === tab) sheet.lookAgain();
            else views.turnTo({ screen: tab }, BESIDE);
        });
    }
    const mark = () => {
        const { screen } = views.current;
        for (const link of links) {
            const tab = /** @type {Tab} */ (link.dataset.tab);
            if (screen === tab) link.setAttribute("aria-current", "page");
            else if (SCREENS[tab].includes(screen)) link.setAttribute("aria-current", "true");
            else link.removeAttribute("aria-current");
        }
    };
    views.addEventListener("view", mark);
    mark();
}
