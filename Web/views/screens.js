// Shows the current view in the sheet, and gives the focus where the eye goes.
import { loopPage } from "../loop/loop.js";
import { aboutPage } from "../about/about.js";
import { accountPage } from "../account/account.js";
import { directions } from "../directions/directions.js";
import { guidePage } from "../guide/guide.js";
import { guideHistory } from "../guide/history.js";
import { tourPage } from "../guide/tour.js";
import { venuePage } from "../guide/venue.js";
import { workPage } from "../guide/work.js";
import { worksPage } from "../guide/works.js";
import { home } from "../home/home.js";
import { morePage } from "../home/more.js";
import { listTwin } from "../list/list.js";
import { offline } from "../offline/offline.js";
import { operatorPage } from "../operator/operator.js";
import { overlayCard } from "../overlay/card.js";
import { meCard } from "../place/me-card.js";
import { pinCard } from "../place/pin-card.js";
import { placeCard } from "../place/place-card.js";
import { reachPage } from "../reach/reach.js";
import { results } from "../search/results.js";
import { postOnMap } from "../timeline/post-on-map.js";
import { postsMap } from "../timeline/posts-map.js";
import { timeline } from "../timeline/timeline.js";

/** @typedef {import('../sheet/bottom-sheet.js').BottomSheet} BottomSheet */

export class Screens {
    /**
     * What fills the sheet, and the view it belongs to.
     *
     * @type {{view: View, screen: SheetScreen} | null}
     */
    #shown = null;
    /**
     * What had the focus before each opened layer, to give it back.
     *
     * @type {Element[]}
     */
    #openers = [];

    /**
     * @param {Page} page
     * @param {BottomSheet} sheet
     */
    constructor(page, sheet) {
        this.page = page;
        this.sheet = sheet;
        const { views, data } = page;
        views.addEventListener("view", () => this.show());
        views.addEventListener("raised", () => sheet.moveTo("full"));
        views.addEventListener("lowered", () => sheet.moveTo("half"));
        sheet.addEventListener("stop", () => (sheet.stop === "full" ? views.raise() : views.lower()));
        data.addEventListener("connection", () => {
            if (data.connection !== "unreachable" && this.#shown) this.#askAgain(this.#shown);
        });
    }

    show() {
        const { current } = this.page.views;
        document.documentElement.dataset.screen = current.screen;
        // The search lies above whatever is shown, and leaves it there.
        this.sheet.inert = current.screen === "search";
        if (current.screen === "search") {
            if (!this.#shown) this.#fill({ screen: "home" });
            return;
        }
        if (this.#shown?.screen.turnTo && this.#shown.view.screen === current.screen) {
            this.#shown.view = current;
            this.#shown.screen.turnTo(current);
            return;
        }
        if (JSON.stringify(current) === JSON.stringify(this.#shown?.view)) return;
        this.#fill();
    }

    /**
     * Asks again what could not be told before, now that somebody answers. What could not be sent stays where it was typed.
     *
     * @param {{view: View, screen: SheetScreen}} shown
     */
    #askAgain({ view, screen }) {
        if (!screen.element.querySelector(".trouble:not(form .trouble)")) return;
        if (screen.retry) screen.retry();
        else this.#fill(view);
    }

    /** @param {View} view */
    #fill(view = this.page.views.current) {
        const opener = document.activeElement;
        const wasInside = opener !== null && this.sheet.contains(opener);
        this.#shown?.screen.leave?.();
        this.page.titled("");
        const screen = screenOf(this.page, view);
        this.#shown = { view, screen };
        this.sheet.show(screen.element, this.page.views.isRaised ? "full" : screen.stop);
        this.#moveFocus(opener, wasInside);
    }

    /**
     * @param {Element | null} opener
     * @param {boolean} wasInside
     */
    #moveFocus(opener, wasInside) {
        const { depth } = this.page.views;
        if (depth > this.#openers.length) this.#openers[depth - 1] = opener ?? document.body;
        const before = this.#openers[depth];
        this.#openers.length = Math.min(this.#openers.length, depth);
        // Whoever goes along the main ways stays there on the way back.
        if (depth === 0 && opener?.closest("nav.tabs")) return;
        if (before?.isConnected && before !== document.body)
            /** @type {HTMLElement} */ (before).focus({ preventScroll: true });
        else if (wasInside || depth > 0) this.sheet.querySelector("h2")?.focus({ preventScroll: true });
    }
}

/**
 * @param {Page} page
 * @param {View} view
 * @returns {SheetScreen}
 */
function screenOf(page, view) {
    switch (view.screen) {
        case "results":
            return results(page, view);
        case "place":
            return placeCard(page, view);
        case "pin":
            return pinCard(page, view);
        case "me":
            return meCard(page);
        case "overlay":
            return overlayCard(page, view);
        case "directions":
            return directions(page, view);
        case "reach":
            return reachPage(page, view);
        case "loop":
            return loopPage(page, view);
        case "list":
            return listTwin(page);
        case "timeline":
            return timeline(page);
        case "posts":
            return postsMap(page);
        case "post":
            return postOnMap(page, view);
        case "guide":
            return guidePage(page);
        case "guide-history":
            return guideHistory(page);
        case "venue":
            return venuePage(page, view);
        case "works":
            return worksPage(page, view);
        case "work":
            return workPage(page, view);
        case "tour":
            return tourPage(page, view);
        case "more":
            return morePage(page);
        case "account":
            return accountPage(page);
        case "operator":
            return operatorPage(page, view);
        case "offline":
            return offline(page);
        case "about":
            return aboutPage(page);
        default:
            return home(page);
    }
}
