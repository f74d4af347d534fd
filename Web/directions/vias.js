// The stops of a route, as a list between its ends: named, reordered and removed.
import { icon, make } from "../shell/make.js";
import { orderList, orderRow } from "../shell/order-list.js";
import { say } from "../text/catalogue.js";

export class ViaList {
    /** @type {End[]} */
    #ends = [];
    /**
     * The row of each, so that the focus stays on a moved row.
     *
     * @type {Map<End, HTMLElement>}
     */
    #rows = new Map();
    #made = 0;
    #list;
    #changed;

    /**
     * @param {Page} page
     * @param {(ends: End[]) => void} changed
     */
    constructor(page, changed) {
        this.#changed = changed;
        this.#list = make("ol", { class: "vias", "aria-label": say("via.list") });
        this.element = make("div", { class: "via-part", hidden: true }, this.#list);
        const inOrder = (/** @type {string[]} */ ids) =>
            ids.flatMap((id) => this.#ends.filter((end) => this.#rows.get(end)?.dataset.id === id));
        orderList(
            page,
            this.#list,
            async (ids) => changed(inOrder(ids)),
            () => {},
        );
    }

    /**
     * Shows the points; those that are shown already keep their rows.
     *
     * @param {{end: End, name: string}[]} stops
     */
    show(stops) {
        this.#ends = stops.map(({ end }) => end);
        this.element.hidden = stops.length === 0;
        for (const end of this.#rows.keys()) if (!this.#ends.includes(end)) this.#rows.delete(end);
        const rows = stops.map(({ end, name }) => this.#row(end, name));
        const isSame =
            rows.length === this.#list.children.length && rows.every((row, at) => row === this.#list.children[at]);
        if (!isSame) this.#list.replaceChildren(...rows);
    }

    /**
     * @param {End} end
     * @param {string} name
     */
    #row(end, name) {
        let row = this.#rows.get(end);
        if (!row) {
            row = orderRow(String(++this.#made), name, null, null);
            const remove = () => this.#changed(this.#ends.filter((each) => each !== end));
            const press = { type: "button", class: "round remove", on: { click: remove } };
            row.append(make("button", press, icon("x")));
            this.#rows.set(end, row);
        }
        row.dataset.name = name;
        const words = /** @type {HTMLElement} */ (row.querySelector(".words strong"));
        words.textContent = name;
        row.querySelector(".remove")?.setAttribute("aria-label", say("via.remove", { name }));
        for (const mover of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".mover")))
            mover.setAttribute("aria-label", say(`order.${mover.dataset.direction}`, { name }));
        return row;
    }
}
