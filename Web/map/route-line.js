// The line of a route, to be taken hold of: with a mouse or a finger right on it at once, with a finger close to it
// after resting there for a moment. A push beside it still moves the map, and two fingers always do.
import { make } from "../shell/make.js";
import { nearestOnLine } from "./line.js";

/** How near to the line a mouse or a finger must be. */
const MOUSE_PIXELS = 10;
const FINGER_PIXELS = 22;
/** A finger this near to the line pulls it without resting first. */
const GRIP_PIXELS = 14;
/** A finger that rests so long close to the line takes hold of it; a pin is dropped only after that. */
const HOLD_MS = 280;
const STILL_PIXELS = 9;

/**
 * Callbacks for a pulled line: the position to which it is pulled after its `leg`-th point, during the pull and at the
 * end; and the stop that was moved.
 *
 * @typedef {{pulling: (leg: number, position: Position) => void, pulled: (leg: number, position: Position) => void,
 *   dropped: () => void, moving: (via: number, position: Position) => void,
 *   moved: (via: number, position: Position) => void}} Actions
 */

export class RouteLine {
    /** @type {{route: Route, actions: Actions} | null} */
    #offered = null;
    /** @type {{leg: number} | null} */
    #held = null;
    #timer = 0;
    /** @type {any} */
    #knob = null;
    /** @type {any[]} */
    #stops = [];

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        const canvas = map.getCanvas();
        map.on("mousemove", (/** @type {any} */ event) => this.#hovered(event));
        map.on("mousedown", (/** @type {any} */ event) => this.#pressed(event));
        canvas.addEventListener("mouseleave", () => !this.#held && this.#showKnob(null));
        canvas.addEventListener("touchstart", (/** @type {TouchEvent} */ event) => this.#touched(event), {
            passive: true,
        });
        canvas.addEventListener("touchmove", (/** @type {TouchEvent} */ event) => this.#touchMoved(event), {
            passive: false,
        });
        for (const end of ["touchend", "touchcancel"])
            canvas.addEventListener(end, () => this.#letGo(end === "touchend"));
    }

    /**
     * Offers a route to be pulled; null takes it away.
     *
     * @param {Route | null} route
     * @param {Actions} [actions]
     */
    offer(route, actions) {
        this.#offered = route && actions ? { route, actions } : null;
        if (!route && !this.#held) this.#showKnob(null);
    }

    /**
     * Marks the points that are passed, to be moved; by keyboard the list does the same.
     *
     * @param {Position[]} stops
     */
    showStops(stops) {
        for (const marker of this.#stops) marker.remove();
        this.#stops = stops.map(({ lat, lon }, index) => {
            const element = make("div", { class: "via-mark digits", "aria-hidden": "true" }, index + 1);
            element.addEventListener("click", (event) => event.stopPropagation());
            const marker = new maplibregl.Marker({ element, draggable: true }).setLngLat([lon, lat]).addTo(this.map);
            const at = () => ({ lat: marker.getLngLat().lat, lon: marker.getLngLat().lng });
            marker.on("drag", () => this.#offered?.actions.moving(index, at()));
            marker.on("dragend", () => this.#offered?.actions.moved(index, at()));
            return marker;
        });
    }

    /** Whether the line is held now: then a long press is none. */
    isHeld() {
        return this.#held !== null;
    }

    /** @param {any} event */
    #hovered({ point, originalEvent }) {
        if (this.#held || originalEvent.buttons !== 0) return;
        // Marks lie above the line and are moved themselves.
        if (originalEvent.target !== this.map.getCanvas()) return this.#showKnob(null);
        this.#showKnob(this.#nearest(point, MOUSE_PIXELS)?.at ?? null);
    }

    /** @param {any} event */
    #pressed(event) {
        const { point, originalEvent } = event;
        const isCanvas = originalEvent.target === this.map.getCanvas();
        if (!isCanvas || originalEvent.button !== 0 || originalEvent.ctrlKey) return;
        const near = this.#nearest(point, MOUSE_PIXELS);
        if (!near) return;
        event.preventDefault();
        this.#hold(near);
        const start = { x: originalEvent.clientX, y: originalEvent.clientY };
        let hasMoved = false;
        const follow = (/** @type {MouseEvent} */ moved) => {
            hasMoved ||= Math.hypot(moved.clientX - start.x, moved.clientY - start.y) > 3;
            if (hasMoved) this.#pull(moved.clientX, moved.clientY);
        };
        const end = () => {
            window.removeEventListener("mousemove", follow);
            window.removeEventListener("mouseup", end);
            this.#letGo(hasMoved);
        };
        window.addEventListener("mousemove", follow);
        window.addEventListener("mouseup", end);
    }

    /** @type {{x: number, y: number} | null} */
    #finger = null;
    /**
     * Where a finger lies right on the line, until it moves or is lifted.
     *
     * @type {{leg: number, at: Position} | null}
     */
    #grip = null;

    /** @param {TouchEvent} event */
    #touched({ touches }) {
        clearTimeout(this.#timer);
        if (touches.length !== 1) return this.#letGo(false);
        const { clientX, clientY } = touches[0];
        const near = this.#nearest(this.#pointAt(clientX, clientY), FINGER_PIXELS);
        if (!near) return undefined;
        this.#finger = { x: clientX, y: clientY };
        if (near.far <= GRIP_PIXELS) {
            this.#grip = near;
            // Before the map hears of the finger: it would begin to move with it.
            this.map.dragPan.disable();
        }
        this.#timer = window.setTimeout(() => {
            navigator.vibrate?.(8);
            this.map.dragPan.disable();
            this.#hold(near);
        }, HOLD_MS);
        return undefined;
    }

