// The tabs of the page, always visible: a bar at the lower edge on a phone, a rail at the side on a desktop.

/** @typedef {"home" | "timeline" | "guide" | "now" | "more"} Tab */

/**
 * The screens of each tab, besides its first.
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
 * Tabs replace each other in the history, so that back leads to the screen before the first of them. From a deeper
 * screen, a tab is one more step.
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
            // With a modifier key, the link opens in another tab or window as usual.
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
