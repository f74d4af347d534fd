// The list below a field that finds places: options in groups, one of which may be active while the field keeps the
// focus, by the listbox pattern of the ARIA practices guide.
import { fill, icon, make } from "../shell/make.js";

/**
 * Something to choose. `remove` takes it out of the list.
 *
 * @typedef {{row: HTMLElement, choose: () => void, remove?: () => void}} Offer
 */

/**
 * Offers under a heading, or under none.
 *
 * @typedef {{title?: string, offers: Offer[]}} Group
 */

export class FoundList {
    #active = -1;
    /** @type {Offer[]} */
    #offers = [];
    /** @type {HTMLElement[]} */
    #options = [];

    /**
     * @param {string} id
     * @param {HTMLInputElement} input
     */
    constructor(id, input) {
        this.id = id;
        this.input = input;
        this.element = make("div", { role: "listbox", id, class: "found", hidden: true });
    }

    /** @param {Group[]} groups */
    show(groups) {
        const filled = groups.filter(({ offers }) => offers.length > 0);
        this.#offers = filled.flatMap(({ offers }) => offers);
        let first = 0;
        const parts = filled.map(({ title, offers }) => {
            const options = offers.map((offer, index) => this.#option(offer, first + index));
            first += offers.length;
            if (!title) return { options, shown: options };
            const heading = make("div", { class: "group-title", "aria-hidden": "true" }, title);
            const group = make("div", { role: "group", "aria-label": title }, ...options);
            return { options, shown: [heading, group] };
        });
        this.#options = parts.flatMap(({ options }) => options);
        fill(this.element, ...parts.flatMap(({ shown }) => shown));
        this.element.hidden = this.#offers.length === 0;
        this.#mark(-1);
    }

    /** The active option, if there is one. */
    get active() {
        return this.#offers[this.#active];
    }

    get first() {
        return this.#offers[0];
    }

    get isEmpty() {
        return this.#offers.length === 0;
    }

    /** @param {number} step down the list; one place before its first stands for the text itself. */
    move(step) {
        const count = this.#offers.length;
        if (count > 0) this.#mark(((this.#active + 1 + step + count + 1) % (count + 1)) - 1);
    }

    /** @param {number} index from the end when negative. */
    jump(index) {
        const count = this.#offers.length;
        if (count > 0) this.#mark(Math.min(count - 1, index < 0 ? count + index : index));
    }

    /** Which of the options is active; none is -1. */
    get place() {
        return this.#active;
    }

    /** No option is active: it is the text that counts. */
    rest() {
        this.#mark(-1);
    }

    /** @param {number} index */
    #mark(index) {
        this.#active = index;
        for (const [number, option] of this.#options.entries()) {
            option.setAttribute("aria-selected", String(number === index));
            if (number === index) option.scrollIntoView({ block: "nearest" });
        }
        if (index < 0) this.input.removeAttribute("aria-activedescendant");
        else this.input.setAttribute("aria-activedescendant", this.#options[index].id);
    }

    /**
     * @param {Offer} offer
     * @param {number} index
     */
    #option({ row, choose, remove }, index) {
        const attributes = { role: "option", id: `${this.id}-${index}`, class: "option", "aria-selected": "false" };
        const option = make("div", { ...attributes, on: { click: choose } }, row);
        if (!remove) return option;
        // For screen readers, an option holds no other button. The Delete key and the list of saved places do the same.
        option.setAttribute("aria-keyshortcuts", "Delete");
        const taken = (/** @type {Event} */ event) => (event.stopPropagation(), remove());
        option.append(make("span", { class: "remove", "aria-hidden": "true", on: { click: taken } }, icon("x")));
        return option;
    }
}
