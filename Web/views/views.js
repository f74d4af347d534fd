// The layers of the page as the browser's history: each opened view is an entry, and back closes the newest first.
import { readAddress, writeAddress } from "./address-bar.js";

/** How long the camera rests before the address bar follows it; browsers limit how often it may change. */
const CAMERA_REST_MS = 400;

/**
 * Fires `view` when another view is to be shown and `lowered` when back only lowers the sheet from its full height.
 */
export class Views extends EventTarget {
    /** @type {Camera | null} */
    #camera = null;
    #cameraTimer = 0;

    /** @param {Window} window */
    constructor(window) {
        super();
        this.window = window;
        const { view, camera } = readAddress(window.location.hash);
        /** @type {View} */
        this.current = view;
        /** The camera that the address asked for when the page was opened. */
        this.openedCamera = camera;
        this.#camera = camera;
        window.addEventListener("popstate", () => this.#walked());
    }

    /**
     * Opens a view as a new layer.
     *
     * @param {View} view
     */
    open(view) {
        this.#enter(view, this.#depth + 1);
    }

    /**
     * Shows a view in place of the current one.
     *
     * @param {View} view
     */
    replace(view) {
        this.current = view;
        this.#write(this.#depth, false);
        this.#changed();
    }

    /**
     * Corrects the current view without showing it anew, as when an end of a route has got a name.
     *
     * @param {View} view
     */
    note(view) {
        this.current = view;
        this.#write(this.#depth, this.isRaised);
    }

    /** Closes the newest layer: walks back when this page opened it, else shows the map alone. */
    close() {
        if (this.#depth > 0) this.window.history.back();
        else this.replace({ screen: "home" });
    }

    /** Makes the sheet's full height a layer of its own. */
    raise() {
        if (this.isRaised) return;
        this.window.history.pushState({ depth: this.#depth + 1, raised: true, view: this.current }, "");
    }

    /** Takes the full height back, if it is a layer. */
    lower() {
        if (this.isRaised) this.window.history.back();
    }

    get isRaised() {
        return this.window.history.state?.raised === true;
    }

    /**
     * Follows the map in the address bar, without a new entry.
     *
     * @param {Camera} camera
     */
    follow(camera) {
        this.#camera = camera;
        clearTimeout(this.#cameraTimer);
        this.#cameraTimer = this.window.setTimeout(() => this.#write(this.#depth, this.isRaised), CAMERA_REST_MS);
    }

    /** The address to share: what is on screen and where the map is. */
    get shareAddress() {
        const { origin, pathname } = this.window.location;
        return origin + pathname + writeAddress(this.current, this.#camera);
    }

    get #depth() {
        return this.window.history.state?.depth ?? 0;
    }

    /**
     * @param {View} view
     * @param {number} depth
     */
    #enter(view, depth) {
        this.current = view;
        this.window.history.pushState({ depth, view }, "", writeAddress(view, this.#camera));
        this.#changed();
    }

    /**
     * @param {number} depth
     * @param {boolean} raised
     */
    #write(depth, raised) {
        clearTimeout(this.#cameraTimer);
        this.window.history.replaceState(
            { depth, raised, view: this.current },
            "",
            writeAddress(this.current, this.#camera),
        );
    }

    #walked() {
        clearTimeout(this.#cameraTimer);
        const { state, location } = this.window.history.state
            ? { state: this.window.history.state, location: this.window.location }
            : { state: {}, location: this.window.location };
        // The state keeps names that the address leaves out; an address typed by hand has no state.
        const view = state.view ?? readAddress(location.hash).view;
        const same = JSON.stringify(view) === JSON.stringify(this.current);
        this.current = view;
        if (same && !state.raised) this.dispatchEvent(new Event("lowered"));
        else this.#changed();
    }

    #changed() {
        this.dispatchEvent(new Event("view"));
    }
}
