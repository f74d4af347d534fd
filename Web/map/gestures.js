// Gestures on the map beside moving it: a long press for a pin, a tap on a place, keyboard and right click.
import { placeAt } from "./drawn-places.js";

/** @typedef {import("./guide-map.js").GuideMap} GuideMap */

const LONG_PRESS_MS = 500;
/** A finger that moves farther than this is moving the map. */
const STILL_PIXELS = 9;

/**
 * @param {LibraryMap} map
 * @param {{guideMap: GuideMap, peopleMap: Page["peopleMap"], overlayMap: Page["overlayMap"],
 *   marks: import("./marks.js").Marks, routeLine: import("./route-line.js").RouteLine, picker: Page["picker"]}} drawn
 * @param {{pin: (position: Position) => void, place: (drawn: import('./drawn-places.js').Drawn) => void,
 *   person: (found: NonNullable<ReturnType<Page["peopleMap"]["at"]>>) => void,
 *   guide: (found: NonNullable<ReturnType<GuideMap["at"]>>) => void, overlay: (key: string) => void,
 *   room: {press: (point: ScreenPoint) => boolean | undefined, isAt: (point: ScreenPoint) => boolean | undefined}, nothing: () => void}} answered
 */
export function listenToMap(
    map,
    { guideMap, peopleMap, overlayMap, marks, routeLine, picker },
    { pin, place, guide, person, overlay, room, nothing },
) {
    // One press drops one pin: some phones also open the context menu, and letting go is a click.
    let hasPinned = false;
    const dropPin = (/** @type {any} */ { lng, lat }) => {
        if (hasPinned || picker.take) return;
        hasPinned = true;
        pin({ lat, lon: lng });
    };
    for (const start of ["pointerdown", "keydown"]) {
        map.getCanvas().addEventListener(start, () => {
            hasPinned = false;
        });
    }
    pressLong(map, dropPin, () => routeLine.isHeld());
    map.on("contextmenu", (/** @type {any} */ event) => {
        event.originalEvent.preventDefault();
        dropPin(event.lngLat);
    });
    map.on("click", (/** @type {any} */ event) => {
        if (picker.take) return picker.take({ lat: event.lngLat.lat, lon: event.lngLat.lng });
        if (hasPinned || marks.press(event.point)) return;
        const somebody = peopleMap.at(event.point);
        if (somebody) return person(somebody);
        const found = guideMap.at(event.point);
        if (found) return guide(found);
        const key = overlayMap.at(event.point, false);
        if (key) return overlay(key);
        const tapped = placeAt(map, event.point);
        if (tapped) return place(tapped);
        if (room.press(event.point)) return;
        // A place in an area comes before the area.
        const around = overlayMap.at(event.point, true);
        if (around) overlay(around);
        else nothing();
    });
    map.on("mousemove", (/** @type {any} */ event) => {
        if (picker.take) {
            map.getCanvas().style.cursor = "crosshair";
            return;
        }
        const { point } = event;
        const isOnMark = peopleMap.at(point) || guideMap.at(point) || overlayMap.at(point, false);
        const isOver = isOnMark || placeAt(map, point) || room.isAt(point);
        map.getCanvas().style.cursor = isOver ? "pointer" : "";
    });
}

/**
 * @param {LibraryMap} map
 * @param {(lngLat: any) => void} pressed
 * @param {() => boolean} isTaken whether the press means something else.
 */
function pressLong(map, pressed, isTaken) {
    const surface = map.getCanvas();
    let timer = 0;
    /** @type {{x: number, y: number} | null} */
    let start = null;
    const stop = () => {
        clearTimeout(timer);
        start = null;
    };
    surface.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
        stop();
        if (!event.isPrimary || event.button !== 0) return;
        start = { x: event.clientX, y: event.clientY };
        const { left, top } = surface.getBoundingClientRect();
        const point = { x: event.clientX - left, y: event.clientY - top };
        timer = window.setTimeout(() => {
            stop();
            if (isTaken()) return;
            navigator.vibrate?.(12);
            pressed(map.unproject(point));
        }, LONG_PRESS_MS);
    });
    surface.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
        if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PIXELS) stop();
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave", "wheel"]) surface.addEventListener(end, stop);
    // A second finger makes it a pinch.
    surface.addEventListener("touchstart", (/** @type {TouchEvent} */ event) => event.touches.length > 1 && stop(), {
        passive: true,
    });
}
