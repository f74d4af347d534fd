// The nodes in a circle, this one at the top, with a line for each link. The list beside it says the same, so screen readers
// pass over the drawing.
import { isOld, nameOf, reachedBy } from "./nodes.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, RADIUS] = [320, 240, 84];
/** More nodes than this stand too close to each other: the list has all of them. */
const MOST = 24;
const NAME_LENGTH = 14;

/**
 * @param {import("./node.js").HeardNode[]} all this node first.
 * @param {number} now
 */
export function nodesDrawing(all, now) {
    const nodes = all.slice(0, MOST);
    const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chat-drawing", "aria-hidden": "true" });
    const places = new Map(nodes.map((node, index) => [node.key, placeOf(index, nodes.length)]));
    for (const node of nodes) {
        const from = /** @type {{x: number, y: number}} */ (places.get(node.key));
        for (const { node: other } of reachedBy(node, nodes)) {
            const to = places.get(other.key);
            if (!to || node.key > other.key) continue;
            const look = isOld(node, other, now) ? "old" : "";
            drawing.append(shape("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: look }));
        }
    }
    for (const node of nodes)
        drawing.append(...mark(node, /** @type {{x: number, y: number}} */ (places.get(node.key))));
    return drawing;
}

/** @param {import("./node.js").HeardNode} node @param {{x: number, y: number}} place */
function mark(node, { x, y }) {
    const circle = shape("circle", {
        cx: x,
        cy: y,
        r: node.is_this ? 11 : 8,
        class: node.is_member ? "member" : "guest",
    });
    const isBelow = y > HEIGHT / 2;
    const text = shape("text", { x, y: isBelow ? y + 24 : y - 16, "text-anchor": "middle" });
    const name = nameOf(node);
    text.textContent = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
    return [circle, text];
}

/** @param {number} index @param {number} count */
function placeOf(index, count) {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    const round = (/** @type {number} */ number) => Math.round(number * 10) / 10;
    return { x: round(WIDTH / 2 + 1.3 * RADIUS * Math.cos(angle)), y: round(HEIGHT / 2 + RADIUS * Math.sin(angle)) };
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
}
