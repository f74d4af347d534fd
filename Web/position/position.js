// Where I am. Asked for at a tap; each way it can fail is a state of its own, with its own remedy (C12).

/** Browsers may tell nothing while the position stays the same; after so long one is asked for. */
const SILENCE_MS = 30_000;
const OPTIONS = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 };

/**
 * - `unasked`: the browser will ask. `asking`: it does. `searching`: allowed, no fix yet.
 * - `found`. `lost`: there was a fix, now there is none.
 * - `denied`: not allowed for this page. `off`: allowed, but the device gives none. `impossible`: no secure connection, or a
 *   browser without it.
 *
 * @typedef {'unasked' | 'asking' | 'searching' | 'found' | 'lost' | 'denied' | 'off' | 'impossible'} PositionState
 *
 * @typedef {{position: Position, accuracy: number, course: number | null, speed: number | null, at: number}} Fix accuracy in
 *   metres; speed in m/s; course in degrees
 *   clockwise from true north, only while moving.
 */

/** Fires `change` whenever state or fix change. */
export class MyPosition extends EventTarget {
    /** @type {PositionState} */
    state = "unasked";
    /** @type {Fix | null} */
    fix = null;
    /** @type {number | null} */
    #watch = null;
    #isWanted = false;
    #silenceTimer = 0;
    /** @type {PermissionStatus | null} */
    #permission = null;

    /**
     * @param {Navigator} navigator
     * @param {boolean} isSecure whether the page came over a secure connection.
     */
    constructor(navigator, isSecure) {
        super();
        this.navigator = navigator;
        this.isSecure = isSecure;
    }

    /** Looks at what is allowed already, and keeps looking: a permission granted or taken back in the settings applies at once. */
    async observePermission() {
        if (!this.isPossible) return this.#become("impossible");
        try {
            this.#permission = await this.navigator.permissions.query({ name: "geolocation" });
        } catch {
            return; // An older browser cannot say; the answer comes with the first question.
        }
        this.#permission.addEventListener("change", () => this.#permissionChanged());
        this.#permissionChanged();
    }

    get isPossible() {
        return this.isSecure && "geolocation" in this.navigator;
    }

    /** Whether the browser has been allowed to tell, so that nobody is asked. */
    get isAllowed() {
        return this.#permission?.state === "granted";
    }

    /** Whether the browser would ask now. */
    get wouldAsk() {
        return this.isPossible && !this.isAllowed && this.state !== "denied" && this.#watch === null;
    }

    /** Starts watching; the browser may ask the user. Does nothing when it already watches. */
    start() {
        this.#isWanted = true;
        if (!this.isPossible) return this.#become("impossible");
        if (this.#watch !== null && this.state !== "off" && this.state !== "lost") return;
        this.#unwatch();
        if (this.state !== "found") this.#become(this.isAllowed ? "searching" : "asking");
        this.#watch = this.navigator.geolocation.watchPosition(
            (position) => this.#found(position),
            (failure) => this.#failed(failure),
            OPTIONS,
        );
    }

    #unwatch() {
        if (this.#watch !== null) this.navigator.geolocation.clearWatch(this.#watch);
        this.#watch = null;
        clearTimeout(this.#silenceTimer);
    }

    #askAgain() {
        this.navigator.geolocation.getCurrentPosition(
            (position) => this.#found(position),
            (failure) => this.#failed(failure),
            { ...OPTIONS, maximumAge: 0 },
        );
    }

    #permissionChanged() {
        const wasDenied = this.state === "denied";
        switch (this.#permission?.state) {
            case "denied":
                this.#unwatch();
                this.fix = null;
                return this.#become("denied");
            case "granted":
                // Granted in the settings after a refusal: what was wanted then is done now.
                if (this.#isWanted && (wasDenied || this.state === "asking")) this.start();
                else if (wasDenied) this.#become("unasked");
                return undefined;
            default:
                if (wasDenied) this.#become("unasked");
        }
    }

    /** @param {GeolocationPosition} position */
    #found({ coords, timestamp }) {
        this.fix = {
            position: { lat: coords.latitude, lon: coords.longitude },
            accuracy: coords.accuracy,
            speed: coords.speed ?? null,
            course: (coords.speed ?? 0) > 0.5 ? (coords.heading ?? null) : null,
            at: timestamp,
        };
        clearTimeout(this.#silenceTimer);
        this.#silenceTimer = window.setTimeout(() => this.#askAgain(), SILENCE_MS);
        this.#become("found");
    }

    /** @param {GeolocationPositionError} failure */
    #failed(failure) {
        if (failure.code === failure.PERMISSION_DENIED) {
            this.#unwatch();
            this.fix = null;
            this.#become("denied");
        } else if (this.fix) {
            this.#become("lost");
        } else {
            this.#become(failure.code === failure.TIMEOUT ? "searching" : "off");
        }
    }

    /** @param {PositionState} state */
    #become(state) {
        this.state = state;
        this.dispatchEvent(new Event("change"));
    }
}
