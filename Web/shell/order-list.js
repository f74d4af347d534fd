// Rows that are put into another order: by their handles, or by the buttons up and down.
import { Refused } from "../data/failures.js";
import { say } from "../text/catalogue.js";
import { icon, make } from "./make.js";
import { failureText } from "./trouble.js";

/** Nearer than this to the edge of a scrolling element, a dragged row makes the element scroll. */
const EDGE_PIXELS = 60;
const SCROLL_PIXELS = 10;

/**
 * Makes a row that can be moved.
 *
 * @param {string} id
 * @param {string} name
 * @param {import('./make.js').Child} note
 * @param {(() => void) | null} open the action of pressing its name.
 */
export function orderRow(id, name, note, open) {
    const mover = (/** @type {"up" | "down"} */ direction) =>
        make(
            "button",
            {
                type: "button",
                class: "round mover",
                "data-direction": direction,
                "data-focus": direction,
                "aria-label": say(`order.${direction}`, { name }),
            },
            icon(direction === "up" ? "arrow-up" : "arrow-down"),
        );
    const words = [make("strong", { dir: "auto" }, name), note];
    return make(
        "li",
        { "data-id": id, "data-name": name },
        make("span", { class: "grip", "aria-hidden": "true" }, icon("grip-vertical")),
        open
            ? make("button", { type: "button", class: "words", "data-focus": "open", on: { click: open } }, ...words)
            : make("span", { class: "words" }, ...words),
        mover("up"),
        mover("down"),
    );
}

/**
 * Lets the rows of a list be moved.
 *
 * @param {Page} page
 * @param {HTMLElement} list
 * @param {(ids: string[]) => Promise<unknown>} save
 * @param {() => void} again shows the list as it is after all.
 */
export function orderList(page, list, save, again) {
    new OrderList(page, list, save, again).start();
}

/** Rows that people put in order by dragging or with buttons. Saves each change. */
class OrderList {
    #status = make("p", { class: "spoken", role: "status" });
    #saving = Promise.resolve();

    /**
     * @param {Page} page
     * @param {HTMLElement} list
     * @param {(ids: string[]) => Promise<unknown>} save
     * @param {() => void} again shows the list as it is after all.
     */
    constructor({ notices }, list, save, again) {
        this.notices = notices;
        this.list = list;
        this.save = save;
        this.again = again;
    }

    /** Listens to the buttons, the grips and new rows. */
    start() {
        const { list } = this;
        list.classList.add("order");
        list.after(this.#status);
        list.addEventListener("click", ({ target }) => {
            const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (target).closest(".mover"));
            const row = /** @type {HTMLElement | null} */ (button?.closest("li"));
            if (!button || !row) return;
            if (button.dataset.direction === "up") row.previousElementSibling?.before(row);
            else row.nextElementSibling?.after(row);
            this.#moved(row);
            const other = /** @type {HTMLElement | null} */ (row.querySelector(".mover:enabled"));
            (button.disabled ? other : button)?.focus();
        });
        list.addEventListener("pointerdown", (event) => {
            const grip = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".grip"));
            const row = grip?.closest("li");
            if (!grip || !row || event.button !== 0) return;
            event.preventDefault();
            this.#drag(row, event.pointerId);
        });
        new MutationObserver(this.#update).observe(list, { childList: true });
        this.#update();
    }

    #ids() {
        return [...this.list.children].map((row) => /** @type {HTMLElement} */ (row).dataset.id ?? "");
    }

    /** @param {HTMLElement} row */
    #moved(row) {
        this.#update();
        if (!this.#status.isConnected) this.list.after(this.#status);
        this.#status.textContent = say("order.moved", {
            name: row.dataset.name ?? "",
            place: this.#ids().indexOf(row.dataset.id ?? "") + 1,
        });
        const order = this.#ids();
        // One after the other, so that the last one counts.
        this.#saving = this.#saving.then(() => this.save(order)).then(() => {}, this.#failed);
    }

    /** @param {unknown} failure */
    #failed = (failure) => {
        const isOther = failure instanceof Refused && failure.code === "changed_meanwhile";
        this.notices.show(isOther ? say("order.changed") : failureText(failure));
        this.again();
    };

    /** The first cannot go up, nor the last down. */
    #update = () => {
        const rows = [...this.list.children];
        rows.forEach((row, index) => {
            for (const button of row.querySelectorAll(".mover")) {
                const isUp = /** @type {HTMLElement} */ (button).dataset.direction === "up";
                /** @type {HTMLButtonElement} */ (button).disabled = isUp ? index === 0 : index === rows.length - 1;
            }
        });
    };

    /**
     * Lets a row follow a pointer. The grip moves too, and would lose the pointer: the window listens.
     *
     * @param {HTMLElement} row
     * @param {number} pointer
     */
    #drag(row, pointer) {
        const before = this.#ids().join();
        row.classList.add("dragged");
        const follow = (/** @type {PointerEvent} */ { clientY, pointerId }) => {
            if (pointerId !== pointer) return;
            const above = row.previousElementSibling?.getBoundingClientRect();
            const below = row.nextElementSibling?.getBoundingClientRect();
            if (above && clientY < above.top + above.height / 2) row.previousElementSibling?.before(row);
            else if (below && clientY > below.top + below.height / 2) row.nextElementSibling?.after(row);
            scroll(this.list, clientY);
        };
        const end = (/** @type {PointerEvent} */ { pointerId }) => {
            if (pointerId !== pointer) return;
            row.classList.remove("dragged");
            window.removeEventListener("pointermove", follow);
            window.removeEventListener("pointerup", end);
            window.removeEventListener("pointercancel", end);
            if (this.#ids().join() !== before) this.#moved(row);
        };
        window.addEventListener("pointermove", follow);
        window.addEventListener("pointerup", end);
        window.addEventListener("pointercancel", end);
    }
}

/**
 * @param {Element} list
 * @param {number} y
 */
function scroll(list, y) {
    const scroller = list.closest(".sheet-content");
    if (!scroller) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    if (y < top + EDGE_PIXELS) scroller.scrollBy(0, -SCROLL_PIXELS);
    else if (y > Math.min(bottom, window.innerHeight) - EDGE_PIXELS) scroller.scrollBy(0, SCROLL_PIXELS);
}