    /** @param {TouchEvent} event */
    #touchMoved(event) {
        const { clientX, clientY } = event.touches[0];
        const isFar = this.#finger && Math.hypot(clientX - this.#finger.x, clientY - this.#finger.y) > STILL_PIXELS;
        if (!this.#held) {
            if (!isFar) return;
            clearTimeout(this.#timer);
            if (!this.#grip) return;
            this.#hold(this.#grip);
        }
        event.preventDefault();
        if (isFar) this.#finger = null;
        if (!this.#finger) this.#pull(clientX, clientY);
    }

    /** @param {{leg: number, at: Position}} near */
    #hold({ leg, at }) {
        this.#held = { leg };
        this.#showKnob(at);
        this.#knob?.getElement().classList.add("held");
    }

    /**
     * @param {number} clientX
     * @param {number} clientY
     */
    #pull(clientX, clientY) {
        if (!this.#held) return;
        const { lng, lat } = this.map.unproject(this.#pointAt(clientX, clientY));
        const position = { lat, lon: lng };
        this.#showKnob(position);
        this.#offered?.actions.pulling(this.#held.leg, position);
    }

    /** @param {boolean} isDone whether the pulled line stays. */
    #letGo(isDone) {
        clearTimeout(this.#timer);
        const held = this.#held;
        const hasMoved = this.#finger === null;
        this.#finger = null;
        if (this.#grip || held) this.map.dragPan.enable();
        this.#grip = null;
        if (!held) return;
        this.#held = null;
        const { lat, lng } = this.#knob.getLngLat();
        this.#showKnob(null);
        if (isDone && hasMoved) this.#offered?.actions.pulled(held.leg, { lat, lon: lng });
        else this.#offered?.actions.dropped();
    }

    /**
     * @param {{x: number, y: number}} point
     * @param {number} pixels
     */
    #nearest(point, pixels) {
        if (!this.#offered) return null;
        const { route } = this.#offered;
        const line = route.geometry.coordinates.map((each) => this.map.project(each));
        const near = nearestOnLine(point, line);
        if (!near || near.far > pixels) return null;
        const { lng, lat } = this.map.unproject([near.x, near.y]);
        const begins = route.legs.map((leg) => leg.steps[0]?.geometry_index ?? 0);
        const after = begins.findIndex((begin) => begin > near.segment);
        return { leg: (after < 0 ? begins.length : after) - 1, at: { lat, lon: lng }, far: near.far };
    }

    /**
     * @param {number} clientX
     * @param {number} clientY
     */
    #pointAt(clientX, clientY) {
        const { left, top } = this.map.getCanvas().getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }

    /** @param {Position | null} at */
    #showKnob(at) {
        if (!at) {
            this.#knob?.remove();
            this.#knob = null;
            return;
        }
        if (!this.#knob) {
            const element = make("div", { class: "route-knob", "aria-hidden": "true" });
            this.#knob = new maplibregl.Marker({ element });
        }
        this.#knob.setLngLat([at.lon, at.lat]).addTo(this.map);
    }
}
