// Reads the track of a GPX 1.0 or 1.1 file that anybody may have made, by the same rules as the Swift client's
// GPXTrack: one bad point costs that point, and damage costs all points behind it.
import { courseOnArrival, metresAlong } from "../core/geodesy.js";
import { RESTING_SPEED } from "./device.js";
import { millisecondsSince1970, rising } from "./track-times.js";
import { BadXML, resolved, XMLReader } from "./xml.js";

/** The largest file that is read, in bytes. */
export const LARGEST_FILE = 32 << 20;
/** The most points that are read: five days at one point a second. */
export const MOST_POINTS = 432_000;
/** The accuracy of a replay, in metres: a good receiver outdoors. */
export const SIMULATED_ACCURACY = 5;

/**
 * The meaning of elements, by their parents. Other elements and their contents are not read.
 *
 * @type {Record<string, Record<string, string>>}
 */
const ELEMENTS = {
    file: { trk: "track", rte: "route", wpt: "point" },
    track: { trkseg: "segment" },
    segment: { trkpt: "point" },
    route: { rtept: "point" },
    point: { time: "time" },
};

/** With an exponent too, as Java writes small numbers. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const LONGEST_NUMBER = 32;
/** @typedef {'tooLarge' | 'tooManyPoints' | 'badXML' | 'notGPX' | 'noTrack' | 'noTimes' | 'timesBackwards'} Fault */

/** Why a file cannot be replayed. It never quotes the file, which contains the positions of a person. */
export class BadTrack extends Error {
    /**
     * @param {Fault} fault
     * @param {number} [line]
     */
    constructor(fault, line) {
        super(`GPX: ${fault}${line === undefined ? "" : ` in line ${line}`}`);
        this.fault = fault;
        this.line = line;
    }
}

/** @typedef {{position: Position, at: number, beginsSegment: boolean}} Point `at` in milliseconds since 1970. */

/**
 * The reports that a receiver would have sent, in order: speed and course are those of the movement from the fix
 * before.
 *
 * @param {string} text
 * @returns {{fixes: import('./position.js').Fix[], refused: number}} `fixes` is never empty; `refused` says how many
 *   points are left out,
 *     a cut of the file among them.
 */
export function readTrack(text) {
    const { points, refused } = readPoints(text);
    /** @type {Point[]} */
    const kept = [];
    for (const point of points) {
        const last = kept[kept.length - 1];
        // Of points at one time the last one counts: their order would mean an endless speed.
        if (last?.at === point.at)
            kept[kept.length - 1] = { ...point, beginsSegment: last.beginsSegment || point.beginsSegment };
        else kept.push(point);
    }
    const fixes = kept.map((point, index) => ({
        position: point.position,
        accuracy: SIMULATED_ACCURACY,
        ...motion(kept[index - 1], point),
        at: point.at,
    }));
    return { fixes, refused };
}

/**
 * @param {Point | undefined} last
 * @param {Point} point
 */
function motion(last, point) {
    if (!last || point.beginsSegment) return { speed: null, course: null };
    const speed = metresAlong(last.position, point.position) / ((point.at - last.at) / 1000);
    return { speed, course: speed < RESTING_SPEED ? null : courseOnArrival(last.position, point.position) };
}

/**
 * @param {string} text
 * @returns {{points: Point[], refused: number}}
 */
function readPoints(text) {
    const reader = new TrackReader(text);
    reader.read();
    const found = trackOf(reader.found);
    const placed = /** @type {Found[]} */ (found.filter((point) => point !== null));
    if (placed.length === 0) throw reader.damage ?? new BadTrack("noTrack");
    const timed = placed.filter(({ at }) => at !== null);
    if (timed.length === 0) throw new BadTrack("noTimes");
    const run = new Set(rising(timed.map(({ at }) => /** @type {number} */ (at))).map((index) => timed[index]));
    if (2 * run.size <= timed.length) throw new BadTrack("timesBackwards");
    /** @type {Point[]} */
    const points = [];
    let beginsSegment = false;
    for (const point of placed) {
        // One that is left out does not hide that a segment begins.
        beginsSegment ||= point.beginsSegment;
        if (point.at === null || !run.has(point)) continue;
        points.push({ position: point.position, at: point.at, beginsSegment });
        beginsSegment = false;
    }
    return { points, refused: found.length - points.length + (reader.damage ? 1 : 0) };
}

/**
 * The points of the track or route that has times, else of the first that has any position. Waypoints beside those are
 * remarks on them: a waypoint's time is the time of its creation.
 *
 * @param {Record<string, (Found | null)[]>} found
 */
function trackOf({ segment, route, file }) {
    const isTimed = (/** @type {Found | null} */ point) => point !== null && point.at !== null;
    return (
        [segment, route].find((points) => points.some(isTimed)) ??
        [segment, route, file].find((points) => points.some((point) => point !== null)) ??
        [segment, route, file].find(({ length }) => length > 0) ??
        []
    );
}

