// What the page marks on the map: me, the pin or the selected place, results, and the route.
import { ring } from "../core/geodesy.js";
import { icon, make } from "../shell/make.js";
import { durationText } from "../text/quantities.js";
import { nearestFeature } from "./nearest-feature.js";
import { ResultMarks } from "./result-marks.js";

const NOTHING = { type: "FeatureCollection", features: [] };
/** An accuracy below this is drawn as the dot alone. */
const SMALLEST_RING_METRES = 8;
/** How near to a post's mark a tap must be. */
const TAP_PIXELS = 14;
/** And to another way's line. */
const LINE_TAP_PIXELS = 8;

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
    /** @type {{chosen: (id: string) => void, gathered: (position: Position, zoom: number) => void} | null} */
    #postPressed = null;
    /** @type {any} */
    #start = null;
    /** @type {Record<string, any>} */
    #data = {
        reach: NOTHING,
        accuracy: NOTHING,
        route: NOTHING,
        otherRoutes: NOTHING,
        posts: NOTHING,
        chosenPost: NOTHING,
    };
    /** @type {((index: number) => void) | undefined} */
    #otherPressed;

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => {
            for (const id of Object.keys(this.#data)) this.#draw(id);
        });
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
            this.#set("accuracy", NOTHING);
            return;
        }
        this.#me ??= this.#makeMe(pressed);
        this.#me.setLngLat([fix.position.lon, fix.position.lat]).addTo(this.map);
        const element = this.#me.getElement();
        element.classList.toggle("faces", fix.heading !== null);
        element.classList.toggle("stale", fix.isStale);
        element.classList.toggle("simulated", fix.isSimulated);
        if (fix.heading !== null) this.#me.setRotation(fix.heading);
        this.#set("accuracy", fix.accuracy > SMALLEST_RING_METRES ? ring(fix.position, fix.accuracy) : NOTHING);
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
     * Marks a place that can be dragged to where it is to be.
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
     * Marks posts that have a location, gathered where they would cover one another.
     *
     * @param {Post[]} posts newest first.
     * @param {{chosen: (id: string) => void, gathered: (position: Position, zoom: number) => void}} [pressed] told whose mark was
     *   pressed, or where several are one and from which zoom on they fall apart.
     */
    showPosts(posts, pressed) {
        this.#postPressed = pressed ?? null;
        this.#set("posts", {
            type: "FeatureCollection",
            features: posts.flatMap((post, index) => postFeature(post, index)),
        });
        this.#set("chosenPost", NOTHING);
    }

    /**
     * Marks one of the shown posts larger, above all others.
     *
     * @param {Post} post
     */
    choosePost(post) {
        this.#set("chosenPost", { type: "FeatureCollection", features: postFeature(post) });
    }

    /**
     * Presses the mark that lies nearest to a point of the map; false when there is none.
     *
     * @param {{x: number, y: number}} at
     */
    press(at) {
        const found = nearestFeature(this.map, ["post", "post-cluster"], at, TAP_PIXELS);
        if (!found) return this.#pressOther(at);
        const { id, cluster_id: cluster } = found.properties;
        const [lon, lat] = found.geometry.coordinates;
        if (cluster === undefined) this.#postPressed?.chosen(id);
        else this.#fallApart(cluster, { lat, lon });
        return true;
    }

    /** @param {{x: number, y: number}} at */
    #pressOther({ x, y }) {
        if (!this.#otherPressed || !this.map.getLayer("route-other")) return false;
        const box = [
            [x - LINE_TAP_PIXELS, y - LINE_TAP_PIXELS],
            [x + LINE_TAP_PIXELS, y + LINE_TAP_PIXELS],
        ];
        const [found] = this.map.queryRenderedFeatures(box, { layers: ["route-other", "route-other-label"] });
        if (!found) return false;
        this.#otherPressed(found.properties.index);
        return true;
    }

    /**
     * @param {number} cluster
     * @param {Position} position
     */
    async #fallApart(cluster, position) {
        const zoom = await /** @type {MapSource} */ (this.map.getSource("posts")).getClusterExpansionZoom(cluster);
        this.#postPressed?.gathered(position, zoom);
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
     * Draws a route, the mark of its start and the straight bits between its ends and the street.
     *
     * @param {Route | null} route
     * @param {Position} [from]
     * @param {Position} [to]
     */
    showRoute(route, from, to) {
        this.#start?.remove();
        this.#start = null;
        if (!route) {
            this.#set("route", NOTHING);
            return;
        }
        const line = route.geometry.coordinates;
        const element = make("div", { class: "route-start", "aria-hidden": "true" });
        const start = from ? [from.lon, from.lat] : line[0];
        this.#start = new maplibregl.Marker({ element }).setLngLat(start).addTo(this.map);
        const features = [feature("route", line)];
        if (from) features.push(feature("approach", [[from.lon, from.lat], line[0]]));
        if (to) features.push(feature("approach", [line[line.length - 1], [to.lon, to.lat]]));
        this.#set("route", { type: "FeatureCollection", features });
    }

    /**
     * Draws how far one gets in some times, the nearest band strongest; null takes it away.
     *
     * @param {ReachAnswer | null} answer
     */
    showReach(answer) {
        const farthest = [...(answer?.reaches ?? [])].sort((a, b) => b.minutes - a.minutes);
        const features = farthest.map(({ minutes, outline }) => {
            return { type: "Feature", properties: { label: durationText(minutes * 60) }, geometry: outline };
        });
        this.#set("reach", { type: "FeatureCollection", features });
    }

    /**
     * Draws other ways beside the shown one, in grey, each with how much longer it takes.
     *
     * @param {{route: Route, index: number, label: string}[]} others
     * @param {(index: number) => void} [pressed]
     */
    showOthers(others, pressed) {
        this.#otherPressed = pressed;
        const features = others.map(({ route, index, label }) => {
            const drawn = feature("other", route.geometry.coordinates);
            return { ...drawn, properties: { part: "other", index, label } };
        });
        this.#set("otherRoutes", { type: "FeatureCollection", features });
    }

    /**
     * Draws the way through several points: walked where a route is known, else straight.
     *
     * @param {{from: Position, to: Position, route: Route | null}[]} legs
     */
    showLegs(legs) {
        this.showRoute(null);
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
        this.#set("route", { type: "FeatureCollection", features });
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

    /**
     * @param {string} id
     * @param {any} data
     */
    #set(id, data) {
        this.#data[id] = data;
        this.#draw(id);
    }

    /** @param {string} id */
    #draw(id) {
        this.map.getSource(id)?.setData(this.#data[id]);
    }
}

/**
 * @param {Post} post
 * @param {number} [rank] its place among all, of which the first is meant where several lie at the same point.
 */
function postFeature({ id, location }, rank = 0) {
    if (!location) return [];
    const geometry = { type: "Point", coordinates: [location.lon, location.lat] };
    return [{ type: "Feature", properties: { id, rank }, geometry }];
}

/**
 * @param {string} part
 * @param {number[][]} coordinates
 */
function feature(part, coordinates) {
    return { type: "Feature", properties: { part }, geometry: { type: "LineString", coordinates } };
}
