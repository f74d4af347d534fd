// The current view as the part of the address after `#`, which never reaches the server's logs and works offline.

import { readLength, writeLength } from "../data/loop-length.js";
import { MOST_VIA } from "../data/remote.js";
import { profileNamed } from "../directions/profiles.js";

/** @type {OperatorPart[]} */
const OPERATOR_PARTS = ["overlay", "reports", "hidden", "accounts", "mesh", "settings", "developer"];

/**
 * Returns the address of a view, with the camera and the shown level of a building if there are any.
 *
 * @param {View} view
 * @param {Camera | null} camera
 * @param {LevelOf | null} [level]
 */
export function writeAddress(view, camera, level) {
    const inside = level ? [`level=${encodeURIComponent(level.building)}/${level.level}`] : [];
    return `#${[...(camera ? [`map=${writeCamera(camera)}`] : []), ...inside, ...partsOf(view)].join("&")}`;
}

/**
 * Returns the parameters of a view, in order.
 *
 * @param {View} view
 * @returns {string[]}
 */
function partsOf(view) {
    switch (view.screen) {
        case "home":
            return [];
        case "results":
            return [
                `find=${encodeURIComponent(view.text)}`,
                ...(view.near ? [`near=${writePosition(view.near)}`] : []),
            ];
        case "place":
        case "post":
        case "person":
        case "venue":
        case "tour":
            return [`${view.screen}=${encodeURIComponent(view.id)}`];
        case "join":
        case "shared":
            return [`${view.screen}=${encodeURIComponent(view.token)}`];
        case "operator":
            return [`operator=${view.part}`];
        case "works":
            return [`works=${encodeURIComponent(view.venue)}`];
        case "work":
            return [`venue=${encodeURIComponent(view.venue)}`, `work=${encodeURIComponent(view.id)}`];
        case "pin":
        case "here":
            return [`${view.screen}=${writePosition(view.position)}`];
        case "directions":
            return routeParts(view);
        case "ar":
            return cameraParts(view);
        case "play":
            return [view.game ? `play=${encodeURIComponent(view.game)}` : "play"];
        case "chat":
            return [view.room ? `chat=${view.room}` : "chat"];
        case "mail":
            return [view.person ? `mail=${view.person}` : "mail"];
        case "help":
            return [view.pin ? `help=${view.pin}` : view.at ? `help=${writePosition(view.at)}` : "help"];
        case "overlay":
            return [`overlay=${encodeURIComponent(view.key)}`];
        case "reach":
            return [`reach=${writeEnd(view.from)}`, ...choiceParts(view)];
        case "loop":
            return [`loop=${writeEnd(view.from)}`, `length=${writeLength(view.length)}`, ...choiceParts(view)];
        default:
            return [view.screen];
    }
}

/** @param {ARView} view */
function cameraParts({ from, to, kind, ...wishes }) {
    const parts = ["ar", ...choiceParts({ kind })];
    if (!to) return parts;
    if (!from) return [...parts, `to=${writeEnd(to)}`];
    return [...parts, ...routeParts({ ...wishes, screen: "directions", from, to })];
}

/** @param {DirectionsView} view */
function routeParts({ from, to, via = [], by, chosen, isQuieter }) {
    const parts = [`from=${writeEnd(from)}`, `to=${writeEnd(to)}`];
    if (via.length > 0) parts.push(`via=${via.map(writeEnd).join(";")}`);
    if (by) parts.push(`by=${by}`);
    if (chosen) parts.push(`way=${chosen}`);
    return isQuieter ? [...parts, "quieter=1"] : parts;
}

/**
 * Returns the travel mode and the kind of place, if they are chosen.
 *
 * @param {{by?: Profile, kind?: string}} view
 */
function choiceParts({ by, kind }) {
    return [...(by ? [`by=${by}`] : []), ...(kind ? [`kind=${encodeURIComponent(kind)}`] : [])];
}

/**
 * Reads an address, which anybody may have written. Leaves out the parts that it does not understand.
 *
 * @param {string} hash
 * @returns {{view: View, camera: Camera | null, level: LevelOf | null}}
 */
