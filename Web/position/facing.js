// Where the device faces, from its compass.
import { DeviceCompass } from "./device.js";
import { SensorFeed } from "./sensor-feed.js";

/** Turns smaller than this are not worth drawing. */
const SMALLEST_TURN = 2;

/** Fires `change` when the facing has turned. Degrees clockwise from the device's north; null while unknown. */
export class Facing extends EventTarget {
    /** @type {number | null} */
    degrees = null;
    /** The compass; others may read it too. */
    feed = new SensorFeed(new DeviceCompass());
    #isAllowed = false;
    #isResting = false;
    /** @type {ReturnType<SensorFeed<number | null>["read"]> | null} */
    #reader = null;

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
        for await (const facing of reader) {
            if (reader !== this.#reader) return;
            this.#turned(facing);
        }
    }

    /** @param {number | null} facing */
    #turned(facing) {
        if (facing === this.degrees) return;
        if (facing !== null && this.degrees !== null) {
            const turned = Math.abs(((facing - this.degrees + 540) % 360) - 180);
            if (turned < SMALLEST_TURN) return;
        }
        this.degrees = facing;
        this.dispatchEvent(new Event("change"));
    }
}
