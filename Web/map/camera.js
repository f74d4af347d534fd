// Moves the camera. Only the user, a selection and *locate me* move it; the selection stays clear of panel and search
// field.
import { boundsOf, isAround } from "../core/geodesy.js";
import { AIR, FreePart } from "./free-part.js";
import { Frame } from "./frame.js";
import { openingCamera } from "./opening.js";

const CLOSE_ZOOM = 16.5;
/** From this zoom on the map shows rooms with their numbers. */
export const ROOM_ZOOM = 18.5;
/** From this zoom on a map shows streets and the posts in them, and is left where the user had it. */
const NEAR_ZOOM = 13;
/** At a pitch of 60° the camera is 500 m away from its centre, on a window 800 pixels high at 60° north. */
const VISIT_ZOOM = 16.4;
/** As much at the sides of marks that have their name written below. */
export const NAMED_AIR = 72;
const EASE_MS = 250;
/** How far around the place a position still counts as here, as a part of its size. */
const EDGE = 0.3;

export class MapCamera {
    #frame;

    /**
     * @param {import("./late-map.js").LateMap} late
     * @param {About} about
     * @param {() => import("./free-part.js").Edges} covered
     */
    constructor(late, about, covered) {
        this.late = late;
        this.about = about;
        this.covered = covered;
        this.free = new FreePart(covered);
        this.#frame = new Frame(late, covered);
    }

    /**
     * Shows the last frame again when the sheet covers less of the map than before. When the sheet covers more, the map
     * stays.
     *
     * @param {boolean} isSelected whether the framed thing is still selected; else only the middle of the map stays
     *   where it is.
     */
    uncovered(isSelected) {
        this.#frame.uncovered(isSelected, (map, middle) => this.#fill(map, middle, map.getZoom()));
    }

    /** The library's map; to be asked only when it is there. */
    get map() {
        return this.late.there;
    }

    /**
     * The camera as the address bar keeps it.
     *
     * @returns {Camera}
     */
    get now() {
        const { lng, lat } = this.map.getCenter();
        return { zoom: this.map.getZoom(), lat, lon: lng, bearing: this.map.getBearing(), pitch: this.map.getPitch() };
    }

    /**
     * The middle of the free part of the map; of the place while there is no map.
     *
     * @returns {Position}
     */
    get middle() {
        if (!this.map) return this.about.center;
        const { lng, lat } = this.free.middle(this.map);
        return { lat, lon: lng };
    }

    /**
     * Shows a chosen point, together with me if I am at this place.
     *
     * @param {Position} chosen
     * @param {Position | null} me
     */
    showChosen(chosen, me) {
        if (me && this.isHere(me)) this.fit([chosen, me]);
        else this.show(chosen, CLOSE_ZOOM);
    }

