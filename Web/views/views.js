// The layers of the page as the browser's history: each opened view is an entry, and back closes the newest first.
import { at } from "../address/root.js";
import { readAddress, writeAddress } from "./address-bar.js";

/** How long the camera rests before the address bar follows it; browsers limit how often it may change. */
const CAMERA_REST_MS = 400;

/**
 * The screens inside other sites' pages: they hold no button that changes anything, so that no such page can trick a
 * user.
 *
 * @type {View["screen"][]}
 */
const EMBEDDED = ["home", "place", "pin", "person", "shared"];

/**
 * The screens of a route; a tap on the map or a long press opens cards above them.
 *
 * @type {View["screen"][]}
 */
const ROUTES = ["directions", "loop"];
/** @type {View["screen"][]} */
const CARDS = ["place", "pin", "me", "overlay", "venue", "work", "person"];

/**
 * An entry of the history: how many entries of this page lie below it, whether the sheet is raised to its full height
 * as a layer of its own, the view with the names that the address leaves out, the screen that it was opened from, how
 * many steps within its screen led to it, and the depth of the route that lies below.
 *
 * @typedef {{depth: number, raised: boolean, view: View, below?: View["screen"], steps?: number, route?: number}} Entry
 */

/**
 * Fires `view` when the view changes, `raised` and `lowered` when only the sheet rises to its full height or leaves it,
 * `camera` when an address asks for another camera, and `level` when it asks for another level of a building.
 */
export class Views extends EventTarget {
    /** @type {Camera | null} */
    #camera = null;
    #cameraTimer = 0;
    /**
     * The shown level of the building in the middle of the map.
     *
     * @type {LevelOf | null}
     */
    #level = null;
    /**
     * Actions for after the browser has gone back: it does so later than it says.
     *
     * @type {(() => void)[] | null}
     */
    #waiting = null;

