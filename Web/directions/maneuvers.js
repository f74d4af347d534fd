// The icon of a maneuver, by the types and modifiers of OSRM that the routes use.

/** @param {Maneuver} maneuver */
export function maneuverIcon({ type, modifier = "", stop }) {
    if (type === "depart") return "circle-dot";
    if (type === "arrive") return stop ? "map-pin" : "flag";
    if (type === "roundabout" || type === "rotary") return "refresh-cw";
    if (modifier.includes("left")) return modifier === "slight left" ? "arrow-up-left" : "corner-up-left";
    if (modifier.includes("right")) return modifier === "slight right" ? "arrow-up-right" : "corner-up-right";
    if (modifier === "uturn") return "rotate-ccw";
    return "arrow-up";
}