    /**
     * Shows a point, no farther than a zoom.
     *
     * @param {Position} position
     * @param {number} zoom
     */
    show({ lat, lon }, zoom = 0) {
        this.#frame.show((map) => {
            ease(map, { center: [lon, lat], zoom: Math.max(zoom, map.getZoom()), offset: this.free.offset });
        });
    }

    /**
     * Fits points into the free part of the map.
     *
     * @param {Position[]} positions
     * @param {number} [aside] pixels kept free at the sides.
     * @param {number} [closest] the nearest zoom.
     */
    fit(positions, aside = AIR, closest = CLOSE_ZOOM + 0.5) {
        this.fitBounds(boundsOf(positions), closest, {}, AIR, aside);
    }

    /**
     * Leaves the map where it is while any of some points can be seen on it from near enough; else fits others into it.
     *
     * @param {Position[]} points
     * @param {Position[]} others
     */
    showAny(points, others) {
        const isIn = (/** @type {LibraryMap} */ map) =>
            map.getZoom() >= NEAR_ZOOM && points.some((point) => this.free.isClear(map, point));
        this.late.whenThere((map) => isIn(map) || this.fit(others), this.showAny);
    }

    /**
     * Goes where an address says, at once.
     *
     * @param {Camera} camera
     */
    jump({ lat, lon, zoom, bearing, pitch }) {
        this.#frame.move((map) => {
            map.jumpTo({ center: [lon, lat], zoom, bearing, pitch });
        });
    }

    /**
     * Opens on the middle of the place, so near that the place fills the map, also around the panel.
     */
    open() {
        this.#frame.show((map) => {
            const { right, bottom, left } = this.covered();
            const { clientWidth, clientHeight } = map.getContainer();
            const room = { width: clientWidth, height: clientHeight - bottom, aside: (left - right) / 2 };
            const { zoom, lat, lon } = openingCamera(this.about, room, CLOSE_ZOOM);
            map.easeTo({ center: [lon, lat], zoom, offset: [0, -bottom / 2], duration: 0 });
        });
    }

    /**
     * Shows an area around a point from straight above, but nothing beyond the place where that is smaller.
     *
     * @param {any} bounds
     * @param {Position} middle
     */
    fill(bounds, middle) {
        this.#frame.show((map) => {
            const { zoom } = map.cameraForBounds(bounds, { padding: this.covered() });
            this.#fill(map, middle, zoom, { pitch: 0 });
        });
    }

    /**
     * @param {LibraryMap} map
     * @param {Position} center
     * @param {number} zoom
     * @param {Record<string, any>} [also]
     */
    #fill(map, center, zoom, also = {}) {
        const { right, bottom, left } = this.covered();
        const { clientWidth, clientHeight } = map.getContainer();
        const room = { width: clientWidth - left - right, height: clientHeight - bottom, aside: 0 };
        const shown = openingCamera({ bounds: this.about.bounds, center }, room, CLOSE_ZOOM, zoom);
        const offset = [(left - right) / 2, -bottom / 2];
        ease(map, { center: [shown.lon, shown.lat], zoom: shown.zoom, offset, ...also });
    }

    /** Shows the whole place, north up and flat. */
    reset() {
        this.fitBounds(this.about.bounds, 18, { bearing: 0 }, 0);
    }

    /** Turns north up and lays the map flat. */
    straighten() {
        this.#frame.move((map) => {
            ease(map, { bearing: 0, pitch: 0 });
        });
    }

    /**
     * Looks at a point from about 500 m away, slanting, north up.
     *
     * @param {Position} position
     */
    visit({ lat, lon }) {
        this.#frame.show((map) => {
            ease(map, { center: [lon, lat], zoom: VISIT_ZOOM, bearing: 0, pitch: 60, offset: this.free.offset });
        });
    }

    /** @param {boolean} tilted */
    tilt(tilted) {
        this.#frame.move((map) => {
            ease(map, { pitch: tilted ? 55 : 0, zoom: tilted ? Math.max(map.getZoom(), 16) : map.getZoom() });
        });
    }

    /** @param {number} steps */
    zoomBy(steps) {
        this.#frame.move((map) => {
            map.easeTo({
                zoom: map.getZoom() + steps,
                around: this.free.middle(map),
                duration: EASE_MS,
            });
        });
    }

    /**
     * Follows me, turning with me if a heading is given.
     *
     * @param {Position} me
     * @param {number | null} heading
     * @param {boolean} first
     */
    follow({ lat, lon }, heading, first) {
        this.#frame.move((map) => {
            const zoom = first ? { zoom: Math.max(map.getZoom(), CLOSE_ZOOM) } : {};
            const turn = heading === null ? {} : { bearing: heading };
            map.easeTo(
                {
                    center: [lon, lat],
                    ...zoom,
                    ...turn,
                    offset: this.free.offset,
                    duration: first ? 2 * EASE_MS : EASE_MS,
                },
                { follow: true },
            );
        });
    }

    /**
     * Moves just so far that a selected point is not covered.
     *
     * @param {Position} position
     */
    keepClear({ lat, lon }) {
        const move = (/** @type {LibraryMap} */ map) => {
            if (!this.free.isClear(map, { lat, lon })) this.show({ lat, lon });
        };
        // It waits beside the first view, and does not take its place.
        this.late.whenThere(move, this.keepClear);
    }

    /**
     * Shows an area from straight above: how far a tilted view reaches, the library does not reckon.
     *
     * @param {any} bounds
     * @param {number} maxZoom
     * @param {Record<string, any>} [also]
     * @param {number} [air]
     * @param {number} [aside] air at the sides.
     */
    fitBounds(bounds, maxZoom, also = {}, air = AIR, aside = air) {
        this.#frame.show((map) => {
            const padding = this.free.padding(air, aside);
            map.fitBounds(bounds, { padding, maxZoom, pitch: 0, duration: 2 * EASE_MS, ...also });
        });
    }

    /**
     * Whether a position is at this place or at its edge.
     *
     * @param {Position} position
     */
    isHere(position) {
        return isAround(position, this.about.bounds, EDGE);
    }
}

/**
 * @param {LibraryMap} map
 * @param {Record<string, any>} options
 */
function ease(map, options) {
    map.easeTo({ duration: EASE_MS * 1.6, ...options });
}
