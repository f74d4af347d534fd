// Dragging and keys in the picture: without sensors they turn the view, with them they correct where north is.

/** How far a key turns, in degrees. */
const KEY_TURN = 5;

export class MovesByHand {
    /** @type {{x: number, y: number} | null} */
    #last = null;

    /**
     * @param {HTMLElement} dialog
     * @param {{view: import("./program.js").View, hand: import("./sensors.js").Hand, isByHand: () => boolean}} given
     */
    constructor(dialog, { view, hand, isByHand }) {
        this.view = view;
        this.hand = hand;
        this.isByHand = isByHand;
        this.picture = /** @type {HTMLElement} */ (dialog.querySelector(".ar-picture"));
        this.picture.addEventListener("pointerdown", this.#pressed);
        this.picture.addEventListener("pointermove", this.#moved);
        for (const end of ["pointerup", "pointercancel"]) this.picture.addEventListener(end, this.#released);
        this.picture.addEventListener("keydown", this.#key);
    }

    #pressed = (/** @type {PointerEvent} */ event) => {
        this.#last = { x: event.clientX, y: event.clientY };
        this.picture.setPointerCapture(event.pointerId);
    };

    #moved = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => {
        if (!this.#last) return;
        const { x: fromX, y: fromY } = this.#last;
        this.#last = { x, y };
        if (!this.isByHand()) {
            this.view.drag(performance.now() / 1000, fromX, fromY, x, y);
            return;
        }
        const degrees = 65 / Math.max(innerWidth, innerHeight);
        this.hand.turn((fromX - x) * degrees, (y - fromY) * degrees);
    };

    #released = () => {
        this.#last = null;
    };

    #key = (/** @type {KeyboardEvent} */ event) => {
        const [right, up] =
            { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
        if (right === undefined || up === undefined || !this.isByHand()) return;
        event.preventDefault();
        this.hand.turn(right * KEY_TURN, up * KEY_TURN);
    };

    leave() {
        this.#last = null;
    }
}
