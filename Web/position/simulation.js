// A simulated location for development: drives "my position" everywhere on the page, says so as long as it does, and
// ends at one tap. It begins with an address (`/?simulate=60.1702,24.9415` or `/?simulate=middle`) or on the page
// *About*.
import { say } from "../text/catalogue.js";
import { BadTrack, LARGEST_FILE, readTrack } from "./gpx.js";
import { FixedPoint, Replay } from "./stand-ins.js";
import { textOf } from "./xml.js";

const PARAMETER = "simulate";

export class Simulation {
    /** The sign that was scanned last. */
    #sign = "";

    /**
     * @param {Pick<Page, 'about' | 'position' | 'facing' | 'notices'>} page
     * @param {Window} window
     */
    constructor({ about, position, facing, notices }, window) {
        this.about = about;
        this.position = position;
        this.facing = facing;
        this.notices = notices;
        this.window = window;
        const rest = () => {
            position.rest(document.hidden);
            facing.rest(document.hidden || position.isSimulated);
        };
        document.addEventListener("visibilitychange", rest);
    }

    /** Starts the simulation that the page's address asks for, if any. */
    beginFromAddress() {
        const wanted = new URLSearchParams(this.window.location.search).get(PARAMETER);
        if (wanted === null) return;
        if (wanted === "middle") return this.middle();
        const [lat, lon, ...rest] = wanted.split(",").map((text) => (text.trim() === "" ? NaN : Number(text)));
        if (rest.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) this.fixed({ lat, lon });
        else this.notices.show(say("simulate.badAddress"));
    }

    /** @param {Position} position */
    fixed(position) {
        this.#begin(new FixedPoint(position), say("simulate.on.fixed"));
    }

    /**
     * A scanned sign gives my position until I ask the device for it. Walking back in the history to the sign does not
     * begin anew.
     *
     * @param {Position} position
     */
    sign(position) {
        const sign = JSON.stringify(position);
        if (this.#sign === sign) return;
        this.#sign = sign;
        this.#begin(new FixedPoint(position), say("sign.on"), say("sign.stop"), true);
    }

    /** The preset: the middle of the map's place. */
    middle() {
        this.#begin(new FixedPoint(this.about.center), say("simulate.on.middle", { place: this.about.name }));
    }

    /**
     * Replays a GPX file of this device, or says why it cannot.
     *
     * @param {File} file
     * @param {number} factor how many times as fast.
     * @returns {Promise<boolean>} whether it begins.
     */
    async replay(file, factor) {
        try {
            if (file.size > LARGEST_FILE) throw new BadTrack("tooLarge");
            const { fixes, refused } = readTrack(textOf(await file.arrayBuffer()));
            this.#begin(new Replay(fixes, factor), say("simulate.on.track", { name: file.name }));
            if (refused > 0) this.notices.show(say("track.leftOut", { count: refused }));
            return true;
        } catch (failure) {
            const isBad = failure instanceof BadTrack;
            if (!isBad) console.info("the track could not be read:", failure);
            this.notices.show(
                isBad ? say(`track.${failure.fault}`, { line: failure.line ?? 0 }) : say("track.unreadable"),
            );
            return false;
        }
    }

    /** Goes back to the device. */
    stop() {
        this.notices.hold("simulated", null);
        // Loading the page again must not begin anew.
        const { pathname, hash } = this.window.location;
        this.window.history.replaceState(this.window.history.state, "", pathname + hash);
        this.position.simulate(null);
        this.facing.rest(document.hidden);
    }

    /**
     * @param {import('./device.js').PositionSource} source
     * @param {string} text
     * @param {string} [stop] the label of the button that ends it.
     * @param {boolean} [isSign]
     */
    #begin(source, text, stop = say("simulate.stop"), isSign = false) {
        this.facing.rest(true);
        this.position.simulate(source, isSign);
        this.notices.hold("simulated", text, { label: stop, press: () => this.stop() }, null);
    }
}