/** @typedef {{position: Position, at: number | null, beginsSegment: boolean}} Found A point with a place. */

class TrackReader {
    /** @type {Record<string, (Found | null)[]>} Points in their order; `null` for one without a place. */
    found = { segment: [], route: [], file: [] };
    /** @type {BadTrack | null} Why the file was not read to its end. */
    damage = null;
    /** @type {string[]} The meanings of the open elements, outermost first. */
    #open = [];
    /** The vocabulary of the outermost element. */
    #vocabulary = "";
    /**
     * The meanings of prefixes in each open element and in its contents, outermost first (Namespaces in XML 1.0, 6).
     *
     * @type {Record<string, string>[]}
     */
    #scopes = [];
    #beginsSegment = false;
    /** @type {{position: Position | null, at: number | null, hasTime: boolean} | null} */
    #point = null;
    /** The text since the last tag, where a time is. */
    #text = "";

    /** @param {string} text */
    constructor(text) {
        this.xml = new XMLReader(text, this);
    }

    read() {
        try {
            this.xml.read();
        } catch (failure) {
            if (!(failure instanceof BadXML)) throw failure;
            this.damage = new BadTrack("badXML", failure.line);
        }
    }

    /** The meaning of the innermost element. */
    get #element() {
        return this.#open[this.#open.length - 1];
    }

    /** @param {string} text */
    text(text) {
        if (this.#element === "time") this.#text += text;
    }

    /**
     * @param {string} name
     * @param {Map<string, string>} attributes
     */
    started(name, attributes) {
        const colon = name.indexOf(":");
        const [prefix, local] = [name.slice(0, Math.max(0, colon)), name.slice(colon + 1)];
        this.#scopes.push(scopeOf(attributes, this.#scopes[this.#scopes.length - 1] ?? null));
        const element = this.#open.length === 0 ? this.#root(local, prefix) : this.#inner(local, prefix);
        this.#open.push(element);
        this.#text = "";
        if (element === "segment" || element === "route") this.#beginsSegment = true;
        if (element === "point") this.#point = { position: positionAt(attributes), at: null, hasTime: false };
    }

    /**
     * @param {string} local
     * @param {string} prefix
     */
    #root(local, prefix) {
        if (local !== "gpx") throw new BadTrack("notGPX", this.xml.line);
        this.#vocabulary = this.#vocabularyOf(prefix);
        return "file";
    }

    /**
     * @param {string} local
     * @param {string} prefix
     */
    #inner(local, prefix) {
        const vocabulary = this.#vocabularyOf(prefix);
        // Some writers remove the vocabulary from their own elements (`xmlns=""`).
        const isOurs = vocabulary === "" || vocabulary === this.#vocabulary;
        return (isOurs && ELEMENTS[this.#element ?? ""]?.[local]) || "other";
    }

    /** @param {string} prefix an undeclared prefix stands for itself. */
    #vocabularyOf(prefix) {
        return this.#scopes[this.#scopes.length - 1]?.[prefix] ?? prefix;
    }

    ended() {
        const element = this.#open.pop();
        this.#scopes.pop();
        if (element === "time" && this.#point) {
            // A second time contradicts the first.
            this.#point.at = this.#point.hasTime ? null : millisecondsSince1970(resolved(this.#text));
            this.#point.hasTime = true;
        }
        if (element === "point" && this.#point) this.#pointEnded(this.#point);
        this.#text = "";
    }

    /** @param {{position: Position | null, at: number | null}} point */
    #pointEnded({ position, at }) {
        const points = this.found[this.#element ?? "file"];
        if (points.length === MOST_POINTS) throw new BadTrack("tooManyPoints", this.xml.line);
        const beginsSegment = this.#beginsSegment || this.#element === "file";
        points.push(position && { position, at, beginsSegment });
        if (position) this.#beginsSegment = false;
        this.#point = null;
    }
}

/**
 * Returns the meanings of prefixes in an element with these attributes; elements without one have the empty prefix.
 *
 * @param {Map<string, string>} attributes
 * @param {Record<string, string> | null} around the meanings around it.
 * @returns {Record<string, string>}
 */
function scopeOf(attributes, around) {
    const scope = Object.create(around);
    for (const [name, value] of attributes)
        if (name === "xmlns" || name.startsWith("xmlns:")) scope[name.slice(6)] = value;
    return scope;
}

/** @param {Map<string, string>} attributes */
function positionAt(attributes) {
    const [lat, lon] = [number(attributes.get("lat")), number(attributes.get("lon"))];
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/** @param {string | undefined} text */
function number(text) {
    const trimmed = resolved(text ?? "").trim();
    return trimmed.length <= LONGEST_NUMBER && NUMBER.test(trimmed) ? Number(trimmed) : NaN;
}