    /**
     * @param {Window} window
     * @param {boolean} isEmbedded whether another site's page shows this one: screens with actions then open in a new
     *   tab.
     */
    constructor(window, isEmbedded = false) {
        super();
        this.window = window;
        this.isEmbedded = isEmbedded;
        const { view, camera, level } = readAddress(window.location.hash);
        /** @type {View} */
        this.current = this.#shownHere(this.#entry?.view ?? view);
        /** The camera that the address asked for when the page was opened. */
        this.openedCamera = camera;
        this.#camera = camera;
        /** The level of a building that the address asked for then. */
        this.openedLevel = level;
        this.#level = level;
        window.addEventListener("popstate", () => this.#walked());
    }

    /**
     * Remembers the current view, for an answer that comes later.
     *
     * @returns {() => boolean} whether it is still the current view.
     */
    here() {
        const view = JSON.stringify(this.current);
        return () => JSON.stringify(this.current) === view;
    }

    /** @param {View} view */
    open(view) {
        if (this.#shownHere(view) !== view) {
            this.window.open(at(`/${writeAddress(view, this.#camera, this.#level)}`), "_blank", "noopener");
            return;
        }
        this.#whenStill(() => {
            const below = this.current.screen;
            this.current = view;
            const route = ROUTES.includes(below) ? this.depth : this.#entry?.route;
            const entry = { depth: this.depth + 1, raised: false, view, below };
            this.#push(route === undefined ? entry : { ...entry, route });
            this.#changed();
        });
    }

    /**
     * Shows a view in place of the current one.
     *
     * @param {View} view
     */
    replace(view) {
        this.#whenStill(() => {
            this.current = view;
            this.#write({ ...this.#kept, depth: this.depth, raised: false, view });
            this.#changed();
        });
    }

    /**
     * Opens a view, or shows it in place of one that it lies beside, at any height; walks back when that was opened
     * from it.
     *
     * @param {View} view
     * @param {View["screen"][]} beside
     */
    turnTo(view, beside) {
        this.lower();
        this.#whenStill(() => {
            const { screen } = this.current;
            if (screen === view.screen) return;
            if (!beside.includes(screen)) this.open(view);
            else if (this.#entry?.below === view.screen) this.close();
            else this.replace(view);
        });
    }

    /**
     * Corrects the current view without showing it anew, as when an end of a route has got a name.
     *
     * @param {View} view
     */
    note(view) {
        this.#whenStill(() => {
            this.current = view;
            this.#write({ ...this.#kept, depth: this.depth, raised: this.isRaised, view });
        });
    }

    /**
     * Takes a step within the screen, which shows it already: back takes it back, closing goes below all steps. With
     * the sheet raised it only corrects the view: back lowers the sheet first.
     *
     * @param {View} view
     */
    step(view) {
        this.#whenStill(() => {
            if (this.isRaised) {
                this.note(view);
                return;
            }
            this.current = view;
            this.#push({ ...this.#kept, depth: this.depth + 1, raised: false, view, steps: this.#steps + 1 });
        });
    }

    /** Closes the newest layer: the full height of the sheet first, then the view. */
    back() {
        if (this.isRaised) this.lower();
        else this.close();
    }

    /** Closes the current view: walks back when this page opened it, else shows the map alone. */
    close() {
        this.#whenStill(() => {
            const steps = (this.isRaised ? 2 : 1) + this.#steps;
            if (this.depth >= steps) this.#walkBack(steps);
            else this.replace({ screen: "home" });
        });
    }

    /** Whether something is looked at above a route, which is gone from the map meanwhile. */
    get isAboveRoute() {
        return this.#entry?.route !== undefined && CARDS.includes(this.current.screen);
    }

    /** Closes the cards above a route. */
    backToRoute() {
        this.#whenStill(() => {
            const { route } = this.#entry ?? {};
            if (route !== undefined && route < this.depth) this.#walkBack(this.depth - route);
        });
    }

    /** Makes the sheet's full height a layer of its own. */
    raise() {
        this.#whenStill(() => {
            if (!this.isRaised) this.#push({ ...this.#kept, depth: this.depth + 1, raised: true, view: this.current });
        });
    }

    /** Takes the full height back, if it is a layer. */
    lower() {
        this.#whenStill(() => {
            if (this.isRaised) this.#walkBack(1);
        });
    }

    get isRaised() {
        return this.#entry?.raised === true;
    }

    /** How many layers of this page lie below the current one. */
    get depth() {
        return this.#entry?.depth ?? 0;
    }

    /**
     * Follows the map in the address bar, without a new entry.
     *
     * @param {Camera} camera
     */
    follow(camera) {
        this.#camera = camera;
        this.#followLater();
    }

    /**
     * Follows the level of the building in the middle of the map, likewise.
     *
     * @param {LevelOf | null} level
     */
    followLevel(level) {
        if (level?.building === this.#level?.building && level?.level === this.#level?.level) return;
        this.#level = level;
        this.#followLater();
    }

    #followLater() {
        clearTimeout(this.#cameraTimer);
        this.#cameraTimer = this.window.setTimeout(() => this.note(this.current), CAMERA_REST_MS);
    }

    /**
     * Returns the server's path that opens a view, wherever the map is.
     *
     * @param {View} view
     */
    pathOf(view) {
        return `/${writeAddress(view, null)}`;
    }

    /** The address to share: the view and the position of the map. */
    get shareAddress() {
        const { origin, pathname } = this.window.location;
        return origin + (this.isEmbedded ? at("/") : pathname) + writeAddress(this.current, this.#camera, this.#level);
    }

    /**
     * @param {View} view
     * @returns {View} the map alone, for views that other sites' pages do not show.
     */
    #shownHere(view) {
        return this.isEmbedded && !EMBEDDED.includes(view.screen) ? { screen: "home" } : view;
    }

    /** @returns {Entry | null} */
    get #entry() {
        return this.window.history.state;
    }

    get #steps() {
        return this.#entry?.steps ?? 0;
    }

    /** The parts that a corrected entry keeps. */
    get #kept() {
        const { below, route } = this.#entry ?? {};
        return { below, steps: this.#steps, ...(route === undefined ? {} : { route }) };
    }

    /** @param {Entry} entry */
    #push(entry) {
        clearTimeout(this.#cameraTimer);
        this.window.history.pushState(entry, "", writeAddress(entry.view, this.#camera, this.#level));
    }

    /** @param {Entry} entry */
    #write(entry) {
        clearTimeout(this.#cameraTimer);
        this.window.history.replaceState(entry, "", writeAddress(entry.view, this.#camera, this.#level));
    }

    /** @param {number} steps */
    #walkBack(steps) {
        this.#waiting = [];
        this.window.history.go(-steps);
    }

    /** @param {() => void} act */
    #whenStill(act) {
        if (this.#waiting) this.#waiting.push(act);
        else act();
    }

    #walked() {
        clearTimeout(this.#cameraTimer);
        // An address typed or pasted by hand has no entry of ours.
        const written = readAddress(this.window.location.hash);
        if (!this.#entry && written.camera) this.dispatchEvent(new CustomEvent("camera", { detail: written.camera }));
        if (!this.#entry && written.level) this.dispatchEvent(new CustomEvent("level", { detail: written.level }));
        const view = this.#shownHere(this.#entry?.view ?? written.view);
        const isSame = JSON.stringify(view) === JSON.stringify(this.current);
        this.current = view;
        if (isSame) this.dispatchEvent(new Event(this.isRaised ? "raised" : "lowered"));
        else this.#changed();
        const waiting = this.#waiting ?? [];
        this.#waiting = null;
        for (const act of waiting) this.#whenStill(act);
    }

    #changed() {
        this.dispatchEvent(new Event("view"));
    }
}
