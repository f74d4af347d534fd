// What stands around a position, of the map's tiles: named places, and how high their buildings are. So the map itself
// need not look there.
import { readLayers } from "./vector-tile.js";

/** The map's last zoom, which has everything. */
const ZOOM = 14;
const PLACES = ["pois", "public_transport"];
/** The attributes with the kind of a place. */
const KINDS = ["kind", "tourism", "amenity", "leisure", "shop", "historic", "office", "man_made"];
/** Stops of one name on both sides of a street, and places mapped by parts, are one. In degrees of latitude. */
const SAME_PLACE = 0.0012;

/**
 * @typedef {{name: string, localName: string, kind: string, group: string, position: Position, height?: number}} Standing
 *   `height` in metres above the ground, where a building with a known height is there.
 *
 * @typedef {{z: number, x: number, y: number}} TileName
 */

/**
 * Returns the place on the map of the world, 0 to 1 from the north-west.
 *
 * @param {Position} position
 */
function worldOf({ lat, lon }) {
    const sine = Math.sin((lat * Math.PI) / 180);
    return { x: (lon + 180) / 360, y: 0.5 - Math.atanh(sine) / (2 * Math.PI) };
}

/**
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
 * @param {number} reach half its side, in degrees of latitude.
 * @returns {TileName[]}
 */
export function tilesAround({ lat, lon }, reach) {
    const count = 2 ** ZOOM;
    const across = reach / Math.cos((lat * Math.PI) / 180);
    const first = worldOf({ lat: lat + reach, lon: lon - across });
    const last = worldOf({ lat: lat - reach, lon: lon + across });
    const names = /** @type {TileName[]} */ ([]);
    for (let y = Math.max(0, Math.floor(first.y * count)); y <= Math.min(count - 1, Math.floor(last.y * count)); y += 1)
        for (let x = Math.floor(first.x * count); x <= Math.floor(last.x * count); x += 1)
            names.push({ z: ZOOM, x: (x + count) % count, y });
    return names;
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
        const world =
            (/** @type {number} */ extent) =>
            (/** @type {number[]} */ [across, down]) => [(x + across / extent) / 2 ** z, (y + down / extent) / 2 ** z];
        const { buildings } = layers;
        for (const { properties, parts } of buildings?.features ?? [])
            if (typeof properties.height === "number")
                this.#build(
                    properties.height,
                    parts.map((ring) => placed(ring, world(buildings.extent))),
                );
        for (const name of PLACES)
            for (const { properties, parts } of layers[name]?.features ?? []) {
                if (typeof properties.name !== "string" || parts.length === 0) continue;
                const [across, down] = world(layers[name].extent)(parts[0]);
                this.#place(properties, name === "public_transport", positionOf(across, down));
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
        const { x, y } = worldOf(position);
        return this.#buildings.find(
            ({ box, rings }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] && isInside(x, y, rings),
        )?.height;
    }

    /**
     * Returns the places with their heights, the nearest first, each once.
     *
     * @param {Position} me
     * @param {number} reach in degrees of latitude.
     */
    around(me, reach) {
        /** @type {Map<string, Standing[]>} */
        const found = new Map();
        const near = this.places.filter(({ position }) => farness(position, me) < reach);
        return near
            .sort((a, b) => farness(a.position, me) - farness(b.position, me))
            .filter((place) => {
                const same = found.get(place.name) ?? [];
                if (same.some(({ position }) => farness(position, place.position) < SAME_PLACE)) return false;
                found.set(place.name, [...same, place]);
                return true;
            })
            .map((place) => ({ ...place, height: this.heightAt(place.position) }));
    }
}

/**
 * In degrees of latitude, flat.
 *
 * @param {Position} a
 * @param {Position} b
 */
export function farness(a, b) {
    return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180));
}

/**
 * @param {number[]} ring
 * @param {(point: number[]) => number[]} world
 */
function placed(ring, world) {
    return ring.flatMap((_, at) => (at % 2 === 0 ? world([ring[at], ring[at + 1]]) : []));
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
