// Makes elements. The only way this page builds them, so that text from people or from map data is never read as
// markup.
import { at } from "../address/root.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes] `on` holds listeners by event name; `true` sets an empty attribute;
 *   `false`, `null` and `undefined` set none.
 * @param {...Child} children strings and numbers become text.
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name === "on") {
            for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
    element.append(...written(children));
    return element;
}

/**
 * Replaces the contents of an element.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
    element.replaceChildren(...written(children));
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function written(children) {
    const kept = children.filter((child) => child !== null && child !== undefined && child !== false);
    return /** @type {(Node | string | number)[]} */ (kept).map((child) =>
        typeof child === "number" ? String(child) : child,
    );
}

const SVG = "http://www.w3.org/2000/svg";

/** Icons that point along the line of writing: where that runs the other way, they do. */
const ALONG_THE_LINE = ["chevron-left", "chevron-right"];

/**
 * Makes an icon of the sprite, hidden from screen readers: words beside it always give its meaning.
 *
 * @param {string} name a Lucide name listed in icons.txt.
 * @returns {SVGSVGElement}
 */
export function icon(name) {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("class", ALONG_THE_LINE.includes(name) ? "icon along" : "icon");
    drawing.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", at(`/vendor/icons.svg#${name}`));
    drawing.append(use);
    return drawing;
}

/**
 * Makes a button with an icon and a word.
 *
 * @param {string} iconName
 * @param {string} label
 * @param {(event: Event) => void} pressed
 * @param {Record<string, any>} [attributes]
 */
export function iconButton(iconName, label, pressed, attributes = {}) {
    return make(
        "button",
        { type: "button", ...attributes, on: { click: pressed } },
        icon(iconName),
        make("span", {}, label),
    );
}
