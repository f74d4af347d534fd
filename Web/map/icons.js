// The map's icons: a white drawing of the sprite on a disc in the colour of its group, painted when the map first asks.
import { at } from "../address/root.js";
import { make } from "../shell/make.js";

const DENSITY = 3;
/** Sizes in CSS pixels. */
const DISC = 20;
const DRAWING = 12.5;
const EDGE = 1;

/** @type {Map<string, Element>} */
const drawings = new Map();

/** Reads the sprite; must be done before the map asks for its first icon. */
export async function loadDrawings() {
    const response = await fetch(at("/vendor/icons.svg"));
    const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
    for (const symbol of sprite.querySelectorAll("symbol")) drawings.set(symbol.id, symbol);
}

/**
 * Paints icons as a map asks for them. An icon is named `drawing:group`; its disc has the colour of the group's labels.
 *
 * @param {LibraryMap} map
 */
export function paintIcons(map) {
    map.on("styleimagemissing", (/** @type {{id: string}} */ { id }) => {
        const [name, group] = id.split(":");
        const layer = group === "transit" ? "transit" : `poi-${group}`;
        if (map.hasImage(id) || !map.getLayer(layer)) return;
        const colour = map.getPaintProperty(layer, "text-color");
        const land = map.getPaintProperty("background", "background-color");
        map.addImage(id, paint(name, colour, land), { pixelRatio: DENSITY });
    });
}

/**
 * Makes a map paint its icons anew, as after a change of style.
 *
 * @param {LibraryMap} map
 */
export function forgetIcons(map) {
    for (const id of map.listImages()) if (id.includes(":")) map.removeImage(id);
}

/**
 * @param {string} name
 * @param {string} colour
 * @param {string} land
 */
function paint(name, colour, land) {
    const size = (DISC + 2 * EDGE) * DENSITY;
    const canvas = make("canvas", { width: size, height: size });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.scale(DENSITY, DENSITY);
    const middle = DISC / 2 + EDGE;
    fillDisc(context, middle, DISC / 2 + EDGE, land);
    fillDisc(context, middle, DISC / 2, colour);
    const drawing = drawings.get(name);
    if (drawing) stroke(context, drawing, middle, land);
    else fillDisc(context, middle, DISC / 8, land);
    return context.getImageData(0, 0, size, size);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} middle
 * @param {number} radius
 * @param {string} colour
 */
function fillDisc(context, middle, radius, colour) {
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Element} drawing
 * @param {number} middle
 * @param {string} colour
 */
function stroke(context, drawing, middle, colour) {
    context.translate(middle - DRAWING / 2, middle - DRAWING / 2);
    context.scale(DRAWING / 24, DRAWING / 24);
    context.strokeStyle = colour;
    context.lineWidth = 2.2;
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const shape of drawing.children) context.stroke(outline(shape));
}

/**
 * The outline of one shape of a Lucide drawing, which uses these and no others.
 *
 * @param {Element} shape
 */
function outline(shape) {
    const number = (/** @type {string} */ name) => Number(shape.getAttribute(name) ?? 0);
    const path = new Path2D(shape.getAttribute("d") ?? undefined);
    switch (shape.tagName) {
        case "circle":
            path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
            break;
        case "ellipse":
            path.ellipse(number("cx"), number("cy"), number("rx"), number("ry"), 0, 0, 2 * Math.PI);
            break;
        case "rect":
            path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
            break;
        case "line":
            path.moveTo(number("x1"), number("y1"));
            path.lineTo(number("x2"), number("y2"));
            break;
        case "polyline":
        case "polygon":
            path.addPath(new Path2D(`M${shape.getAttribute("points")}${shape.tagName === "polygon" ? "Z" : ""}`));
            break;
    }
    return path;
}
