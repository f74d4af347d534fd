// The inside of buildings on the map: its source and layers, the shown levels, and what lies at a point.
import { INDOOR_COLOURS, INDOOR_SOURCE, INDOOR_ZOOM } from "./layers/indoor-layers.js";
import { indoorGround, indoorLabels, isRoom, onShownLevel } from "./layers/indoor-layers.js";
import { forgetIndoorIcons, paintIndoorIcons } from "./indoor-icons.js";
import { FIRST_LABEL } from "./style.js";

/** The lowest of the page's own layers: the inside of buildings lies beneath routes. */
const FIRST_OWN = "overlay-streets";
const RAISED = { id: "building-raised", from: 15, to: 24 };
const TAP_PIXELS = 4;
/** A building whose edge is this near to the middle of the map counts as there. */
const MIDDLE_PIXELS = 24;

/**
 * A room as the map draws it.
 *
 * @typedef {{building: string, level: number, ref?: string, name?: string, position: Position}} DrawnRoom
 */

export class IndoorMap {
    /** @type {Map<string, number>} */
    #shown = new Map();
    /** @type {{building: string, ref?: string, name?: string} | null} */
    #room = null;
    #isOpen = false;
    #filters = "";
    #isAdding = false;

    /**
     * @param {LibraryMap} map
     * @param {PlaceSource} data
     * @param {() => boolean} isDark whether the present style is dark.
     */
    constructor(map, data, isDark) {
        this.map = map;
        this.isDark = isDark;
        serveTiles(data);
        paintIndoorIcons(map, () => this.#colours);
        // Another style begins without the layers.
        map.on("styledata", () => this.#add());
        this.#add();
    }

    get #colours() {
        return INDOOR_COLOURS[this.isDark() ? "dark" : "light"];
    }

    /** Asks for the tiles again, as after a time without a network. */
    askAgain() {
        this.map.getSource("indoor")?.setTiles(INDOOR_SOURCE.tiles);
    }

    /** Whether the map is near enough to show the inside of buildings. */
    get isNear() {
        return this.map.getZoom() >= INDOOR_ZOOM.from;
    }

    /**
     * Shows one level of each building, and marks a room.
     *
     * @param {Map<string, number>} levels by building.
     * @param {{building: string, ref?: string, name?: string} | null} room
     * @param {boolean} isOpen whether a building is looked into: raised walls would then hide its rooms.
     */
    show(levels, room, isOpen) {
        this.#shown = levels;
        this.#room = room;
        this.#isOpen = isOpen;
        this.#filter();
    }

    /**
     * The levels of each building in the tiles of the map.
     *
     * @returns {Map<string, Set<number>>}
     */
    levelsInTiles() {
        /** @type {Map<string, Set<number>>} */
        const levels = new Map();
        if (!this.map.getSource("indoor")) return levels;
        for (const { properties } of this.map.querySourceFeatures("indoor", { sourceLayer: "indoor_area" })) {
            const building = properties.building ?? "";
            if (!levels.has(building)) levels.set(building, new Set());
            levels.get(building)?.add(properties.level);
        }
        return levels;
    }

    /**
     * The buildings around a point of the screen, on whatever level, the one at the point first.
     *
     * @param {ScreenPoint} point
     * @returns {string[]}
     */
    buildingsAt({ x, y }) {
        const around = [
            [x - MIDDLE_PIXELS, y - MIDDLE_PIXELS],
            [x + MIDDLE_PIXELS, y + MIDDLE_PIXELS],
        ];
        const found = [[x, y], around].flatMap((where) => this.#drawn(where, ["indoor-extent"]));
        return [...new Set(found.flatMap(({ properties }) => properties.building ?? []))];
    }

    /**
     * The building at a position of the map; undefined where none is drawn.
     *
     * @param {Position} position
     */
    buildingOf({ lat, lon }) {
        return this.isNear ? this.buildingsAt(this.map.project([lon, lat]))[0] : undefined;
    }

    /**
     * The room, corridor or area at a point of the screen that has a number or a name.
     *
     * @param {ScreenPoint} point
     * @returns {DrawnRoom | null}
     */
    roomAt({ x, y }) {
        if (!this.isNear) return null;
        const box = [
            [x - TAP_PIXELS, y - TAP_PIXELS],
            [x + TAP_PIXELS, y + TAP_PIXELS],
        ];
        const found = [...this.#drawn(box, ["indoor-label"]), ...this.#drawn([x, y], ["indoor-floor"])];
        const { properties } = found.find(({ properties: { ref, name } }) => ref || name) ?? {};
        if (!properties) return null;
        const { building = "", level, ref, name } = properties;
        const { lat, lng } = this.map.unproject([x, y]);
        return { building, level, ref, name, position: { lat, lon: lng } };
    }

    /**
     * @param {unknown} where
     * @param {string[]} layers
     */
    #drawn(where, layers) {
        return layers.every((id) => this.map.getLayer(id)) ? this.map.queryRenderedFeatures(where, { layers }) : [];
    }

    #add() {
        const { map } = this;
        // Adding fires the event that leads here.
        if (this.#isAdding || map.getSource("indoor") || !map.getLayer(FIRST_LABEL)) return;
        this.#isAdding = true;
        forgetIndoorIcons(map);
        map.addSource("indoor", INDOOR_SOURCE);
        const colours = this.#colours;
        const under = map.getLayer(FIRST_OWN) ? FIRST_OWN : FIRST_LABEL;
        for (const [layers, before] of /** @type {const} */ ([
            [indoorGround(colours), under],
            [indoorLabels(colours), FIRST_LABEL],
        ]))
            for (const layer of layers) map.addLayer({ minzoom: INDOOR_ZOOM.from, ...layer }, before);
        this.#isAdding = false;
        this.#filters = "";
        this.#filter();
    }

    #filter() {
        const { map } = this;
        if (!map.getLayer("indoor-floor")) return;
        const level = onShownLevel(this.#shown);
        const room = isRoom(this.#room);
        // Setting a filter makes the library read the tiles again.
        const filters = JSON.stringify([level, room, this.#isOpen]);
        if (filters === this.#filters) return;
        this.#filters = filters;
        for (const { id, metadata } of [...indoorGround(this.#colours), ...indoorLabels(this.#colours)]) {
            if (!metadata) continue;
            const { filter: own = true } = /** @type {any} */ (metadata);
            map.setFilter(id, ["all", own === "chosen" ? room : own, level]);
        }
        if (map.getLayer(RAISED.id))
            map.setLayerZoomRange(RAISED.id, RAISED.from, this.#isOpen ? INDOOR_ZOOM.from : RAISED.to);
    }
}

/** @param {PlaceSource} data */
function serveTiles(data) {
    maplibregl.addProtocol(
        "indoor",
        async (/** @type {{url: string}} */ { url }, /** @type {AbortController} */ { signal }) => {
            const [z, x, y] = url.replace("indoor://", "").split("/").map(Number);
            return { data: await data.indoorTile({ z, x, y }, signal) };
        },
    );
}
