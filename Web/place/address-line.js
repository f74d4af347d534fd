// The address of a position that may change, never a stale one: each answer belongs to the position it was asked
// for, and only the newest counts.
import { Latest } from "../data/latest.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

export class AddressLine {
    element = make("span", { class: "address-line", "aria-live": "polite" });
    #latest = new Latest();

    /**
     * @param {PlaceSource} data
     * @param {(label: string | null, answer: AddressAnswer | null) => void} [changed] gets the address when it is known,
     *   null while it is not.
     */
    constructor(data, changed = () => {}) {
        this.data = data;
        this.changed = changed;
    }

    /**
     * Asks for the address of a position; the address of another position goes away at once.
     *
     * @param {Position} position
     */
    async show(position) {
        this.#say(say("address.finding"), true);
        this.changed(null, null);
        try {
            const found = await this.#latest.ask(position, (question, signal) => this.data.address(question, signal));
            if (!found) return;
            const label = addressLabel(found.answer);
            this.#say(label ?? say("address.none"), label === null);
            this.changed(label, found.answer);
        } catch {
            fill(
                this.element,
                say("address.failed"),
                " ",
                make(
                    "button",
                    { type: "button", class: "link", on: { click: () => this.show(position) } },
                    say("action.tryAgain"),
                ),
            );
        }
    }

    /** Forgets the question that waits. */
    leave() {
        this.#latest.drop();
    }

    /**
     * @param {string} text
     * @param {boolean} isQuiet
     */
    #say(text, isQuiet) {
        this.element.classList.toggle("quiet", isQuiet);
        fill(this.element, text);
    }
}

/**
 * An address, else the street it is on, else the place it is in.
 *
 * @param {AddressAnswer} answer
 */
export function addressLabel({ address, street, place }) {
    if (address?.label) return address.label;
    if (street?.name) return say("address.on", { street: street.name });
    return place ? say("address.near", { place: place.name }) : null;
}
