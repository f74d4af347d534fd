// The marks on the map: me, the pin or the selected place, results, and the route.
import { ring } from "../core/geodesy.js";
import { icon, make } from "../shell/make.js";
import { Drawings, NOTHING } from "./drawings.js";
import { PostMarks } from "./post-marks.js";
import { ResultMarks } from "./result-marks.js";
import { RouteMarks } from "./route-marks.js";

/** An accuracy below this is drawn as the dot alone. */
const SMALLEST_RING_METRES = 8;

export class Marks {
    /** @type {any} */
    #me = null;
    /** @type {any} */
    #selected = null;
    /** @type {any} */
    #placed = null;
    /** @type {((position: Position) => void) | undefined} */
    #moved;
    #results = new ResultMarks((look, position, name, press, attributes) =>
        this.#mark(look, position, name, press, attributes),
    );
    #drawings;
    #posts;
    #routes;

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        this.#drawings = new Drawings(map);
        this.#posts = new PostMarks(map, this.#drawings);
        this.#routes = new RouteMarks(map, this.#drawings);
    }

    /**
     * Shows where I am: a dot, the ring I am in, and the cone I face.
     *
     * @param {{position: Position, accuracy: number, heading: number | null, isStale: boolean, isSimulated: boolean} | null} fix
     * @param {() => void} [pressed]
     */
    showMe(fix, pressed) {
        if (!fix) {
            this.#me?.remove();
            this.#me = null;
            this.#drawings.set("accuracy", NOTHING);
            return;
        }
        this.#me ??= this.#makeMe(pressed);
        this.#me.setLngLat([fix.position.lon, fix.position.lat]).addTo(this.map);
        const element = this.#me.getElement();
        element.classList.toggle("faces", fix.heading !== null);
        element.classList.toggle("stale", fix.isStale);
        element.classList.toggle("simulated", fix.isSimulated);
        if (fix.heading !== null) this.#me.setRotation(fix.heading);
        this.#drawings.set(
            "accuracy",
            fix.accuracy > SMALLEST_RING_METRES ? ring(fix.position, fix.accuracy) : NOTHING,
        );
    }

    /**
     * Marks the one selected place or the dropped pin.
     *
     * @param {Position | null} position
     * @param {'pin' | 'place'} kind
     */
    select(position, kind = "place") {
        const shown = this.#selected;
        if (shown && position && shown.kind === kind && shown.at.lat === position.lat && shown.at.lon === position.lon)
            return;
        shown?.marker.remove();
        this.#selected = null;
        if (!position) return;
        const element = make(
            "div",
            { class: `mark ${kind}`, "aria-hidden": "true" },
            make("div", { class: "head" }, icon("map-pin")),
        );
        const marker = new maplibregl.Marker({ element, anchor: "bottom" }).setLngLat([position.lon, position.lat]);
        marker.addTo(this.map);
        this.#selected = { marker, kind, at: position };
    }

    /**
     * Marks a place with a draggable marker.
     *
     * @param {Position | null} position null takes the mark away.
     * @param {(position: Position) => void} [moved]
     */
    place(position, moved) {
        this.#moved = moved;
        if (!position) {
            this.#placed?.remove();
            this.#placed = null;
            return;
        }
        if (!this.#placed) {
            const head = make("div", { class: "head" }, icon("map-pin"));
            const element = make("div", { class: "mark place movable", "aria-hidden": "true" }, head);
            element.addEventListener("click", (event) => event.stopPropagation());
            const marker = new maplibregl.Marker({ element, anchor: "bottom", draggable: true });
            marker.on("dragend", () => {
                const { lat, lng } = marker.getLngLat();
                this.#moved?.({ lat, lon: lng });
            });
            this.#placed = marker;
        }
        this.#placed.setLngLat([position.lon, position.lat]).addTo(this.map);
    }

    /**
     * Marks search results, as `ResultMarks.show` does.
     *
     * @param {Parameters<ResultMarks['show']>} wanted
     */
    showResults(...wanted) {
        this.#results.show(...wanted);
    }

    /** @param {{id: string, band?: number}[]} results */
    bandResults(results) {
        this.#results.band(results);
    }

    /** @param {string | null} id */
    pointResult(id) {
        this.#results.point(id);
    }

    /**
     * Marks posts, as `PostMarks.show` does.
     *
     * @param {Parameters<PostMarks["show"]>} wanted
     */
    showPosts(...wanted) {
        this.#posts.show(...wanted);
    }

    /** @param {Post} post */
    choosePost(post) {
        this.#posts.choose(post);
    }

    /**
     * Presses the post or the other route that lies nearest to a point of the map; false when there is none.
     *
     * @param {{x: number, y: number}} at
     */
    press(at) {
        return this.#posts.press(at) || this.#routes.press(at);
    }

    /**
     * @param {string} look
     * @param {Position} position
     * @param {string} name
     * @param {() => void} press
     * @param {Record<string, any>} [attributes]
     */
    #mark(look, { lat, lon }, name, press, attributes = {}) {
        const click = (/** @type {Event} */ event) => {
            event.stopPropagation();
            press();
        };
        const element = make("button", {
            class: look,
            type: "button",
            title: name,
            "aria-label": name,
            on: { click },
            ...attributes,
        });
        return new maplibregl.Marker({ element }).setLngLat([lon, lat]).addTo(this.map);
    }

    /**
     * Draws a route, as `RouteMarks.show` does.
     *
     * @param {Parameters<RouteMarks["show"]>} wanted
     */
    showRoute(...wanted) {
        this.#routes.show(...wanted);
    }

    /** @param {Parameters<RouteMarks["showReach"]>} wanted */
    showReach(...wanted) {
        this.#routes.showReach(...wanted);
    }

    /** @param {Parameters<RouteMarks["showOthers"]>} wanted */
    showOthers(...wanted) {
        this.#routes.showOthers(...wanted);
    }

    /** @param {Parameters<RouteMarks["showLegs"]>} wanted */
    showLegs(...wanted) {
        this.#routes.showLegs(...wanted);
    }

    /** @param {(() => void) | undefined} pressed */
    #makeMe(pressed) {
        const element = make(
            "div",
            {
                class: "me",
                "aria-hidden": "true",
                on: { click: (/** @type {Event} */ event) => (event.stopPropagation(), pressed?.()) },
            },
            make("div", { class: "cone" }),
            make("div", { class: "dot" }),
        );
        return new maplibregl.Marker({ element, rotationAlignment: "map", pitchAlignment: "map" });
    }
}