export function readAddress(hash) {
    const parameters = new URLSearchParams(hash.replace(/^#/, ""));
    return {
        view: readView(parameters),
        camera: readCamera(parameters.get("map")),
        level: readLevel(parameters.get("level")),
    };
}

/**
 * @param {string | null} text
 * @returns {LevelOf | null}
 */
function readLevel(text) {
    const [, building, level] = /^([nwr]\d{1,19})\/(-?\d{1,3}(?:\.\d{1,2})?)$/.exec(text ?? "") ?? [];
    return building ? { building, level: Number(level) } : null;
}

/**
 * @param {URLSearchParams} parameters
 * @returns {View}
 */
function readView(parameters) {
    if (parameters.has("ar")) return readCameraView(parameters);
    const results = readResults(parameters);
    if (results) return results;
    const id = parameters.get("place");
    if (id) return { screen: "place", id };
    const post = parameters.get("post");
    if (post) return { screen: "post", id: post };
    const person = parameters.get("person");
    if (person) return { screen: "person", id: person };
    for (const screen of /** @type {const} */ (["join", "shared"])) {
        const token = parameters.get(screen);
        if (token) return { screen, token };
    }
    const code = parameters.get("set-up");
    if (code) return { screen: "account", code };
    const invite = parameters.get("invite");
    if (invite) return { screen: "account", invite };
    const part = parameters.get("operator");
    if (part !== null) return { screen: "operator", part: readOperatorPart(part) };
    const key = parameters.get("overlay");
    if (key) return { screen: "overlay", key };
    const guide = readGuide(parameters);
    if (guide) return guide;
    const around = readReach(parameters) ?? readLoop(parameters);
    if (around) return around;
    const position = readPosition(parameters.get("pin"));
    if (position) return { screen: "pin", position };
    const sign = readPosition(parameters.get("here"));
    if (sign) return { screen: "here", position: sign };
    if (parameters.has("to") || parameters.has("from")) return readDirections(parameters);
    const game = parameters.get("play");
    if (game) return { screen: "play", game };
    const [room] = /^[0-9a-f]{32}$/.exec(parameters.get("chat") ?? "") ?? [];
    if (room) return { screen: "chat", room };
    const [mail] = /^[0-9a-f]{64}$/.exec(parameters.get("mail") ?? "") ?? [];
    if (mail) return { screen: "mail", person: mail };
    const help = readHelp(parameters.get("help"));
    if (help) return help;
    for (const screen of /** @type {const} */ ([
        "search",
        "me",
        "list",
        "timeline",
        "posts",
        "guide",
        "guide-history",
        "account",
        "now",
        "privacy",
        "groups",
        "devices",
        "more",
        "play",
        "chat",
        "mail",
        "help",
        "nodes",
        "phone",
        "saved",
        "offline",
        "about",
    ])) {
        if (parameters.has(screen)) return { screen };
    }
    return { screen: "home" };
}

/**
 * @param {string} text
 * @returns {OperatorPart}
 */
function readOperatorPart(text) {
    // Addresses of version 0.1 call the accounts "people".
    if (text === "people") return "accounts";
    return OPERATOR_PARTS.find((each) => each === text) ?? "reports";
}

/**
 * @param {URLSearchParams} parameters
 * @returns {View | null}
 */
function readResults(parameters) {
    const text = parameters.get("find");
    if (!text) return null;
    const near = readPosition(parameters.get("near"));
    return { screen: "results", text, ...(near ? { near } : {}) };
}

/**
 * @param {URLSearchParams} parameters
 * @returns {View | null}
 */
function readReach(parameters) {
    const from = readEnd(parameters.get("reach"));
    if (!from) return null;
    const by = profileNamed(parameters.get("by"));
    const kind = parameters.get("kind");
    return { screen: "reach", from, ...(by ? { by } : {}), ...(kind ? { kind } : {}) };
}

/**
 * @param {URLSearchParams} parameters
 * @returns {View | null}
 */
function readLoop(parameters) {
    const from = readEnd(parameters.get("loop"));
    if (!from) return null;
    const by = profileNamed(parameters.get("by"));
    const kind = parameters.get("kind");
    const length = readLength(parameters.get("length"));
    return { screen: "loop", from, length, ...(by ? { by } : {}), ...(kind ? { kind } : {}) };
}

/**
 * @param {URLSearchParams} parameters
 * @returns {View}
 */
function readCameraView(parameters) {
    const { from, to, ...wishes } = readDirections(parameters);
    const kind = parameters.get("kind");
    const view = /** @type {ARView} */ ({ screen: "ar", ...(kind && { kind }) });
    if (!to) return view;
    if (!from) return { ...view, to };
    return { ...wishes, ...view, from, to };
}

/**
 * @param {URLSearchParams} parameters
 * @returns {DirectionsView}
 */
function readDirections(parameters) {
    const ends = (parameters.get("via") ?? "").split(";").map(readEnd);
    const via = ends.flatMap((end) => (end && !("me" in end) ? end : [])).slice(0, MOST_VIA);
    const by = profileNamed(parameters.get("by"));
    const [chosen] = /^[1-3]$/.exec(parameters.get("way") ?? "") ?? [];
    return {
        screen: "directions",
        from: readEnd(parameters.get("from")),
        to: readEnd(parameters.get("to")),
        ...(via.length > 0 ? { via } : {}),
        ...(by ? { by } : {}),
        ...(chosen ? { chosen: Number(chosen) } : {}),
        ...(parameters.get("quieter") === "1" ? { isQuieter: true } : {}),
    };
}

/**
 * @param {URLSearchParams} parameters
 * @returns {View | null}
 */
function readGuide(parameters) {
    const [venue, work, works, tour] = ["venue", "work", "works", "tour"].map((name) => parameters.get(name));
    if (venue && work) return { screen: "work", venue, id: work };
    if (venue) return { screen: "venue", id: venue };
    if (works) return { screen: "works", venue: works };
    return tour ? { screen: "tour", id: tour } : null;
}

/**
 * @param {string | null} text
 * @returns {HelpView | null}
 */
function readHelp(text) {
    const [pin] = /^[0-9a-f]{32}$/.exec(text ?? "") ?? [];
    if (pin) return { screen: "help", pin };
    const at = readPosition(text);
    return at && { screen: "help", at };
}

/** @param {Camera} camera */
function writeCamera({ zoom, lat, lon, bearing, pitch }) {
    const place = [zoom.toFixed(2), lat.toFixed(5), lon.toFixed(5)];
    const turned = Math.round(bearing) !== 0 || Math.round(pitch) !== 0;
    return [...place, ...(turned ? [Math.round(bearing), Math.round(pitch)] : [])].join("/");
}

/**
 * @param {string | null} text
 * @returns {Camera | null}
 */
function readCamera(text) {
    const [zoom, lat, lon, bearing = 0, pitch = 0] = (text ?? "").split("/").map(Number);
    const position = checked(lat, lon);
    if (!position || !(zoom >= 0 && zoom <= 24) || !Number.isFinite(bearing) || !(pitch >= 0 && pitch <= 85))
        return null;
    return { zoom, ...position, bearing, pitch };
}

/** @param {Position} position */
export function writePosition({ lat, lon }) {
    return `${lat.toFixed(6)},${lon.toFixed(6)}`;
}

/**
 * @param {string | null} text
 * @returns {Position | null}
 */
function readPosition(text) {
    if (!text || !/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(text)) return null;
    const [lat, lon] = text.split(",").map(Number);
    return checked(lat, lon);
}

/**
 * @param {number} lat
 * @param {number} lon
 */
function checked(lat, lon) {
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/** @param {End | null} end */
function writeEnd(end) {
    if (!end) return "";
    if ("me" in end) return "me";
    return "place" in end ? encodeURIComponent(end.place) : writePosition(end.position);
}

/**
 * @param {string | null} text
 * @returns {End | null}
 */
function readEnd(text) {
    if (!text) return null;
    if (text === "me") return { me: true };
    const position = readPosition(text);
    return position ? { position } : { place: text };
}
