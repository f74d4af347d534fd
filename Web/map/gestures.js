// What people do on the map beside moving it: press long for a pin, tap a place, ask by keyboard or right click.

const LONG_PRESS_MS = 500;
/** A finger that moves farther than this is moving the map. */
const STILL_PIXELS = 9;
/** How near to a place a tap must be. */
const TAP_PIXELS = 6;
/** A long press on some phones also opens the context menu; both ask for the same pin. */
const SAME_GESTURE_MS = 700;

/**
 * A place as the map draws it.
 *
 * @typedef {{name: string, position: Position, group: string}} Drawn
 */

/**
 * @param {any} map
 * @param {{pin: (position: Position) => void, place: (drawn: Drawn) => void, nothing: () => void}} answered
 */
export function listenToMap(map, { pin, place, nothing }) {
    let pinnedAt = -Infinity;
    const dropPin = (/** @type {any} */ { lng, lat }) => {
        if (performance.now() - pinnedAt < SAME_GESTURE_MS) return;
        pinnedAt = performance.now();
        pin({ lat, lon: lng });
    };
    pressLong(map, dropPin);
    map.on("contextmenu", (/** @type {any} */ event) => {
        event.originalEvent.preventDefault();
        dropPin(event.lngLat);
    });
    map.on("click", (/** @type {any} */ event) => {
        if (performance.now() - pinnedAt < SAME_GESTURE_MS) return;
        const drawn = placeAt(map, event.point);
        if (drawn) place(drawn);
        else nothing();
    });
    map.on("mousemove", (/** @type {any} */ event) => {
        map.getCanvas().style.cursor = placeAt(map, event.point) ? "pointer" : "";
    });
}

/**
 * @param {any} map
 * @param {(lngLat: any) => void} pressed
 */
function pressLong(map, pressed) {
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
        const point = [event.clientX - left, event.clientY - top];
        timer = window.setTimeout(() => {
            stop();
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

/**
 * @param {any} map
 * @returns {string[]} the layers whose symbols are places.
 */
function placeLayers(map) {
    const layers = map.getStyle()?.layers ?? [];
    return layers
        .map((/** @type {any} */ layer) => layer.id)
        .filter((/** @type {string} */ id) => /^(poi-|transit)/.test(id));
}

/**
 * @param {any} map
 * @param {{x: number, y: number}} point
 * @returns {Drawn | null}
 */
function placeAt(map, { x, y }) {
    const box = [
        [x - TAP_PIXELS, y - TAP_PIXELS],
        [x + TAP_PIXELS, y + TAP_PIXELS],
    ];
    const [found] = map.queryRenderedFeatures(box, { layers: placeLayers(map) });
    if (!found?.properties.name) return null;
    const [lon, lat] = found.geometry.coordinates;
    return { name: found.properties.name, position: { lat, lon }, group: groupOf(found.layer.id) };
}

/** The groups of places, most important first. */
const IMPORTANCE = ["culture", "nature", "lodging", "civic", "food", "health", "shop", "service", "transit", "detail"];
/** Stops of one name on both sides of a street, and places whose parts are mapped one by one, are listed once. In degrees of latitude. */
const SAME_PLACE = 0.0012;

/**
 * The named places of the part of the map on screen, most important first, then nearest to a point. The list twin of the map
 * shows them.
 *
 * @param {any} map
 * @param {Position} middle
 * @returns {Drawn[]}
 */
export function placesInView(map, middle) {
    const bounds = map.getBounds();
    /** @type {Drawn[]} */
    const found = [];
    for (const layer of placeLayers(map)) {
        const sourceLayer = map.getLayer(layer).sourceLayer;
        for (const { geometry, properties } of map.querySourceFeatures("place", {
            sourceLayer,
            filter: map.getFilter(layer),
        })) {
            const [lon, lat] = geometry.coordinates;
            if (properties.name && bounds.contains([lon, lat]))
                found.push({ name: properties.name, position: { lat, lon }, group: groupOf(layer) });
        }
    }
    found.sort(
        (a, b) =>
            IMPORTANCE.indexOf(a.group) - IMPORTANCE.indexOf(b.group) ||
            farness(a.position, middle) - farness(b.position, middle),
    );
    /** @type {Map<string, Drawn[]>} */
    const listed = new Map();
    return found.filter((drawn) => {
        const same = listed.get(drawn.name) ?? [];
        if (same.some(({ position }) => farness(position, drawn.position) < SAME_PLACE)) return false;
        listed.set(drawn.name, [...same, drawn]);
        return true;
    });
}

/** @param {string} layer */
function groupOf(layer) {
    return layer.startsWith("transit") ? "transit" : layer.replace("poi-", "");
}

/**
 * In degrees of latitude, flat.
 *
 * @param {Position} a
 * @param {Position} b
 */
function farness(a, b) {
    return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180));
}
