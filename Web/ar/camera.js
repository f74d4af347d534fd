// The camera: one question a visit, and off when nobody looks.

/** How long the stream stays while the map is shown instead, in milliseconds. */
const KEPT_MS = 20_000;

/** @typedef {"none" | "on" | "insecure" | "denied" | "missing" | "busy"} CameraState */

/** The cause by the name of the error that `getUserMedia` gives. */
const CAUSES = /** @type {Record<string, CameraState>} */ ({
    NotAllowedError: "denied",
    SecurityError: "denied",
    NotFoundError: "missing",
    OverconstrainedError: "missing",
    NotSupportedError: "missing",
    NotReadableError: "busy",
    AbortError: "busy",
});

/** @param {unknown} failure */
function causeOf(failure) {
    return CAUSES[/** @type {any} */ (failure)?.name] ?? "busy";
}

/** Whether the user refused in this visit: a page that asks again is a nuisance. */
let wasDenied = false;

export class Camera {
    /** @type {CameraState} */
    state = "none";
    /** @type {MediaStream | null} */
    #stream = null;
    #timer = 0;
    #isWanted = false;
    /** @type {Promise<void> | null} */
    #starting = null;

    /**
     * @param {HTMLVideoElement} video
     * @param {() => void} changed
     */
    constructor(video, changed) {
        this.video = video;
        this.changed = changed;
    }

    /** Whether the browser gives the picture without a question; false where it does not say. */
    static async isAllowed() {
        try {
            const name = /** @type {PermissionName} */ ("camera");
            return (await navigator.permissions.query({ name })).state === "granted";
        } catch {
            return false;
        }
    }

    /** Starts the camera, or joins a start that waits for the browser: a second stream would fail as "busy". */
    async start() {
        clearTimeout(this.#timer);
        this.#isWanted = true;
        if (this.#stream) return;
        if (!navigator.mediaDevices) return this.#become("insecure");
        this.#starting ??= this.#ask();
        await this.#starting;
    }

    async #ask() {
        try {
            if (wasDenied && !(await Camera.isAllowed())) {
                if (this.#isWanted) this.#become("denied");
                return;
            }
            if (!this.#isWanted) return;
            const stream = await navigator.mediaDevices.getUserMedia({
                audio: false,
                video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
            });
            if (!this.#isWanted) return stop(stream);
            this.#take(stream);
        } catch (failure) {
            const cause = causeOf(failure);
            wasDenied = cause === "denied";
            if (this.#isWanted) this.#become(cause);
        } finally {
            this.#starting = null;
        }
    }

    /** The name of the camera that gives the picture; empty without one. */
    get label() {
        return this.#stream?.getVideoTracks()[0]?.label ?? "";
    }

    /** @param {MediaStream} stream */
    #take(stream) {
        this.#stream = stream;
        const [track] = stream.getVideoTracks();
        // Another program took the camera, or the user took it back.
        track?.addEventListener("ended", () => {
            if (stream !== this.#stream) return;
            this.stop();
            this.#become("busy");
        });
        this.video.srcObject = stream;
        this.video.play().catch(() => {}); // A page that was left meanwhile.
        this.#become("on");
    }

    /** Switches off soon, unless it is started again. */
    stopSoon() {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.stop(), KEPT_MS);
    }

    stop() {
        clearTimeout(this.#timer);
        this.#isWanted = false;
        if (this.#stream) stop(this.#stream);
        this.#stream = null;
        this.video.srcObject = null;
        if (this.state === "on") this.#become("none");
    }

    /** @param {CameraState} state */
    #become(state) {
        this.state = state;
        this.changed();
    }
}

/** @param {MediaStream} stream */
function stop(stream) {
    for (const track of stream.getTracks()) track.stop();
}
