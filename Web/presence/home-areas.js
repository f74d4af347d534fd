// The areas around homes: no exact position in them leaves this device.

/**
 * Returns the replacement for a position at home, for sending.
 *
 * @param {Position} position
 * @param {SharingState["areas"]} areas around the homes of the member.
 * @param {boolean} isAtHome whether the member counts as being at home everywhere.
 * @returns {{middle: Position | undefined} | null} the middle of the area, or nothing where the member has no area;
 *   null elsewhere.
 */
export function atHome(position, areas, isAtHome) {
    const home = areas.find(({ around }) => lies(position, around)) ?? (isAtHome ? areas[0] : undefined);
    return home || isAtHome ? { middle: home?.middle } : null;
}

/**
 * @param {Position} position
 * @param {Area} area
 */
function lies({ lat, lon }, { south, west, north, east }) {
    return lat >= south && lat <= north && lon >= west && lon <= east;
}
