// Where the device faces, from its compass.

/** Turns smaller than this are not worth drawing. */
const SMALLEST_TURN = 2;

/** Fires `change` when the facing has turned. Degrees clockwise from north as the device tells it; null while unknown. */
export class Facing extends EventTarget {
    /** @type {number | null} */
    degrees = null;
    #isListening = false;

    /** Starts listening. Must be called from a tap: some phones ask the user. */
    async start() {
        if (this.#isListening) return;
        const events = /** @type {any} */ (globalThis.DeviceOrientationEvent);
        if (!events) return;
        if (typeof events.requestPermission === "function") {
            const answer = await events.requestPermission().catch(() => "denied");
            if (answer !== "granted") return;
        }
        this.#isListening = true;
        const name = "ondeviceorientationabsolute" in window ? "deviceorientationabsolute" : "deviceorientation";
        window.addEventListener(name, (event) => this.#turned(/** @type {DeviceOrientationEvent} */ (event)));
    }

    /** @param {DeviceOrientationEvent} event */
    #turned(event) {
        const compass = /** @type {any} */ (event).webkitCompassHeading;
        const fromAngle = event.absolute && event.alpha !== null ? (360 - event.alpha) % 360 : null;
        const device = typeof compass === "number" ? compass : fromAngle;
        if (device === null) return;
        const facing = (device + (screen.orientation?.angle ?? 0)) % 360;
        const turned = this.degrees === null ? 360 : Math.abs(((facing - this.degrees + 540) % 360) - 180);
        if (turned < SMALLEST_TURN) return;
        this.degrees = facing;
        this.dispatchEvent(new Event("change"));
    }
}
