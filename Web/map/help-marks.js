// Help pins on the map: a mark at each place where somebody asks for help.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** More marks than this hide the map; the list has all. */
const MOST = 100;
/** In characters: more of the words does not help to choose one. */
const LABEL_LENGTH = 80;

export class HelpMarks {
    /**
     * By the pins' ids.
     *
     * @type {Map<string, any>}
     */
    #marks = new Map();

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
    }

    /**
     * Shows pins in place of those before. Marks that stay keep the focus.
     *
     * @param {import("../data/help-pins.js").Pin[]} pins
     * @param {(id: string) => void} pressed
     */
    show(pins, pressed) {
        const shown = pins.slice(0, MOST);
        const ids = new Set(shown.map(({ id }) => id));
        for (const [id, mark] of this.#marks) {
            if (ids.has(id)) continue;
            mark.remove();
            this.#marks.delete(id);
        }
        for (const pin of shown) if (!this.#marks.has(pin.id)) this.#marks.set(pin.id, this.#mark(pin, pressed));
    }

    /**
     * @param {import("../data/help-pins.js").Pin} pin
     * @param {(id: string) => void} pressed
     */
    #mark({ id, text, position }, pressed) {
        const label = say("help.mark", { text: text.slice(0, LABEL_LENGTH) });
        const click = (/** @type {Event} */ event) => {
            event.stopPropagation();
            pressed(id);
        };
        const element = make(
            "button",
            { class: "help-mark", type: "button", title: label, "aria-label": label, on: { click } },
            icon("siren"),
        );
        return new maplibregl.Marker({ element }).setLngLat([position.lon, position.lat]).addTo(this.map);
    }
}
