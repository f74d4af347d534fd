// The surroundings of a position, from the map's tiles: named places, and the heights of their buildings. So the map
// itself need not look there.
import { METRES_PER_DEGREE, metresBetween, squareAt } from "../core/geodesy.js";
import { readLayers } from "./vector-tile.js";

/** The map's last zoom, which has everything. */
const ZOOM = 14;
const PLACES = ["pois", "public_transport"];
/** The attributes with the kind of a place. */
const KINDS = ["kind", "tourism", "amenity", "leisure", "shop", "historic", "office", "man_made"];
/** Stops of one name on both sides of a street, and places mapped by parts, are one. In metres. */
const SAME_PLACE = 130;
/** The map ends near there. */
const MOST_LATITUDE = 85;

/**
 * @typedef {{name: string, localName: string, kind: string, group: string, position: Position,
 *   height?: number}} Standing
 *   `height` in metres above the ground, where a building with a known height is there.
 *
 * @typedef {{z: number, x: number, y: number}} TileName
 */

/**
 * Returns the position of a place on the map of the world, 0 to 1 from the north-west.
 *
 * @param {number} x
 * @param {number} y
 * @returns {Position}
 */
function positionOf(x, y) {
    return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lon: x * 360 - 180 };
}

/**
 * Returns the tiles of a square around a position.
 *
 * @param {Position} me
 * @param {number} reach half its side, in metres.
 * @returns {TileName[]}
 */
export function tilesAround({ lat, lon }, reach) {
    const count = 2 ** ZOOM;
    const along = reach / METRES_PER_DEGREE;
    const across = along / Math.cos((Math.min(Math.abs(lat), MOST_LATITUDE) * Math.PI) / 180);
    const first = squareAt({ lat: lat + along, lon: around(lon - across) }, ZOOM);
    const last = squareAt({ lat: lat - along, lon: around(lon + across) }, ZOOM);
    const names = /** @type {TileName[]} */ ([]);
    const columns = ((last.x - first.x + count) % count) + 1;
    for (let y = first.y; y <= last.y; y += 1)
        for (let column = 0; column < columns; column += 1) names.push({ z: ZOOM, x: (first.x + column) % count, y });
    return names;
}

/** @param {number} lon in degrees, a little beyond ±180 at most. */
function around(lon) {
    return ((lon + 540) % 360) - 180;
}

/** The ground that some tiles show. */
export class Ground {
    /** @type {Standing[]} */
    places = [];
    /** @type {{height: number, box: [number, number, number, number], rings: number[][]}[]} */
    #buildings = [];

    /** @param {string} language of the names. */
    constructor(language) {
        this.language = language;
    }

    /**
     * Adds a tile. Throws a RangeError for a damaged one.
     *
     * @param {TileName} name
     * @param {ArrayBuffer} tile
     */
    add({ z, x, y }, tile) {
        const layers = readLayers(tile, [...PLACES, "buildings"]);
        const position =
            (/** @type {number} */ extent) =>
            (/** @type {number[]} */ [across, down]) =>
                positionOf((x + across / extent) / 2 ** z, (y + down / extent) / 2 ** z);
        const { buildings } = layers;
        for (const { properties, parts } of buildings?.features ?? [])
            if (typeof properties.height === "number")
                this.#build(
                    properties.height,
                    parts.map((ring) => placed(ring, position(buildings.extent))),
                );
        for (const name of PLACES)
            for (const { properties, parts } of layers[name]?.features ?? []) {
                if (typeof properties.name !== "string" || parts.length === 0) continue;
                this.#place(properties, name === "public_transport", position(layers[name].extent)(parts[0]));
            }
    }

    /**
     * @param {number} height
     * @param {number[][]} rings
     */
    #build(height, rings) {
        const box = /** @type {[number, number, number, number]} */ ([Infinity, Infinity, -Infinity, -Infinity]);
        for (const ring of rings)
            for (let at = 0; at < ring.length; at += 2) {
                box[0] = Math.min(box[0], ring[at]);
                box[1] = Math.min(box[1], ring[at + 1]);
                box[2] = Math.max(box[2], ring[at]);
                box[3] = Math.max(box[3], ring[at + 1]);
            }
        this.#buildings.push({ height, box, rings });
    }

    /**
     * @param {Record<string, any>} properties
     * @param {boolean} isTransit
     * @param {Position} position
     */
    #place(properties, isTransit, position) {
        const key = KINDS.find((one) => properties[one]) ?? "";
        this.places.push({
            name: String(properties[`name_${this.language}`] ?? properties.name),
            localName: properties.name,
            kind: String(properties[key] ?? ""),
            group: isTransit ? "transit" : key,
            position,
        });
    }

    /**
     * Returns the height of the building at a position, in metres; undefined where there is none or it is unknown.
     *
     * @param {Position} position
     */
    heightAt(position) {
        const { lon: x, lat: y } = position;
        return this.#buildings.find(
            ({ box, rings }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] && isInside(x, y, rings),
        )?.height;
    }

    /**
     * Returns the places with their heights, the nearest first, each once.
     *
     * @param {Position} me
     * @param {number} reach in metres.
     */
    around(me, reach) {
        /** @type {Map<string, Standing[]>} */
        const found = new Map();
        const near = this.places.filter(({ position }) => metresBetween(position, me) < reach);
        return near
            .sort((a, b) => metresBetween(a.position, me) - metresBetween(b.position, me))
            .filter((place) => {
                const same = found.get(place.name) ?? [];
                if (same.some(({ position }) => metresBetween(position, place.position) < SAME_PLACE)) return false;
                found.set(place.name, [...same, place]);
                return true;
            })
            .map((place) => ({ ...place, height: this.heightAt(place.position) }));
    }
}

/**
 * @param {number[]} ring
 * @param {(point: number[]) => Position} position
 * @returns {number[]} longitude and latitude of each corner.
 */
function placed(ring, position) {
    return ring.flatMap((_, at) => {
        if (at % 2 === 1) return [];
        const { lat, lon } = position([ring[at], ring[at + 1]]);
        return [lon, lat];
    });
}

/**
 * By the even-odd rule: holes are rings, too.
 *
 * @param {number} x
 * @param {number} y
 * @param {number[][]} rings
 */
function isInside(x, y, rings) {
    let isIn = false;
    for (const ring of rings)
        for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
            const [x0, y0, x1, y1] = [ring[before], ring[before + 1], ring[at], ring[at + 1]];
            if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) isIn = !isIn;
        }
    return isIn;
}
