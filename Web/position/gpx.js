// Reads the track of a GPX 1.0 or 1.1 file that anybody may have made, by the same rules as the Swift client's GPXTrack: one bad point
// costs that point, and damage what is behind it. Document types are refused, so there are no entities to expand. The browser's own XML
// reader gives nothing of a file that was cut off.
import { EARTH_RADIUS_METRES } from "../map/geodesy.js";
import { RESTING_SPEED } from "./device.js";

/** The largest file that is read, in bytes. */
export const LARGEST_FILE = 32 << 20;
/** The most points that are read: five days at one point a second. */
export const MOST_POINTS = 432_000;
const DEEPEST = 64;
/** The accuracy that a replay tells, in metres: a good receiver outdoors. */
export const SIMULATED_ACCURACY = 5;

/**
 * What elements are where they stand; what is not here is not read, nor what is in it.
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

const NAME = "[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*";
const TAG = new RegExp(`<(/?)(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const LONGEST_NUMBER = 32;
const TIME =
    /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,](\d+))?)?([Zz]|([+-])(\d\d)(?::?([0-5]\d))?)?$/;
const LONGEST_TIME = 40;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const MEANINGS = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Parts of a file that say nothing here: where they begin and end. */
const SKIPPED = [
    ["<!--", "-->"],
    ["<?", "?>"],
];

/** @typedef {'tooLarge' | 'tooManyPoints' | 'badXML' | 'notGPX' | 'noTrack' | 'noTimes' | 'timesBackwards'} Fault */

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
 * The text of a file in UTF-8 or UTF-16. Others keep ASCII as it is, and GPX has nothing else that is read.
 *
 * @param {ArrayBuffer} file
 */
export function textOf(file) {
    const [first, second] = new Uint8Array(file, 0, Math.min(2, file.byteLength));
    const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second > 0 && second < 0x80);
    const isLittleEndian = (first === 0xff && second === 0xfe) || (second === 0 && first > 0 && first < 0x80);
    return new TextDecoder(isBigEndian ? "utf-16be" : isLittleEndian ? "utf-16le" : "utf-8").decode(file);
}

/**
 * What a receiver would have told on the way, in order: speed and course are those of the way from the fix before.
 *
 * @param {string} text
 * @returns {{fixes: import('./position.js').Fix[], refused: number}} `fixes` is never empty; `refused` says how many points are left out,
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
 * @returns {{points: Point[], refused: number}}
 */
