// The handles of a floor plan that a curator places on the map: one moves it, one turns it, one makes it larger. Each
// is dragged, or moved with the arrow keys.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {"move" | "turn" | "scale"} Handle */
/**
 * Where the handles are, and the listeners: `begin` before a change, `drag` while a handle is dragged to a position,
 * `key` for an arrow key, with its direction to the right and up, -1, 0 or 1.
 *
 * @typedef {{at: Record<Handle, Position>, begin: () => void, drag: (handle: Handle, to: Position) => void,
 *   key: (handle: Handle, right: number, up: number, isLarge: boolean) => void}} PlacedPlan
 */

const ICONS = /** @type {Record<Handle, string>} */ ({
    move: "circle-dot",
    turn: "refresh-cw",
    scale: "arrow-up-down",
});
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
});

export class PlanHandles {
    /** @type {PlacedPlan | null} */
    #placed = null;
    /** @type {Map<Handle, LibraryMarker>} */
    #markers = new Map();
    /**
     * The handle that is being dragged. It is where the pointer is, not where the plan is.
     *
     * @type {Handle | null}
     */
    #dragged = null;

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
    }

    /** @param {PlacedPlan | null} placed null removes the handles. */
    show(placed) {
        this.#placed = placed;
        if (!placed) {
            for (const marker of this.#markers.values()) marker.remove();
            this.#markers.clear();
            this.#dragged = null;
            return;
        }
        for (const handle of /** @type {Handle[]} */ (Object.keys(ICONS))) {
            if (handle === this.#dragged) continue;
            const { lat, lon } = placed.at[handle];
            const known = this.#markers.get(handle);
            if (known) known.setLngLat([lon, lat]);
            else this.#markers.set(handle, this.#make(handle).setLngLat([lon, lat]).addTo(this.map));
        }
    }

    /** @param {Handle} handle */
    #make(handle) {
        const label = say(`plan.handle.${handle}`);
        const element = make(
            "button",
            { type: "button", class: `plan-handle ${handle}`, title: label },
            icon(ICONS[handle]),
        );
        element.addEventListener("click", (event) => event.stopPropagation());
        element.addEventListener("keydown", (event) => this.#press(handle, event));
        const marker = new maplibregl.Marker({ element, draggable: true });
        // The library names each mark "Map marker".
        element.setAttribute("aria-label", label);
        marker.on("dragstart", () => {
            this.#dragged = handle;
            this.#placed?.begin();
        });
        marker.on("drag", () => {
            const { lat, lng } = marker.getLngLat();
            this.#placed?.drag(handle, { lat, lon: lng });
        });
        marker.on("dragend", () => {
            this.#dragged = null;
            this.show(this.#placed);
        });
        return marker;
    }

    /**
     * @param {Handle} handle
     * @param {KeyboardEvent} event
     */
    #press(handle, event) {
        const arrow = ARROWS[event.key];
        if (!arrow || !this.#placed) return;
        // The arrows move the map otherwise.
        event.preventDefault();
        event.stopPropagation();
        this.#placed.begin();
        this.#placed.key(handle, ...arrow, event.shiftKey);
    }
}
