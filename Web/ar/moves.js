// Fingers and keys in the picture. One finger turns the view without sensors, and with them corrects where north is;
// two fit the angle of view.
import { say } from "../text/catalogue.js";

/** How far a key turns, in degrees. */
const KEY_TURN = 5;

/** @typedef {{x: number, y: number}} Point */

export class MovesByHand {
    /** @type {Map<number, Point>} */
    #fingers = new Map();
    #isFitting = false;

    /**
     * @param {HTMLElement} dialog
     * @param {{view: import("./program.js").View, hand: import("./sensors.js").Hand, isByHand: () => boolean,
     *   angle: import("./angle-of-view.js").AngleOfView, hint: import("./hint.js").Hint}} given
     */
    constructor(dialog, { view, hand, isByHand, angle, hint }) {
        this.view = view;
        this.hand = hand;
        this.isByHand = isByHand;
        this.angle = angle;
        this.hint = hint;
        this.picture = /** @type {HTMLElement} */ (dialog.querySelector(".ar-picture"));
        this.picture.addEventListener("pointerdown", this.#pressed);
        this.picture.addEventListener("pointermove", this.#moved);
        for (const end of ["pointerup", "pointercancel"])
            this.picture.addEventListener(end, (event) => this.#released(/** @type {PointerEvent} */ (event)));
        this.picture.addEventListener("keydown", this.#key);
    }

    #pressed = (/** @type {PointerEvent} */ { pointerId, clientX: x, clientY: y }) => {
        this.#fingers.set(pointerId, { x, y });
        this.picture.setPointerCapture(pointerId);
    };

    #moved = (/** @type {PointerEvent} */ { pointerId, clientX: x, clientY: y }) => {
        const from = this.#fingers.get(pointerId);
        if (!from) return;
        const before = this.#spread();
        this.#fingers.set(pointerId, { x, y });
        if (before !== null) this.#fit(before);
        else if (this.#fingers.size === 1) this.#drag(from, { x, y });
    };

    /** The distance between two fingers; null while there are not two, or they are one. */
    #spread() {
        const [one, other, ...more] = this.#fingers.values();
        return other && more.length === 0 ? Math.hypot(one.x - other.x, one.y - other.y) || null : null;
    }

    /** @param {number} before */
    #fit(before) {
        this.#isFitting = true;
        this.angle.enlarge((this.#spread() ?? before) / before);
        this.#sayAngle();
    }

    #sayAngle() {
        this.hint.show(say("fit", { degrees: Math.round(this.angle.degrees) }));
    }

    /**
     * @param {Point} from
     * @param {Point} to
     */
    #drag(from, to) {
        if (!this.isByHand()) {
            this.view.drag(performance.now() / 1000, from.x, from.y, to.x, to.y);
            return;
        }
        const degrees = this.angle.degrees / Math.max(innerWidth, innerHeight);
        this.hand.turn((from.x - to.x) * degrees, (to.y - from.y) * degrees);
    }

    /** @param {PointerEvent} event */
    #released({ pointerId }) {
        this.#fingers.delete(pointerId);
        if (!this.#isFitting) return;
        this.#isFitting = false;
        this.angle.keep();
    }

    #key = (/** @type {KeyboardEvent} */ event) => {
        const wider = { "+": -1, "-": 1 }[event.key];
        if (wider) {
            this.angle.widen(wider);
            this.angle.keep();
            this.#sayAngle();
            return;
        }
        const [right, up] =
            { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
        if (right === undefined || up === undefined || !this.isByHand()) return;
        event.preventDefault();
        this.hand.turn(right * KEY_TURN, up * KEY_TURN);
    };

    leave() {
        this.#fingers.clear();
    }
}
