// My position. The page asks for it at a tap; each failure is a state of its own, with its own remedy.
import { DevicePosition, RESTING_SPEED } from "./device.js";
import { SensorFeed } from "./sensor-feed.js";

/**
 * - `unasked`: the browser will ask. `asking`: it does. `searching`: allowed, no fix yet.
 * - `found`: also while the device says nothing new because I stand still. `lost`: the device says that it does not know any
 *   more, or I was moving when it fell silent.
 * - `denied`: not allowed for this page. `off`: allowed, but the device gives none. `impossible`: no secure connection, or a
 *   browser without it.
 *
 * @typedef {'unasked' | 'asking' | 'searching' | 'found' | 'lost' | 'denied' | 'off' | 'impossible'} PositionState
 *
 * @typedef {{position: Position, accuracy: number, course: number | null, speed: number | null, at: number}} Fix
 *   accuracy in metres; speed in m/s; course in degrees clockwise from true north, only while moving.
 */

/** Fires `change` whenever state or fix change. */
export class MyPosition extends EventTarget {
    /** @type {PositionState} */
    state = "unasked";
    /** @type {Fix | null} */
    fix = null;
    /** Whether a developer says where I am, not the device. */
    isSimulated = false;
    /** Whether the position comes from a scanned sign. */
    isOfSign = false;
    /** @type {ReturnType<SensorFeed<import('./device.js').Report>["read"]> | null} */
    #reader = null;
    #isWanted = false;
    #isResting = false;
    /** @type {PermissionStatus | null} */
    #permission = null;
    #device;

    /**
     * @param {Navigator} navigator
     * @param {boolean} isSecure whether the page came over a secure connection.
     */
    constructor(navigator, isSecure) {
        super();
        this.navigator = navigator;
        this.isSecure = isSecure;
        this.#device = new DevicePosition(navigator.geolocation);
        /** The sensor; others may read it too. It is on while it has readers. */
        this.feed = new SensorFeed(/** @type {import('./device.js').PositionSource} */ (this.#device));
    }

    /** Reads the permission, and follows it: a permission granted or taken back in the settings applies at once. */
    async observePermission() {
        if (!this.isPossible) return this.isSimulated ? undefined : this.#become("impossible");
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

    /** Whether the browser may give the position without asking. */
    get isAllowed() {
        return this.#permission?.state === "granted";
    }

    /** Whether the browser would ask now. */
    get wouldAsk() {
        return (
            this.isPossible &&
            !this.isSimulated &&
            !this.isAllowed &&
            this.state !== "denied" &&
            this.#reader === null &&
            !this.#isResting
        );
    }

    /** Starts reading the sensor; the browser may ask the user. Does nothing when it is read already. */
    start() {
        this.#isWanted = true;
        if (!this.isPossible && !this.isSimulated) return this.#become("impossible");
        const hasFailed = this.state === "off" || this.state === "lost";
        if (this.#reader && !hasFailed) return;
        if (this.state !== "found") this.#become(this.isAllowed || this.isSimulated ? "searching" : "asking");
        if (this.#reader) this.feed.restart();
        else this.#read();
    }

    /**
     * Stops the sensor while the page is hidden, and continues afterwards.
     *
     * @param {boolean} isResting
     */
    rest(isResting) {
        if (isResting === this.#isResting) return;
        if (isResting) {
            const wasReading = this.#reader !== null;
            this.#leave();
            this.#isResting = wasReading;
        } else {
            this.#isResting = false;
            this.#read();
        }
    }

    /**
     * Takes my position from something that stands in for the device, without asking; null goes back to the device.
     *
     * @param {import('./device.js').PositionSource | null} source
     * @param {boolean} [isSign]
     */
    simulate(source, isSign = false) {
        this.#leave();
        this.isOfSign = isSign;
        this.isSimulated = source !== null;
        this.fix = null;
        this.feed.use(source ?? this.#device);
        if (source) {
            this.#become("searching");
            this.#read();
        } else if (!this.isPossible) {
            this.#become("impossible");
        } else {
            this.#become(this.#permission?.state === "denied" ? "denied" : "unasked");
            if (this.isAllowed) this.start();
        }
    }

    async #read() {
        if (this.#isResting) return;
        const reader = this.feed.read();
        this.#reader = reader;
        for await (const report of reader) {
            if (reader !== this.#reader) return;
            this.#take(report);
        }
    }

    #leave() {
        this.#reader?.return();
        this.#reader = null;
        this.#isResting = false;
    }

    #permissionChanged() {
        if (this.isSimulated) return undefined;
        const wasDenied = this.state === "denied";
        switch (this.#permission?.state) {
            case "denied":
                this.#refuse();
                return undefined;
            case "granted":
                // Granted in the settings after a refusal: the page now uses the position.
                if (this.#isWanted && (wasDenied || this.state === "asking")) this.start();
                else if (wasDenied) this.#become("unasked");
                return undefined;
            default:
                if (wasDenied) this.#become("unasked");
        }
    }

    #refuse() {
        this.#leave();
        this.fix = null;
        this.#become("denied");
    }

    /** @param {import('./device.js').Report} report */
    #take(report) {
        if ("fix" in report) {
            this.fix = report.fix;
            this.#become("found");
        } else if (report.failure === "denied") {
            this.#refuse();
        } else if (this.fix) {
            // The last position of a person who stands still remains valid.
            const isMoving = (this.fix.speed ?? 0) > RESTING_SPEED;
            if (report.failure === "unavailable" || isMoving) this.#become("lost");
        } else {
            this.#become(report.failure === "silent" ? "searching" : "off");
        }
    }

    /** @param {PositionState} state */
    #become(state) {
        this.state = state;
        this.dispatchEvent(new Event("change"));
    }
}
