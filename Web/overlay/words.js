// The words and icons of temporary changes.
import { say } from "../text/catalogue.js";
import { clockText } from "../text/quantities.js";

/** The drawing of each kind, and the group whose colour it has. */
const ICONS = {
    stage: "music:culture",
    stall: "store:shop",
    toilets: "toilet:service",
    first_aid: "cross:health",
    meeting_point: "users:civic",
    entrance: "signpost:civic",
    fence: "minus:detail",
    one_way: "arrow-up:detail",
    closed: "x:health",
    slow: "clock:detail",
};

/** @param {OverlayFeature} feature */
export function overlayIcon({ kind }) {
    return ICONS[kind];
}

/** @param {OverlayFeature} feature */
export function overlayName({ kind, name }) {
    return name ?? say(`overlay.${kind}`);
}

/** @param {OverlayFeature} feature */
export function overlayKind({ kind }) {
    return say(`overlay.${kind}`);
}

/**
 * Returns the kind of a change, where its name does not say it, and until when it holds.
 *
 * @param {OverlayFeature} feature
 */
export function overlayFact(feature) {
    const { name, until } = feature;
    return [name && overlayKind(feature), until && say("overlay.until", { time: clockText(until) })]
        .filter(Boolean)
        .join(" · ");
}

/**
 * Returns from when to when a change holds; nothing where it always holds.
 *
 * @param {OverlayFeature} feature
 */
export function overlayTimes({ from, until }) {
    const times = { from: from && clockText(from), until: until && clockText(until) };
    if (times.from && times.until) return say("overlay.fromUntil", { from: times.from, until: times.until });
    if (times.from) return say("overlay.since", { time: times.from });
    return times.until ? say("overlay.until", { time: times.until }) : "";
}

/**
 * Returns the key of a change in addresses: its kind and where it begins.
 *
 * @param {OverlayFeature} feature
 */
export function overlayKey({ kind, points, ways }) {
    const [first] = points ?? [];
    return `${kind}@${first ? `${first.lat},${first.lon}` : `w${ways?.[0]}`}`;
}

/**
 * Returns where the mark of a change stands; null for a change without a place.
 *
 * @param {OverlayFeature} feature
 * @returns {Position | null}
 */
export function overlayMiddle({ points = [], area }) {
    if (points.length === 0) return null;
    // Of a line, the middle of its middle piece, or its middle bend.
    const last = points.length - 1;
    const meant = area ? points : [points[Math.floor(last / 2)], points[Math.ceil(last / 2)]];
    const mean = (/** @type {"lat" | "lon"} */ axis) =>
        meant.reduce((sum, point) => sum + point[axis], 0) / meant.length;
    return { lat: mean("lat"), lon: mean("lon") };
}
