// Shows the current view in the sheet, and gives the focus where the eye goes.
import { Unreachable } from "../data/failures.js";
import { home } from "../home/home.js";
import { morePage } from "../home/more.js";
import { listTwin } from "../list/list.js";
import { overlayCard } from "../overlay/card.js";
import { hereCard } from "../place/here-card.js";
import { meCard } from "../place/me-card.js";
import { pinCard } from "../place/pin-card.js";
import { placeCard } from "../place/place-card.js";
import { make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** @typedef {import('../sheet/bottom-sheet.js').BottomSheet} BottomSheet */

export class Screens {
    /**
     * The screen in the sheet, and its view.
     *
     * @type {{view: View, screen: SheetScreen} | null}
     */
    #shown = null;
    /**
     * The focused element before each opened layer, to give the focus back.
     *
     * @type {Element[]}
     */
    #openers = [];
    /** When the screen that is shown first is there. */
    loaded = Promise.resolve();

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
        this.#offerRoute();
        // The search lies above the shown screen, and leaves it there.
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

    /** Leads back to the route after a tap on something else. */
    #offerRoute() {
        const { views, notices } = this.page;
        const text = views.isAboveRoute ? say("directions.below") : null;
        notices.hold("route", text, { label: say("directions.back"), press: () => views.backToRoute() }, null);
    }

    /**
     * Asks again after a failure, now that the server answers. Text that could not be sent stays where it was
     * typed.
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
        const made = screenOf(this.page, view);
        const screen = made ?? waiting();
        this.#shown = { view, screen };
        if (!made) this.#fillLater(this.#shown);
        this.sheet.show(screen.element, this.page.views.isRaised ? "full" : screen.stop);
        this.#moveFocus(opener, wasInside);
    }

    /**
     * Fills the sheet once the screen is loaded, unless something else is shown by then.
     *
     * @param {{view: View, screen: SheetScreen}} shown
     */
    #fillLater(shown) {
        const act = (/** @type {() => void} */ done) => {
            if (this.#shown === shown) done();
        };
        this.loaded = loadLater(this.page).then(
            () => act(() => this.#fill(shown.view)),
            (failure) =>
                act(() => {
                    console.info("the screen did not come:", failure);
                    // A module that did not come once does not come again before the page is loaded anew.
                    const again = trouble(new Unreachable(String(failure)), () => location.reload());
                    shown.screen.element.replaceChildren(again);
                }),
        );
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
        // A user who moves along the tabs keeps the focus there on going back.
        if (depth === 0 && opener?.closest("nav.tabs")) return;
        if (before?.isConnected && before !== document.body)
            /** @type {HTMLElement} */ (before).focus({ preventScroll: true });
        else if (wasInside || depth > 0) this.#focusScreen();
    }

    /** Gives the focus to the element of the screen that had it last, else to its heading. */
    #focusScreen() {
        const left = this.#shown?.screen.returnTo?.();
        if (left) left.focus();
        else this.sheet.querySelector("h2")?.focus({ preventScroll: true });
    }
}

/**
 * How a screen is made that the first one does not need, once that is loaded.
 *
 * @type {typeof import("./later.js").laterScreen | null}
 */
let laterScreen = null;

/**
 * Loads the other screens, and what shows the inside of buildings where the place has any; it is enough to do so once.
 *
 * @param {Page} page
 */
export async function loadLater(page) {
    const later = await import("./later.js");
    laterScreen = later.laterScreen;
    if (page.about.features?.includes("indoor")) later.floorsOf(page);
    return later;
}

/**
 * @param {Page} page
 * @param {View} view
 * @returns {SheetScreen | null} null for one that is not loaded yet.
 */
function screenOf(page, view) {
    switch (view.screen) {
        case "home":
            return home(page);
        case "place":
            return placeCard(page, view, () => import("./later.js"));
        case "pin":
            return pinCard(page, view);
        case "here":
            return hereCard(page, view);
        case "me":
            return meCard(page);
        case "overlay":
            return overlayCard(page, view);
        case "list":
            return listTwin(page);
        case "more":
            return morePage(page);
        default:
            return laterScreen && (laterScreen(page, view) ?? home(page));
    }
}

/** The placeholder until a screen is loaded. */
function waiting() {
    return { element: make("article", { class: "screen" }, skeleton()), stop: /** @type {const} */ ("half") };
}
