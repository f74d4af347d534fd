// The camera's angle of view over the picture's longer side, which no browser tells. The user fits it once with two
// fingers; it stays on the device, for each camera.

/** In degrees: the angle of most phones, and the range of the program. */
const USUAL = 65;
const LEAST = 50;
const MOST = 90;
const KEPT = "hereabouts.angles-of-view";
/** More cameras than a phone has; the oldest one goes. */
const MOST_CAMERAS = 8;

export class AngleOfView {
    degrees = USUAL;
    #camera = "";

    /**
     * Takes the angle that the device keeps for a camera.
     *
     * @param {string} camera its label.
     */
    use(camera) {
        this.#camera = camera;
        this.degrees = within(kept()[camera] ?? USUAL);
    }

    /**
     * Enlarges the drawing by a factor, as two fingers do.
     *
     * @param {number} factor
     */
    enlarge(factor) {
        if (!(factor > 0)) return;
        const half = Math.atan(Math.tan((this.degrees * Math.PI) / 360) / factor);
        this.degrees = within((half * 360) / Math.PI);
    }

    /** @param {number} degrees */
    widen(degrees) {
        this.degrees = within(this.degrees + degrees);
    }

    /** Keeps it on the device, where the browser allows that. */
    keep() {
        const { [this.#camera]: _, ...others } = kept();
        const newest = Object.entries(others).slice(1 - MOST_CAMERAS);
        const all = Object.fromEntries([...newest, [this.#camera, Math.round(this.degrees * 10) / 10]]);
        try {
            localStorage.setItem(KEPT, JSON.stringify(all));
        } catch {
            // It holds for this visit.
        }
    }
}

/** @param {number} degrees */
function within(degrees) {
    return Math.max(LEAST, Math.min(MOST, degrees));
}

/** @returns {Record<string, number>} */
function kept() {
    try {
        const read = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
        const sound = Object.entries(read ?? {}).filter(([, degrees]) => Number.isFinite(degrees));
        return Object.fromEntries(sound);
    } catch {
        return {};
    }
}