function readPoints(text) {
    const reader = new TrackReader(text);
    reader.read();
    // Routes and waypoints beside a track are no part of it.
    const found = Object.values(reader.found).find(({ length }) => length > 0) ?? [];
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
 * The longest run of times that do not fall, by their indices (Schensted, Longest increasing and decreasing subsequences, Canadian Journal
 * of Mathematics 13, 1961): one clock that was wrong for a moment does not decide about the rest.
 *
 * @param {number[]} times
 */
function rising(times) {
    /** @type {number[][]} The indices that runs of each length end with, each earlier in time than the one before it. */
    const piles = [];
    /** @type {(number | undefined)[]} What each index follows: of all that it may, the nearest in time. */
    const previous = [];
    for (const [index, time] of times.entries()) {
        const length = firstOf(piles, (pile) => times[pile[pile.length - 1]] > time);
        const before = piles[length - 1] ?? [];
        previous.push(before[firstOf(before, (earlier) => times[earlier] <= time)]);
        if (length === piles.length) piles.push([index]);
        else piles[length].push(index);
    }
    const run = [];
    for (let index = piles[piles.length - 1]?.at(-1); index !== undefined; index = previous[index]) run.push(index);
    return run.reverse();
}

/**
 * The index of the first element that has a property, which all behind it have too; the count when none has.
 *
 * @template Element
 * @param {Element[]} list
 * @param {(element: Element) => boolean} isSo
 */
function firstOf(list, isSo) {
    let [low, high] = [0, list.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (isSo(list[middle])) high = middle;
        else low = middle + 1;
    }
    return low;
}

/** @typedef {{position: Position, at: number | null, beginsSegment: boolean}} Found A point with a place. */

class TrackReader {
    /** @type {Record<string, (Found | null)[]>} Points in their order; `null` for one without a place. */
    found = { segment: [], route: [], file: [] };
    /** @type {BadTrack | null} Why the file was not read to its end. */
    damage = null;
    #at = 0;
    /** @type {{name: string, element: string}[]} */
    #open = [];
    #hasRoot = false;
    /** @type {string[]} The prefixes of the outermost element's vocabulary. */
    #prefixes = [];
    #beginsSegment = false;
    /** @type {{position: Position | null, at: number | null, hasTime: boolean} | null} */
    #point = null;
    /** The text since the last tag. */
    #text = "";

    /** @param {string} text */
    constructor(text) {
        this.text = text;
    }

    read() {
        if (this.text.startsWith("\ufeff")) this.#at = 1;
        try {
            while (this.#at < this.text.length) {
                if (this.text[this.#at] !== "<") this.#readText();
                else if (!this.#skips()) this.#readTag();
            }
            if (this.#open.length > 0 || !this.#hasRoot) throw this.#bad("badXML");
        } catch (failure) {
            if (!(failure instanceof BadTrack) || failure.fault !== "badXML") throw failure;
            this.damage = failure;
        }
    }

    #readText() {
        const end = this.text.indexOf("<", this.#at);
        const text = this.text.slice(this.#at, end < 0 ? undefined : end);
        const outside = this.#open.length === 0 ? text.search(/[^ \t\r\n]/) : -1;
        if (outside >= 0) throw this.#bad("badXML", this.#at + outside);
        if (this.#element === "time") this.#text += text;
        this.#at += text.length;
    }

    /** What the innermost element is. */
    get #element() {
        return this.#open[this.#open.length - 1]?.element;
    }

    #skips() {
        if (this.#open.length > 0 && this.text.startsWith("<![CDATA[", this.#at)) {
            const end = this.text.indexOf("]]>", this.#at);
            if (end < 0) throw this.#bad("badXML", this.text.length);
            if (this.#element === "time") this.#text += this.text.slice(this.#at + 9, end);
            this.#at = end + 3;
            return true;
        }
        const mark = SKIPPED.find(([begin]) => this.text.startsWith(begin, this.#at));
        if (!mark) return false;
        const [begin, end] = mark;
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
            if (isEmpty || this.#open[this.#open.length - 1]?.name !== name) this.#fail();
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
        const [local, prefix = ""] = name.split(":").reverse();
        const element =
            this.#open.length === 0 ? this.#root(local, prefix, attributes, place) : this.#inner(local, prefix);
        this.#hasRoot = true;
        this.#open.push({ name, element });
        this.#text = "";
        if (element === "segment" || element === "route") this.#beginsSegment = true;
        if (element === "point") this.#point = { position: positionAt(attributes), at: null, hasTime: false };
    }

    /**
     * @param {string} local
     * @param {string} prefix
     * @param {Map<string, string>} attributes
     * @param {number} place
     */
    #root(local, prefix, attributes, place) {
        if (local !== "gpx") throw this.#bad("notGPX", place);
        const namespace = attributes.get(prefix ? `xmlns:${prefix}` : "xmlns");
        const alike = [...attributes].filter(([name, value]) => /^xmlns(:|$)/.test(name) && value === namespace);
        this.#prefixes = [prefix, ...alike.map(([name]) => name.slice(6))];
        return "file";
    }

    /**
     * @param {string} local
     * @param {string} prefix
     */
    #inner(local, prefix) {
        return (this.#prefixes.includes(prefix) && ELEMENTS[this.#element ?? ""]?.[local]) || "other";
    }

    #ended() {
        const element = this.#open.pop()?.element;
        if (element === "time" && this.#point) {
            // A second time contradicts the first.
            this.#point.at = this.#point.hasTime ? null : millisecondsSince1970(this.#text);
            this.#point.hasTime = true;
        }
        if (element === "point" && this.#point) this.#pointEnded(this.#point);
        this.#text = "";
    }

    /** @param {{position: Position | null, at: number | null}} point */
    #pointEnded({ position, at }) {
        const points = this.found[this.#element ?? "file"];
        if (points.length === MOST_POINTS) throw this.#bad("tooManyPoints");
        const beginsSegment = this.#beginsSegment || this.#element === "file";
        points.push(position && { position, at, beginsSegment });
        if (position) this.#beginsSegment = false;
        this.#point = null;
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

/**
 * Puts characters in place of references to them (XML 1.0, 4.1 and 4.6). Others stay as they are written.
 *
 * @param {string} text
 */
function resolved(text) {
    return text.replace(REFERENCE, (whole, decimal, hexadecimal, name) => {
        if (name) return MEANINGS[/** @type {keyof MEANINGS} */ (name)];
        const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

/**
 * Reads a time as receivers and exporters write them (ISO 8601); without a zone it is UTC, as GPX has it.
 *
 * @param {string} text
 */
function millisecondsSince1970(text) {
    const trimmed = resolved(text).trim();
    const found = trimmed.length <= LONGEST_TIME ? TIME.exec(trimmed) : null;
    if (!found) return null;
    const [, date, hour, minute, second, fraction, , sign, zoneHour, zoneMinute] = found;
    const midnight = Date.parse(`${date}T00:00:00Z`);
    // A day that the month does not have becomes another one, or none.
    if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null;
    const zone = sign ? Number(`${sign}1`) * (Number(zoneHour) * 60 + Number(zoneMinute ?? 0)) : 0;
    if (Math.abs(zone) > 14 * 60) return null;
    const seconds = ((Number(hour) * 60 + Number(minute) - zone) * 60 + Number(second ?? 0)) * 1000;
    return midnight + seconds + Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
}
