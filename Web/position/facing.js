// Where the device faces, from its compass.
import { DeviceCompass } from "./device.js";
import { SensorFeed } from "./sensor-feed.js";

/** Turns smaller than this are not worth drawing. */
const SMALLEST_TURN = 2;

/**
 * Fires `change` when the facing has turned. In degrees clockwise: `degrees` from true north, as bearings on the map are,
 * and `magnetic` from magnetic north, as a post has it. Null while unknown.
 */
export class Facing extends EventTarget {
    /** @type {number | null} */
    degrees = null;
    /** @type {number | null} */
    magnetic = null;
    #isAllowed = false;
    #isResting = false;
    /** @type {ReturnType<SensorFeed<import("./device.js").Direction | null>["read"]> | null} */
    #reader = null;

    /** @param {import("./position.js").MyPosition} position */
    constructor(position) {
        super();
        /** The compass; others may read it too. */
        this.feed = new SensorFeed(new DeviceCompass(() => position.fix));
    }

    /** Starts listening. Must be called from a tap: some phones ask the user. */
    async start() {
        if (this.#isResting) return;
        if (!this.#isAllowed) {
            const events = /** @type {any} */ (globalThis.DeviceOrientationEvent);
            if (!events) return;
            if (typeof events.requestPermission === "function") {
                const answer = await events.requestPermission().catch(() => "denied");
                if (answer !== "granted") return;
            }
            this.#isAllowed = true;
        }
        this.#read();
    }

    /**
     * Rests while the page is hidden or the location is simulated: the facing is then unknown.
     *
     * @param {boolean} isResting
     */
    rest(isResting) {
        this.#isResting = isResting;
        if (!isResting) {
            if (this.#isAllowed) this.#read();
            return;
        }
        this.#reader?.return();
        this.#reader = null;
        this.#turned(null);
    }

    async #read() {
        if (this.#reader || this.#isResting) return;
        const reader = this.feed.read();
        this.#reader = reader;
        for await (const direction of reader) {
            if (reader !== this.#reader) return;
            this.#turned(direction);
        }
    }

    /** @param {import("./device.js").Direction | null} direction */
    #turned(direction) {
        const { magnetic = null, fromTrueNorth = null } = direction ?? {};
        if (isNear(magnetic, this.magnetic) && isNear(fromTrueNorth, this.degrees)) return;
        this.magnetic = magnetic;
        this.degrees = fromTrueNorth;
        this.dispatchEvent(new Event("change"));
    }
}

/**
 * @param {number | null} one
 * @param {number | null} other
 */
function isNear(one, other) {
    if (one === null || other === null) return one === other;
    return Math.abs(((one - other + 540) % 360) - 180) < SMALLEST_TURN;
}
