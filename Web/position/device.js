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
 * Tells where the device points, in degrees clockwise from north as the device tells it.
 *
 * @implements {SensorSource<number>}
 */
export class DeviceCompass {
    #name = "ondeviceorientationabsolute" in window ? "deviceorientationabsolute" : "deviceorientation";
    /** @type {((event: Event) => void) | null} */
    #listener = null;

    /** @param {(degrees: number) => void} tell */
    start(tell) {
        this.#listener = (event) => {
            const { webkitCompassHeading: compass, absolute, alpha } = /** @type {any} */ (event);
            const fromAngle = absolute && alpha !== null ? (360 - alpha) % 360 : null;
            const device = typeof compass === "number" ? compass : fromAngle;
            if (device !== null) tell((device + (screen.orientation?.angle ?? 0)) % 360);
        };
        window.addEventListener(this.#name, this.#listener);
    }

    stop() {
        if (this.#listener) window.removeEventListener(this.#name, this.#listener);
        this.#listener = null;
    }
}

/**
 * @template Reading
 * @typedef {import('./sensor-feed.js').SensorSource<Reading>} SensorSource
 */
