// Answers from the server, over HTTP.
import { localClock, setTimeZone } from "../core/place-clock.js";
import { currentLanguage, namesLanguage } from "../text/catalogue.js";
import { coarse } from "./coarse.js";
import { ask, read, refusal } from "./http.js";

/** As many points as the server lets one route pass. */
export const MOST_VIA = 25;

/** @implements {PlaceSource} */
export class RemotePlace {
    /** The version of the tiles; the browser may keep tiles of a known version for good. */
    #tileVersion = "";

    /**
     * @param {AbortSignal} [signal]
     * @returns {Promise<About>}
     */
    async about(signal) {
        /** @type {About} */
        const about = unbroken(await read("/api/v1/about", {}, signal));
        this.#tileVersion = about.tile_version ?? "";
        setTimeZone(about.time_zone);
        return about;
    }

    /**
     * @param {SearchQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<Suggestions>}
     */
    suggest(question, signal) {
        return read("/api/v1/suggest", searchParameters(question), signal);
    }

    /**
     * @param {SearchQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<Suggestions>}
     */
    search(question, signal) {
        return read("/api/v1/places", searchParameters(question), signal);
    }

    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     * @returns {Promise<Place>}
     */
    place(id, signal) {
        return read(`/api/v1/places/${encodeURIComponent(id)}`, { lang: currentLanguage(), time: localTime() }, signal);
    }

    /**
     * @param {Position} position
     * @param {AbortSignal} [signal]
     * @returns {Promise<AddressAnswer>}
     */
    address({ lat, lon }, signal) {
        return read("/api/v1/address", { lat, lon, lang: namesLanguage() }, signal);
    }

    /**
     * @param {RouteQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<Route>}
     */
    route(question, signal) {
        return read("/api/v1/route", routeParameters(question), signal);
    }

    /**
     * @param {RouteQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<string>}
     */
    async routeGPX(question, signal) {
        const query = new URLSearchParams({ ...routeParameters(question), format: "gpx" });
        if (question.only) query.set("only", String(question.only));
        const text = async (/** @type {Response} */ response) => {
            if (!response.ok) throw await refusal(response);
            return response.text();
        };
        return ask(`/api/v1/route?${query}`, text, { signal });
    }

    /**
     * @param {ReachQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<ReachAnswer>}
     */
    reach({ from, minutes, profile }, signal) {
        return read(
            "/api/v1/reach",
            { from: written(from), minutes: minutes.join(","), profile, streets: "false" },
            signal,
        );
    }

    /**
     * @param {LoopQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<{routes: Loop[]}>}
     */
    loop({ from: { lat, lon }, length, kind, profile, alternatives }, signal) {
        const wishes = { lat, lon, ...length, profile, alternatives, lang: currentLanguage() };
        return read("/api/v1/loop", kind ? { ...wishes, kind } : wishes, signal);
    }

    /**
     * @param {TimesQuestion} question
     * @param {AbortSignal} [signal]
     * @returns {Promise<(number | null)[]>}
     */
    async travelTimes({ from, to, profile }, signal) {
        const points = [from, ...to].map(written).join(";");
        const targets = to.map((_, index) => index + 1).join(";");
        const { durations } = await read("/api/v1/table", { points, sources: "0", targets, profile }, signal);
        return durations[0];
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @param {AbortSignal} [signal]
     */
    tile(tile, signal) {
        return this.#tile("", tile, signal);
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @param {AbortSignal} [signal]
     */
    indoorTile(tile, signal) {
        return this.#tile("indoor/", tile, signal);
    }

    /**
     * @param {string} id
     * @param {AbortSignal} [signal]
     * @returns {Promise<IndoorBuilding>}
     */
    building(id, signal) {
        return read(`/api/v1/buildings/${encodeURIComponent(id)}`, { lang: namesLanguage() }, signal);
    }

    /**
     * @param {string} set the path of the set of tiles.
     * @param {{z: number, x: number, y: number}} tile
     * @param {AbortSignal} [signal]
     */
    async #tile(set, { z, x, y }, signal) {
        // A page that was opened without a network knows no version yet.
        const version = this.#tileVersion && `?v=${this.#tileVersion}`;
        const bytes = async (/** @type {Response} */ response) => {
            if (!response.ok && response.status !== 404) throw await refusal(response);
            return response.status === 200 ? response.arrayBuffer() : new ArrayBuffer(0);
        };
        return ask(`/tiles/${set}${z}/${x}/${y}.mvt${version}`, bytes, { signal });
    }
}

/**
 * @param {SearchQuestion} question
 * @returns {Record<string, string | number>}
 */
function searchParameters({ text, near, limit, guide }) {
    const position = near ? coarse(near) : {};
    const question = { q: text, ...position, limit, lang: namesLanguage(), time: localTime() };
    return guide ? { ...question, guide: "true" } : question;
}

/**
 * Returns the local time of the place. Opening hours use it, also in the kept copy. ISO 8601 without a zone, to the
 * minute.
 */
export function localTime() {
    return new Date(localClock()[0] * 60_000).toISOString().slice(0, 16);
}

/**
 * @param {RouteQuestion} question
 * @returns {Record<string, string>}
 */
function routeParameters({ points, profile, alternatives = 0, isQuieter = false, fromLevel, toLevel }) {
    const [from, ...rest] = points.map(written);
    const to = rest.pop() ?? from;
    /** @type {Record<string, string>} */
    const parameters = { from, to, profile, lang: currentLanguage() };
    if (fromLevel !== undefined) parameters.from_level = String(fromLevel);
    if (toLevel !== undefined) parameters.to_level = String(toLevel);
    if (isQuieter) parameters.quieter = "true";
    if (rest.length > 0) return { ...parameters, via: rest.join(";") };
    return alternatives > 0 ? { ...parameters, alternatives: String(alternatives) } : parameters;
}

/** @param {Position} position */
function written({ lat, lon }) {
    return `${lat},${lon}`;
}

/**
 * Over the antimeridian the place's longitudes go on beyond 180°, as the map's library counts them.
 *
 * @param {About} about
 * @returns {About}
 */
export function unbroken(about) {
    const [west, south, east, north] = about.bounds;
    if (west <= east) return about;
    const { lat, lon } = about.center;
    return { ...about, bounds: [west, south, east + 360, north], center: { lat, lon: lon < west ? lon + 360 : lon } };
}
