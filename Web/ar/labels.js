// The cards of places over the camera's picture: one element a label, which stays and is moved.
import { icon, make } from "../shell/make.js";
import { LABEL, PLACE } from "./program.js";

/** @typedef {import("./open.js").ARPlace} ARPlace */

const FONT = "600 14px Inter, sans-serif";
/** What stands beside the name: the picture and the margins, in pixels. */
const BESIDE = 62;
const WIDTHS = { least: 104, most: 216 };

export class Labels {
    /** @type {ARPlace[]} */
    places = [];
    element = make("div", { class: "ar-labels" });
    /** @type {Map<number, {element: HTMLButtonElement, distance: HTMLElement, text: string}>} */
    #shown = new Map();
    /**
     * The numbers of the places, by which the program knows them when the list changes.
     *
     * @type {Map<string, number>}
     */
    #ids = new Map();
    #lastID = 0;
    #pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

    /**
     * @param {import("./program.js").View} view
     * @param {(metres: number) => string} distanceText
     */
    constructor(view, distanceText) {
        this.view = view;
        this.distanceText = distanceText;
    }

    /** @param {ARPlace[]} places */
    set(places) {
        const { view } = this;
        const stride = view.stride("places");
        this.places = places.slice(0, view.capacity("places"));
        this.clear();
        const numbers = view.parts.places;
        const ids = new Map();
        this.places.forEach(({ name, position, height, importance }, index) => {
            const start = index * stride;
            const key = `${position.lat} ${position.lon} ${name}`;
            const id = this.#ids.get(key) ?? ++this.#lastID;
            ids.set(key, id);
            numbers[start + PLACE.id] = id;
            numbers[start + PLACE.latitude] = position.lat;
            numbers[start + PLACE.longitude] = position.lon;
            numbers[start + PLACE.height] = height ?? Number.NaN;
            numbers[start + PLACE.width] = this.#widthOf(name);
            numbers[start + PLACE.importance] = importance ?? 1;
        });
        this.#ids = ids;
        view.changed("places", this.places.length);
    }

    clear() {
        for (const { element } of this.#shown.values()) element.remove();
        this.#shown.clear();
    }

    /** @param {string} name */
    #widthOf(name) {
        this.#pen.font = FONT;
        const width = Math.ceil(this.#pen.measureText(name).width) + BESIDE;
        return Math.max(WIDTHS.least, Math.min(WIDTHS.most, width));
    }

    /**
     * Moves the labels to where they are in this frame.
     *
     * @param {number} count
     * @param {number} slope of the horizon, in degrees.
     */
    show(count, slope) {
        const { labels } = this.view.parts;
        const stride = this.view.stride("labels");
        const seen = new Set();
        for (let start = 0; start < count * stride; start += stride) {
            const opacity = labels[start + LABEL.opacity];
            const index = labels[start + LABEL.place];
            if (!(opacity > 0) || !this.places[index]) continue;
            seen.add(index);
            const { element, distance } = this.#labelOf(index);
            const text = this.distanceText(labels[start + LABEL.distance]);
            if (distance.textContent !== text) distance.textContent = text;
            const [x, y] = [labels[start + LABEL.boxX], labels[start + LABEL.boxY]];
            element.style.opacity = opacity.toFixed(2);
            const move = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
            element.style.transform = `${move} rotate(${slope.toFixed(2)}deg) translate(-50%, -100%)`;
        }
        for (const [index, { element }] of this.#shown) {
            if (seen.has(index)) continue;
            element.remove();
            this.#shown.delete(index);
        }
    }

    /** @param {number} index */
    #labelOf(index) {
        const known = this.#shown.get(index);
        if (known) return known;
        const { name, picture, drawing, open } = this.places[index];
        const distance = make("span", { class: "digits" });
        const element = make(
            "button",
            { type: "button", class: "ar-label", on: { click: open } },
            picture ? make("img", { src: picture, alt: "" }) : icon(drawing),
            make("span", { class: "words" }, make("strong", { dir: "auto" }, name), distance),
        );
        element.style.width = `${this.#widthOf(name)}px`;
        this.element.append(element);
        const made = { element, distance, text: "" };
        this.#shown.set(index, made);
        return made;
    }
}
