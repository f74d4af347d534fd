// The sensors of this device, as sources for a feed.

/** Browsers may tell nothing while the position stays the same; after so long one is asked for. */
const SILENCE_MS = 30_000;
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
    #silenceTimer = 0;

    /** @param {Geolocation} geolocation */
    constructor(geolocation) {
        this.geolocation = geolocation;
    }

    /** @param {(report: Report) => void} tell */
    start(tell) {
        const found = (/** @type {GeolocationPosition} */ position) => {
            clearTimeout(this.#silenceTimer);
            if (this.#watch === null) return;
            this.#silenceTimer = window.setTimeout(
                () => this.geolocation.getCurrentPosition(found, failed, { ...OPTIONS, maximumAge: 0 }),
                SILENCE_MS,
            );
            tell({ fix: fixFrom(position) });
        };
        const failed = (/** @type {GeolocationPositionError} */ failure) => {
            if (failure.code === failure.PERMISSION_DENIED) tell({ failure: "denied" });
            else tell({ failure: failure.code === failure.TIMEOUT ? "silent" : "unavailable" });
        };
        this.#watch = this.geolocation.watchPosition(found, failed, OPTIONS);
    }

    stop() {
        if (this.#watch !== null) this.geolocation.clearWatch(this.#watch);
        this.#watch = null;
        clearTimeout(this.#silenceTimer);
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

/**
 * Tells where the device points, in degrees clockwise from north as the device tells it; null while it does not know.
 *
 * @implements {SensorSource<number | null>}
 */
export class DeviceCompass {
    #name = "ondeviceorientationabsolute" in window ? "deviceorientationabsolute" : "deviceorientation";
    /** @type {((event: Event) => void) | null} */
    #listener = null;

    /** @param {(degrees: number | null) => void} tell */
    start(tell) {
        this.#listener = (event) => {
            const heading = headingOf(/** @type {any} */ (event));
            tell(heading === null ? null : (heading + (screen.orientation?.angle ?? 0)) % 360);
        };
        window.addEventListener(this.#name, this.#listener);
    }

    stop() {
        if (this.#listener) window.removeEventListener(this.#name, this.#listener);
        this.#listener = null;
    }
}

/**
 * Reads the heading of an orientation event. A phone without a compass sends the heading 0 with the accuracy −1 (WebKit's
 * WebCoreMotionManager.mm): that is unknown, not north.
 *
 * @param {{webkitCompassHeading?: number, webkitCompassAccuracy?: number, absolute?: boolean, alpha?: number | null}} event
 * @returns {number | null} degrees clockwise from north; null while it is unknown.
 */
export function headingOf({ webkitCompassHeading: compass, webkitCompassAccuracy: accuracy = 0, absolute, alpha }) {
    if (typeof compass === "number") return compass >= 0 && accuracy >= 0 ? compass : null;
    return absolute && typeof alpha === "number" ? (360 - alpha) % 360 : null;
}

/**
 * @template Reading
 * @typedef {import('./sensor-feed.js').SensorSource<Reading>} SensorSource
 */
