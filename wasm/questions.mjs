// Makes questions of each kind about a place, the same ones for the same seed: how the server takes them, and how the
// browser's core does.
import { localClock } from "../Web/core/place-clock.js";

/**
 * A question: the address that the server has for it, and the core's method with its arguments.
 *
 * @typedef {{address: string, method: string, values: any[]}} Question
 */

/** @typedef {{lat: number, lon: number}} Point WGS 84 degrees. */

const PROFILES = /** @type {const} */ (["foot", "wheelchair", "bicycle", "car"]);
const LANGUAGES = ["", "en", "fi", "de", "ar"];
const KINDS = ["cafe", "restaurant", "toilets", "bench", "playground", "hotel"];
/** Texts that nobody types by mistake. */
const HOSTILE = [
    '"\\',
    "</script>",
    "%00%ff",
    "' OR 1=1 --",
    "東京都",
    "مدرسة",
    "١٢٣",
    "60.1, 24.9",
    "1e9, 1e9",
    "-",
    "🧭",
];
/** Noon in UTC, when no clock is put forward or back, of days in a year from 2026-01-01 on; in minutes since 1970. */
const FIRST_NOON = Date.UTC(2026, 0, 1, 12) / 60_000;

/** Numbers that are the same in every run (Marsaglia, Xorshift RNGs, 2003). */
export class Numbers {
    #state;

    /** @param {number} seed */
    constructor(seed) {
        this.#state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
    }

    /** @param {number} count @returns {number} a whole number from 0, below `count`. */
    below(count) {
        this.#state ^= this.#state << 13;
        this.#state ^= this.#state >>> 17;
        this.#state ^= this.#state << 5;
        return (this.#state >>> 0) % count;
    }

    /** @template Element @param {readonly Element[]} list @returns {Element} */
    of(list) {
        return list[this.below(list.length)];
    }
}

/** Makes questions about one place. */
export class Questions {
    #numbers;
    #names;
    #points;
    #bounds;
    #buildings;

    /**
     * @param {number} seed
     * @param {{bounds: number[], names: string[], points: Point[], buildings: string[]}} place its bounds (west, south,
     *   east, north), names that are there, points where something is, and ids of buildings.
     */
    constructor(seed, { bounds, names, points, buildings }) {
        this.#numbers = new Numbers(seed);
        this.#bounds = bounds;
        this.#names = names;
        this.#points = points;
        this.#buildings = buildings;
    }

