// What is drawn on the map for a while, in words and icons.
import { say } from "../text/catalogue.js";

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
