// People on the map: a mark for each exact location, clusters of many marks, a circle for each approximate location,
// and home areas.
import { ring } from "../core/geodesy.js";
import { nearestFeature } from "./nearest-feature.js";

/** How near to a mark a tap must be; together with the mark this is the size of a fingertip. */
const TAP_PIXELS = 12;
const LAYERS = ["person", "person-cluster", "person-around-middle"];

export class PeopleMap {
    /** @type {SeenPerson[]} */
    #people = [];
    /** @type {(Area | Circle)[]} */
    #areas = [];
    #isShown = false;

    /** @param {LibraryMap} map */
    constructor(map) {
        this.map = map;
        map.on("style.load", () => this.#draw());
    }

    /** @param {SeenPerson[]} people */
    setPeople(people) {
        this.#people = people;
        this.#draw();
    }

    /** @param {boolean} isShown */
    show(isShown) {
        if (this.#isShown === isShown) return;
        this.#isShown = isShown;
        this.#draw();
    }

    /**
     * Draws areas, also while people are hidden; an empty list removes them.
     *
     * @param {(Area | Circle)[]} areas
     */
    showAreas(areas) {
        this.#areas = areas;
        this.#draw();
    }

    /**
     * The person or the cluster at a point of the map.
     *
     * @param {{x: number, y: number}} at
     * @returns {{person: string} | {cluster: number, position: Position} | null}
     */
    at(at) {
        const found = this.#isShown && nearestFeature(this.map, LAYERS, at, TAP_PIXELS);
        if (!found) return null;
        const { cluster_id: cluster, id } = found.properties;
        const [lon, lat] = found.geometry.coordinates;
        return cluster === undefined ? { person: id } : { cluster, position: { lat, lon } };
    }

    /**
     * The zoom from which on a cluster falls apart.
     *
     * @param {number} cluster
     * @returns {Promise<number>}
     */
    zoomOf(cluster) {
        return /** @type {MapSource} */ (this.map.getSource("people")).getClusterExpansionZoom(cluster);
    }

    #draw() {
        const people = this.#isShown ? this.#people : [];
        this.map.getSource("people")?.setData(collection(people.filter(isExact).flatMap(mark)));
        this.map.getSource("peopleAreas")?.setData(collection(people.filter((one) => !isExact(one)).flatMap(circle)));
        this.map.getSource("homeAreas")?.setData(collection(this.#areas.map(outline)));
    }
}

/** @param {object[]} features */
function collection(features) {
    return { type: "FeatureCollection", features };
}

/** @param {SeenPerson} person */
function isExact(person) {
    return person.is_exact;
}

/** @param {SeenPerson} person */
function mark({ id, name, is_simulated: isSimulated = false, lat, lon }) {
    if (lat === undefined || lon === undefined) return [];
    const [letter = ""] = name;
    const properties = { id, name, letter: letter.toLocaleUpperCase(), isSimulated };
    return [{ type: "Feature", properties, geometry: { type: "Point", coordinates: [lon, lat] } }];
}

/**
 * The circle of an approximate location, and its middle, which carries the name.
 *
 * @param {SeenPerson} person
 */
function circle(person) {
    const { lat, lon, radius = 0 } = person;
    return lat === undefined || lon === undefined ? [] : [ring({ lat, lon }, radius), ...mark(person)];
}

/** @param {Area | Circle} area */
function outline(area) {
    if ("radius" in area) return ring(area, area.radius);
    const { south, west, north, east } = area;
    const corners = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
    ];
    return { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [corners] } };
}
