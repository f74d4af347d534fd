// Opens the card of a room that was tapped on the map.
import { spaceAt } from "./levels.js";

/**
 * Marks the place at once. A room without an id of its own opens as a pin with its name.
 *
 * @param {Page} page
 * @param {import("../map/indoor-map.js").DrawnRoom} room
 * @param {(building: string) => Promise<IndoorBuilding>} ask asks for the spaces of a building.
 */
export async function openRoom({ views, marks }, room, ask) {
    marks.select(room.position, "place");
    const isHere = views.here();
    const name = [room.ref, room.name].filter(Boolean).join(" ");
    const spaces = await ask(room.building).then(
        (building) => building.spaces,
        () => [],
    );
    if (!isHere()) return;
    const space = spaceAt(spaces, room);
    const pin = /** @type {const} */ ({ screen: "pin", position: room.position, name });
    const view = space ? /** @type {const} */ ({ screen: "place", id: space.id }) : pin;
    if (views.current.screen === view.screen) views.replace(view);
    else views.open(view);
}
