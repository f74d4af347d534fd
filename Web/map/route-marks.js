// Routes on the map: the shown one with the mark of its start, the alternatives in grey, and the reachable areas.
import { make } from "../shell/make.js";
import { durationText } from "../text/quantities.js";
import { NOTHING } from "./drawings.js";

/** How near to the line of an alternative a tap must be, in CSS pixels. */
const TAP_PIXELS = 8;

export class RouteMarks {
    /** @type {LibraryMarker | null} */
    #start = null;
    /** @type {((index: number) => void) | undefined} */
    #pressed;

    /**
     * @param {LibraryMap} map
     * @param {import("./drawings.js").Drawings} drawings
     */
    constructor(map, drawings) {
        this.map = map;
        this.drawings = drawings;
    }

    /**
     * Draws a route, the mark of its start, and the straight lines from its ends to the asked positions (approaches).
     *
     * @param {Route | null} route
     * @param {Position} [from]
     * @param {Position} [to]
     */
    show(route, from, to) {
        this.#start?.remove();
        this.#start = null;
        if (!route) {
            this.drawings.set("route", NOTHING);
            return;
        }
        const line = route.geometry.coordinates;
        const element = make("div", { class: "route-start", "aria-hidden": "true" });
        const start = from ? [from.lon, from.lat] : line[0];
        this.#start = new maplibregl.Marker({ element }).setLngLat(start).addTo(this.map);
        const features = [feature("route", line)];
        if (from) features.push(feature("approach", [[from.lon, from.lat], line[0]]));
        if (to) features.push(feature("approach", [line[line.length - 1], [to.lon, to.lat]]));
        this.drawings.set("route", { type: "FeatureCollection", features });
    }

    /**
     * Draws the area within reach for each time limit, the largest first so that smaller ones lie above; null removes
     * them.
     *
     * @param {ReachAnswer | null} answer
     */
    showReach(answer) {
        const largestFirst = [...(answer?.reaches ?? [])].sort((a, b) => b.minutes - a.minutes);
        const features = largestFirst.map(({ minutes, outline }) => {
            return { type: "Feature", properties: { label: durationText(minutes * 60) }, geometry: outline };
        });
        this.drawings.set("reach", { type: "FeatureCollection", features });
    }

    /**
     * Draws alternatives below the route, each with a label such as how much longer it takes; none removes them.
     *
     * @param {{route: Route, index: number, label: string}[]} others
     * @param {(index: number) => void} [pressed]
     */
    showOthers(others, pressed) {
        this.#pressed = pressed;
        const features = others.map(({ route, index, label }) => {
            const drawn = feature("other", route.geometry.coordinates);
            return { ...drawn, properties: { part: "other", index, label } };
        });
        this.drawings.set("otherRoutes", { type: "FeatureCollection", features });
    }

    /**
     * Draws the route through several points: along streets where a route is known, else straight.
     *
     * @param {{from: Position, to: Position, route: Route | null}[]} legs
     */
    showLegs(legs) {
        this.show(null);
        const features = legs.flatMap(({ from, to, route }) => {
            const [start, end] = [from, to].map(({ lat, lon }) => [lon, lat]);
            if (!route) return [feature("approach", [start, end])];
            const line = route.geometry.coordinates;
            return [
                feature("approach", [start, line[0]]),
                feature("route", line),
                feature("approach", [line[line.length - 1], end]),
            ];
        });
        this.drawings.set("route", { type: "FeatureCollection", features });
    }

    /**
     * Presses the line of another route at a point of the map; false when there is none.
     *
     * @param {{x: number, y: number}} at
     */
    press({ x, y }) {
        if (!this.#pressed || !this.map.getLayer("route-other")) return false;
        const box = [
            [x - TAP_PIXELS, y - TAP_PIXELS],
            [x + TAP_PIXELS, y + TAP_PIXELS],
        ];
        const [found] = this.map.queryRenderedFeatures(box, { layers: ["route-other", "route-other-label"] });
        if (!found) return false;
        this.#pressed(found.properties.index);
        return true;
    }
}

/**
 * @param {string} part
 * @param {number[][]} coordinates
 */
function feature(part, coordinates) {
    return { type: "Feature", properties: { part }, geometry: { type: "LineString", coordinates } };
}
