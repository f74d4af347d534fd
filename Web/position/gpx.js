// Reads the track of a GPX 1.0 or 1.1 file that anybody may have made, by the same rules as the Swift client's GPXTrack: strictly,
// and without expanding anything. Document types are refused, so there are no entities. The browser's own XML reader would do
// that too, but it cannot say in which line a point is wrong.
import { EARTH_RADIUS_METRES } from "../map/geodesy.js";
import { RESTING_SPEED } from "./device.js";

/** The largest file that is read, in bytes. */
export const LARGEST_FILE = 32 << 20;
/** The most points that are read: five days at one point a second. */
export const MOST_POINTS = 432_000;
const DEEPEST = 64;
/** The accuracy that a replay tells, in metres: a good receiver outdoors. */
export const SIMULATED_ACCURACY = 5;
const PATH = ["gpx", "trk", "trkseg", "trkpt", "time"];
const POINT_DEPTH = 4;
const TIME_DEPTH = 5;

const NAME = "[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*";
const TAG = new RegExp(`<(/?)(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const LONGEST_NUMBER = 32;
const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d+)?(Z|([+-])(\d\d):([0-5]\d))?$/;

/** Parts of a file that say nothing here: where they begin and end. */
const SKIPPED = [
    ["<!--", "-->"],
    ["<?", "?>"],
    ["<![CDATA[", "]]>"],
];

/** @typedef {'tooLarge' | 'tooManyPoints' | 'badXML' | 'notGPX' | 'badCoordinate' | 'badTime' | 'timeMissing' | 'timeBackwards' | 'noTrack'} Fault */

/** Why a file is not replayed. It never tells what the file says, because that is where somebody was. */
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
 * What a receiver would have told on the way, in order: speed and course are those of the way from the fix before.
 *
 * @param {string} text
 * @returns {import('./position.js').Fix[]} never empty.
 */
export function readTrack(text) {
    /** @type {Point[]} */
    const kept = [];
    for (const point of readPoints(text)) {
        const last = kept[kept.length - 1];
        // Of points at one time the last one counts: their order would mean an endless speed.
        if (last?.at === point.at)
            kept[kept.length - 1] = { ...point, beginsSegment: last.beginsSegment || point.beginsSegment };
        else kept.push(point);
    }
    return kept.map((point, index) => ({
        position: point.position,
        accuracy: SIMULATED_ACCURACY,
        ...motion(kept[index - 1], point),
        at: point.at,
    }));
}

/**
 * @param {Point | undefined} last
 * @param {Point} point
 */
function motion(last, point) {
    if (!last || point.beginsSegment) return { speed: null, course: null };
    const speed = metresAlong(last.position, point.position) / ((point.at - last.at) / 1000);
    return { speed, course: speed < RESTING_SPEED ? null : courseTo(last.position, point.position) };
}

/**
 * Haversine formula (Sinnott, Sky and Telescope 68, 1984).
 *
 * @param {Position} from
 * @param {Position} to
 */
export function metresAlong(from, to) {
    const [lat1, lat2, turn] = [from.lat, to.lat, to.lon - from.lon].map(radians);
    const s = Math.sin((lat2 - lat1) / 2);
    const t = Math.sin(turn / 2);
    return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(s * s + Math.cos(lat1) * Math.cos(lat2) * t * t)));
}

/**
 * The course on arrival: what one would turn to on the way back, turned about.
 *
 * @param {Position} from
 * @param {Position} to
 */
function courseTo(from, to) {
    const [lat1, lat2, turn] = [to.lat, from.lat, from.lon - to.lon].map(radians);
    const y = Math.sin(turn) * Math.cos(lat2);
    const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
    return ((Math.atan2(y, x) * 180) / Math.PI + 540) % 360;
}

/** @param {number} degrees */
function radians(degrees) {
    return (degrees * Math.PI) / 180;
}

/**
 * @param {string} text
 * @returns {Point[]}
 */
function readPoints(text) {
    const reader = new TrackReader(text);
    reader.read();
    if (reader.points.length === 0) throw new BadTrack("noTrack");
    return reader.points;
}

class TrackReader {
    /** @type {Point[]} */
    points = [];
    #at = 0;
    /** @type {string[]} */
    #open = [];
    #hasRoot = false;
    /** How many of the open elements, from the outermost on, are those of the path. */
    #known = 0;
    #beginsSegment = false;
    /** @type {{position: Position, place: number, time: number | null} | null} */
    #point = null;
    /** @type {string[]} */
    #timeText = [];

    /** @param {string} text */
    constructor(text) {
        this.text = text;
    }

    read() {
        if (this.text.startsWith("\ufeff")) this.#at = 1;
        while (this.#at < this.text.length) {
            if (this.text[this.#at] !== "<") this.#readText();
            else if (!this.#skips()) this.#readTag();
        }
        if (this.#open.length > 0 || !this.#hasRoot) throw this.#bad("badXML");
    }

    #readText() {
        const end = this.text.indexOf("<", this.#at);
        const text = this.text.slice(this.#at, end < 0 ? undefined : end);
        const outside = this.#open.length === 0 ? text.search(/[^ \t\r\n]/) : -1;
        if (outside >= 0) throw this.#bad("badXML", this.#at + outside);
        if (this.#known === TIME_DEPTH && this.#open.length === TIME_DEPTH) this.#timeText.push(text);
        this.#at += text.length;
    }

    #skips() {
        const mark = SKIPPED.find(([begin]) => this.text.startsWith(begin, this.#at));
        if (!mark) return false;
        const [begin, end] = mark;
        if (begin === "<![CDATA[" && this.#open.length === 0) throw this.#bad("badXML");
        const found = this.text.indexOf(end, this.#at + begin.length);
        if (found < 0) throw this.#bad("badXML", this.text.length);
        this.#at = found + end.length;
        return true;
    }

    #readTag() {
        const place = this.#at;
        const [, slash, name] = this.#match(TAG) ?? this.#fail();
        /** @type {Map<string, string>} */
        const attributes = new Map();
        if (!slash) {
            for (let found = this.#match(ATTRIBUTE); found; found = this.#match(ATTRIBUTE)) {
                if (attributes.has(found[1])) this.#fail();
                attributes.set(found[1], found[2] ?? found[3]);
            }
        }
        const [, isEmpty] = this.#match(TAG_END) ?? this.#fail();
        if (slash) {
            if (isEmpty || this.#open[this.#open.length - 1] !== name) this.#fail();
            this.#ended();
        } else {
            this.#started(name, attributes, place);
            if (isEmpty) this.#ended();
        }
    }

    /**
     * @param {string} name
     * @param {Map<string, string>} attributes
     * @param {number} place
     */
    #started(name, attributes, place) {
        if ((this.#open.length === 0 && this.#hasRoot) || this.#open.length === DEEPEST) this.#fail();
        this.#hasRoot = true;
        this.#open.push(name);
        const depth = this.#open.length;
        if (this.#known === depth - 1 && PATH[depth - 1] === name) {
            this.#known = depth;
            if (name === "trkseg") this.#beginsSegment = true;
            if (name === "trkpt") this.#point = this.#pointAt(attributes, place);
            if (name === "time") this.#timeText = [];
        }
        if (this.#known === 0) throw this.#bad("notGPX", place);
    }

    #ended() {
        const depth = this.#open.length;
        this.#open.pop();
        if (this.#known !== depth) return;
        this.#known -= 1;
        if (depth === TIME_DEPTH) this.#timeEnded();
        if (depth === POINT_DEPTH) this.#pointEnded();
    }

    /**
     * @param {Map<string, string>} attributes
     * @param {number} place
     */
    #pointAt(attributes, place) {
        if (this.points.length === MOST_POINTS) throw this.#bad("tooManyPoints", place);
        const lat = number(attributes.get("lat"));
        const lon = number(attributes.get("lon"));
        if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) throw this.#bad("badCoordinate", place);
        return { position: { lat, lon }, place, time: null };
    }

    #timeEnded() {
        const time = this.#timeText.length === 1 ? millisecondsSince1970(this.#timeText[0]) : null;
        if (!this.#point || this.#point.time !== null || time === null) throw this.#bad("badTime");
        this.#point.time = time;
    }

    #pointEnded() {
        if (!this.#point) return;
        const { position, place, time } = this.#point;
        if (time === null) throw this.#bad("timeMissing", place);
        if (time < (this.points[this.points.length - 1]?.at ?? -Infinity)) throw this.#bad("timeBackwards", place);
        this.points.push({ position, at: time, beginsSegment: this.#beginsSegment });
        this.#beginsSegment = false;
    }

    /** @param {RegExp} pattern */
    #match(pattern) {
        pattern.lastIndex = this.#at;
        const found = pattern.exec(this.text);
        if (found) this.#at = pattern.lastIndex;
        return found;
    }

    /** @returns {never} */
    #fail() {
        throw this.#bad("badXML");
    }

    /**
     * @param {Fault} fault
     * @param {number} [place]
     */
    #bad(fault, place = this.#at) {
        let line = 1;
        for (let at = this.text.indexOf("\n"); at >= 0 && at < place; at = this.text.indexOf("\n", at + 1)) line += 1;
        return new BadTrack(fault, line);
    }
}

/** @param {string | undefined} text */
function number(text) {
    const trimmed = text?.trim() ?? "";
    return trimmed.length <= LONGEST_NUMBER && NUMBER.test(trimmed) ? Number(trimmed) : NaN;
}

/**
 * Reads a time as XML writes them (XML Schema Part 2, 3.2.7); without a zone it is UTC, as GPX has it.
 *
 * @param {string} text
 */
function millisecondsSince1970(text) {
    const found = TIME.exec(text.trim());
    if (!found) return null;
    const [, date, hour, minute, second, fraction, , sign, zoneHour, zoneMinute] = found;
    const midnight = Date.parse(`${date}T00:00:00Z`);
    // A day that the month does not have becomes another one, or none.
    if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null;
    const zone = sign ? Number(`${sign}1`) * (Number(zoneHour) * 60 + Number(zoneMinute)) : 0;
    if (Math.abs(zone) > 14 * 60) return null;
    const seconds = ((Number(hour) * 60 + Number(minute) - zone) * 60 + Number(second)) * 1000;
    return midnight + seconds + Math.floor(Number(fraction?.slice(0, 4) ?? 0) * 1000 + 0.5);
}
