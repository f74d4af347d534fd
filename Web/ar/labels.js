// The cards of places over the camera's picture: one element a label, which stays and is moved.
import { icon, make } from "../shell/make.js";
import { LABEL, PLACE } from "./program.js";

/** @typedef {import("./open.js").ARPlace} ARPlace */

const FONT = "600 14px Inter, sans-serif";
/** The picture and the margins beside the name, in pixels. */
const BESIDE = 62;
const WIDTHS = { least: 104, most: 216 };

export class Labels {
    /** @type {ARPlace[]} */
    places = [];
    element = make("div", { class: "ar-labels" });
    /** By the ids of the places. @type {Map<number, {element: HTMLButtonElement, distance: HTMLElement}>} */
    #shown = new Map();
    /**
     * The ids of the places, by which the program knows them when the list changes.
     *
     * @type {Map<string, number>}
     */
    #ids = new Map();
    #lastID = 0;
    /** @type {Map<number, ARPlace>} */
    #byID = new Map();
    #context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

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
        this.#byID.clear();
        const numbers = view.parts.places;
        const ids = new Map();
        this.places.forEach((place, index) => {
            const { name, position, height, importance } = place;
            const start = index * stride;
            const key = `${position.lat} ${position.lon} ${name}`;
            const id = this.#ids.get(key) ?? ++this.#lastID;
            ids.set(key, id);
            this.#byID.set(id, place);
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

    /**
     * Returns the place with an id; undefined once the list of places does not have it any more.
     *
     * @param {number} id
     * @returns {ARPlace | undefined}
     */
    placeOf(id) {
        return this.#byID.get(id);
    }

    /** @param {string} name */
    #widthOf(name) {
        this.#context.font = FONT;
        const width = Math.ceil(this.#context.measureText(name).width) + BESIDE;
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
            const id = labels[start + LABEL.id];
            const place = this.placeOf(id);
            if (!(opacity > 0) || !place) continue;
            seen.add(id);
            const { element, distance } = this.#labelOf(id, place);
            const text = this.distanceText(labels[start + LABEL.distance]);
            if (distance.textContent !== text) distance.textContent = text;
            const [x, y] = [labels[start + LABEL.boxX], labels[start + LABEL.boxY]];
            element.style.opacity = opacity.toFixed(2);
            const move = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
            element.style.transform = `${move} rotate(${slope.toFixed(2)}deg) translate(-50%, -100%)`;
        }
        for (const [id, { element }] of this.#shown) {
            if (seen.has(id)) continue;
            element.remove();
            this.#shown.delete(id);
        }
    }

    /**
     * @param {number} id
     * @param {ARPlace} place
     */
    #labelOf(id, { name, picture, drawing }) {
        const known = this.#shown.get(id);
        if (known) return known;
        const distance = make("span", { class: "digits" });
        const element = make(
            "button",
            { type: "button", class: "ar-label", on: { click: () => this.placeOf(id)?.open() } },
            picture ? make("img", { src: picture, alt: "" }) : icon(drawing),
            make("span", { class: "words" }, make("strong", { dir: "auto" }, name), distance),
        );
        element.style.width = `${this.#widthOf(name)}px`;
        this.element.append(element);
        const made = { element, distance };
        this.#shown.set(id, made);
        return made;
    }
}