    /**
     * How to make each kind.
     *
     * @type {Record<string, () => Question>}
     */
    kinds = {
        suggest: () => this.#search("suggest", "/api/v1/suggest", 20),
        search: () => this.#search("places", "/api/v1/places", 50),
        address: () => {
            const { lat, lon } = this.#point();
            const [language, time] = [this.#language(), this.#time()];
            const query = parameters({ lat, lon, lang: language, time: time.text });
            return { address: `/api/v1/address?${query}`, method: "address", values: [lat, lon, language, time.clock] };
        },
        ...Object.fromEntries(PROFILES.map((profile) => [`route, ${profile}`, () => this.#route(profile)])),
        tile: () => {
            const z = this.#numbers.below(15);
            const { x, y } = tileOf(this.#point(), z);
            return { address: `/tiles/${z}/${x}/${y}.mvt`, method: "tile", values: [z, x, y] };
        },
        "indoor tile": () => {
            const z = 17 + this.#numbers.below(3);
            const { x, y } = tileOf(this.#point(), z);
            return { address: `/tiles/indoor/${z}/${x}/${y}.mvt`, method: "indoorTile", values: [z, x, y] };
        },
        building: () => {
            const [id, language] = [this.#numbers.of(this.#buildings), this.#language()];
            const address = `/api/v1/buildings/${id}?${parameters({ lang: language })}`;
            return { address, method: "building", values: [id, language] };
        },
        "round walk": () => {
            const { lat, lon } = this.#point();
            const [language, profile, alternatives] = [
                this.#language(),
                this.#numbers.of(PROFILES.slice(0, 2)),
                this.#numbers.below(3),
            ];
            const kind = this.#numbers.below(2) ? this.#numbers.of(KINDS) : "";
            const length = this.#numbers.of([{ minutes: 15 }, { minutes: 30 }, { metres: 2500 }, { steps: 3000 }]);
            const query = parameters({ lat, lon, ...length, kind, profile, alternatives, lang: language });
            const values = [{ lat, lon }, length, kind, profile, alternatives, language];
            return { address: `/api/v1/loop?${query}`, method: "loop", values };
        },
        trip: () => {
            const points = this.#several(2 + this.#numbers.below(6));
            const [language, profile] = [this.#language(), this.#numbers.of(PROFILES)];
            const [isRoundTrip, startsAtFirst, endsAtLast] = [0, 1, 2].map(() => this.#numbers.below(2) === 1);
            const query = parameters({
                points: points.map(written).join(";"),
                roundtrip: isRoundTrip,
                start: startsAtFirst ? "first" : "",
                end: endsAtLast ? "last" : "",
                profile,
                lang: language,
            });
            const values = [points, profile, language, { isRoundTrip, startsAtFirst, endsAtLast }];
            return { address: `/api/v1/trip?${query}`, method: "trip", values };
        },
    };

    /** @param {string} method @param {string} path @param {number} most the greatest limit that the server takes. */
    #search(method, path, most) {
        const [text, limit, language, time] = [
            this.#text(),
            1 + this.#numbers.below(most),
            this.#language(),
            this.#time(),
        ];
        const near = this.#numbers.below(3) ? this.#point() : null;
        const query = parameters({ q: text, ...near, limit, lang: language, time: time.text });
        return { address: `${path}?${query}`, method, values: [text, near, limit, language, time.clock] };
    }

    /** @param {string} profile */
    #route(profile) {
        const via = this.#numbers.below(4) ? 0 : 1 + this.#numbers.below(3);
        const points = this.#several(2 + via);
        const [language, alternatives] = [this.#language(), via ? 0 : this.#numbers.below(4)];
        // The first of these is no level.
        const level = () => [undefined, 0, 1, -1, 0.5, 2][this.#numbers.below(6)];
        const levels = { fromLevel: level(), toLevel: level() };
        const query = parameters({
            from: written(points[0]),
            to: written(points[points.length - 1]),
            via: points.slice(1, -1).map(written).join(";"),
            profile,
            alternatives,
            from_level: levels.fromLevel ?? "",
            to_level: levels.toLevel ?? "",
            lang: language,
        });
        return {
            address: `/api/v1/route?${query}`,
            method: "route",
            values: [points, profile, language, alternatives, levels],
        };
    }

    /** @returns {string} an existing name, cut, misspelt, with a number or another name; a kind; or hostile text. */
    #text() {
        const letters = [...this.#numbers.of(this.#names)];
        const at = this.#numbers.below(letters.length);
        switch (this.#numbers.below(8)) {
            case 0:
                return (
                    letters
                        .slice(0, 1 + this.#numbers.below(6))
                        .join("")
                        .trim() || "a"
                );
            case 1:
                return letters.toSpliced(at, 1, this.#numbers.of([..."aeinrst"])).join("");
            case 2:
                return letters.toSpliced(at, 1).join("").trim() || "b";
            case 3:
                return `${letters.join("")} ${1 + this.#numbers.below(120)}`;
            case 4:
                return `${letters.join("")} ${this.#numbers.of(this.#names)}`.slice(0, 100);
            case 5:
                return this.#numbers.of(KINDS);
            case 6:
                return this.#numbers.below(4) ? letters.join("") : this.#numbers.of(HOSTILE);
            default:
                return letters.join("");
        }
    }

    /** @returns {Point} one where something is, or any in the place and a little around it; seldom one far away. */
    #point() {
        if (this.#numbers.below(3)) return this.#numbers.of(this.#points);
        const [west, south, east, north] = this.#bounds;
        const around = this.#numbers.below(20) ? 0.05 : 2;
        const part = () => (this.#numbers.below(1001) / 1000) * (1 + 2 * around) - around;
        return { lat: rounded(south + part() * (north - south)), lon: rounded(west + part() * (east - west)) };
    }

    /** @param {number} count */
    #several(count) {
        return Array.from({ length: count }, () => this.#point());
    }

    #language() {
        return this.#numbers.of(LANGUAGES);
    }

    /** @returns {{text: string, clock: readonly number[]}} a time as the server and as the core take it. */
    #time() {
        const minutes = FIRST_NOON + this.#numbers.below(365) * 1440 + this.#numbers.below(480);
        const clock = localClock(new Date(minutes * 60_000));
        return { text: new Date(clock[0] * 60_000).toISOString().slice(0, 16), clock };
    }
}

/** @param {Record<string, string | number | boolean>} values Empty ones are left out. */
function parameters(values) {
    const given = Object.entries(values).filter(([, value]) => value !== "");
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/** @param {Point} point */
function written({ lat, lon }) {
    return `${lat},${lon}`;
}

/** @param {number} degrees @returns {number} with as many digits as the map has. */
function rounded(degrees) {
    return Number(degrees.toFixed(7));
}

/**
 * The tile of a point.
 *
 * @param {Point} point @param {number} z
 */
function tileOf({ lat, lon }, z) {
    const [size, sine] = [2 ** z, Math.sin((lat * Math.PI) / 180)];
    const y = Math.floor((0.5 - Math.atanh(sine) / (2 * Math.PI)) * size);
    return { x: Math.floor(((lon + 180) / 360) * size), y };
}
