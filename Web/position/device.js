// The sensors of this device, as sources for a feed.
import { at } from "../address/root.js";

/** Browsers may be silent while the position stays the same. After this time the page asks for a position. */
const SILENCE_MS = 30_000;
/** A device without a position for a moment mostly has one when it is asked again. */
const AGAIN_MS = 3_000;
const DOUBT_MS = 8_000;
const OPTIONS = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 };
/** Below this speed a course is noise. Metres per second. */
export const RESTING_SPEED = 0.5;

/**
 * A fix, or why there is none just now; more may follow either.
 *
 * @typedef {{fix: import('./position.js').Fix} | {failure: 'denied' | 'silent' | 'unavailable'}} Report
 */

/** @typedef {SensorSource<Report>} PositionSource */

/** @implements {SensorSource<Report>} */
export class DevicePosition {
    /** @type {number | null} */
    #watch = null;
    #timer = 0;

    /** @param {Geolocation} geolocation */
    constructor(geolocation) {
        this.geolocation = geolocation;
    }

    /**
     * While the user stands still, most browsers report nothing or a timeout: this is `silent`. The state is
     * `unavailable` when the device says so during a watch, and a second request gets no answer either.
     *
     * @param {(report: Report) => void} notify
     */
    start(notify) {
        /** @type {number | null} */
        let watch = null;
        let hasFix = false;
        let isInDoubt = false;
        const ask = (/** @type {number} */ wait) => {
            clearTimeout(this.#timer);
            const options = { ...OPTIONS, maximumAge: 0, timeout: isInDoubt ? DOUBT_MS : OPTIONS.timeout };
            this.#timer = window.setTimeout(() => {
                this.#timer = 0;
                this.geolocation.getCurrentPosition(found, refused, options);
            }, wait);
        };
        const found = (/** @type {GeolocationPosition} */ position) => {
            if (this.#watch !== watch) return;
            [hasFix, isInDoubt] = [true, false];
            ask(SILENCE_MS);
            notify({ fix: fixFrom(position) });
        };
        const failed = (/** @type {GeolocationPositionError} */ failure, wasAsked = false) => {
            if (this.#watch !== watch) return;
            const { code, PERMISSION_DENIED, TIMEOUT } = failure;
            if (code === PERMISSION_DENIED) return notify({ failure: "denied" });
            if (code !== TIMEOUT && hasFix && !wasAsked) {
                if (isInDoubt) return undefined;
                isInDoubt = true;
                return ask(AGAIN_MS);
            }
            // During this question the time of the watch may end, too.
            if (isInDoubt && !wasAsked) return undefined;
            const isSilent = code === TIMEOUT && !isInDoubt;
            isInDoubt = false;
            // Repeated reports of the watch do not put the question off.
            if (hasFix && this.#timer === 0) ask(SILENCE_MS);
            return notify({ failure: isSilent ? "silent" : "unavailable" });
        };
        const refused = (/** @type {GeolocationPositionError} */ failure) => failed(failure, true);
        watch = this.geolocation.watchPosition(found, (failure) => failed(failure), OPTIONS);
        this.#watch = watch;
    }

    stop() {
        if (this.#watch !== null) this.geolocation.clearWatch(this.#watch);
        this.#watch = null;
        clearTimeout(this.#timer);
        this.#timer = 0;
    }
}

/**
 * @param {GeolocationPosition} position
 * @returns {import('./position.js').Fix}
 */
function fixFrom({ coords, timestamp }) {
    return {
        position: { lat: coords.latitude, lon: coords.longitude },
        accuracy: coords.accuracy,
        speed: coords.speed ?? null,
        course: (coords.speed ?? 0) > RESTING_SPEED ? (coords.heading ?? null) : null,
        at: timestamp,
    };
}

/** The events of motion sensors: most devices have the first one, and only some have the second one. */
const TURNS = ["deviceorientation", "deviceorientationabsolute"];

/**
 * Where the device points, in degrees clockwise from magnetic north and from true north; the latter is null while the
 * position is unknown.
 *
 * @typedef {{magnetic: number, fromTrueNorth: number | null}} Direction
 */

/**
 * The program that computes it, which forgets north when the sensors pause.
 *
 * @typedef {{turned: (event: DeviceOrientationEvent, fix: import('./position.js').Fix | null) => Direction | null,
 *   forget: () => void}} Compass
 */

/**
 * Reports where the device points; null while it does not know. What computes that is a file of its own, which a device
 * without motion sensors never loads.
 *
 * @implements {SensorSource<Direction | null>}
 */
export class DeviceCompass {
    /** @type {Promise<Compass | null> | null} */
    #loading = null;
    /** @type {Compass | null} */
    #compass = null;
    /** @type {((event: Event) => void) | null} */
    #listener = null;

    /** @param {() => import('./position.js').Fix | null} fix returns where the device is. */
    constructor(fix) {
        this.fix = fix;
    }

    /** @param {(direction: Direction | null) => void} notify */
    start(notify) {
        this.#listener = (event) => {
            if (this.#compass) notify(this.#compass.turned(/** @type {any} */ (event), this.fix()));
            else if (typeof (/** @type {any} */ (event).alpha) === "number") this.#load();
        };
        for (const name of TURNS) window.addEventListener(name, this.#listener);
    }

    stop() {
        for (const name of TURNS) if (this.#listener) window.removeEventListener(name, this.#listener);
        this.#listener = null;
        this.#compass?.forget();
    }

    /** Loads it once; again with the page after a failure. */
    async #load() {
        this.#loading ??= import(at("/built/compass.js"))
            .then(({ loadCompass }) => loadCompass())
            .catch((failure) => {
                console.info("the compass did not come:", failure);
                return null;
            });
        this.#compass = await this.#loading;
    }
}

/**
 * @template Reading
 * @typedef {import('./sensor-feed.js').SensorSource<Reading>} SensorSource
 */
