// The drawing over the camera's picture: the route on the ground, lines from cards to places, the destination, and the
// strip of bearings on top. All positions come from the program.
import { say } from "../text/catalogue.js";
import { FACT, GUIDE, LABEL, MARK, MARK_STATE, PIECE, STATE } from "./program.js";

const POINTS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const ROUTE = "rgb(36 92 230 / 0.78)";
const CASING = "rgb(255 255 255 / 0.85)";
const STRIP_HEIGHT = 36;

export class Drawing {
    canvas = document.createElement("canvas");
    #context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));

    /**
     * @param {import("./program.js").View} view
     * @param {(metres: number) => string} distanceText
     */
    constructor(view, distanceText) {
        this.view = view;
        this.distanceText = distanceText;
        this.canvas.className = "ar-drawing";
        this.canvas.setAttribute("aria-hidden", "true");
    }

    /**
     * @param {number} count of labels.
     * @param {{width: number, height: number}} size in CSS pixels.
     */
    show(count, { width, height }) {
        const density = Math.min(2, devicePixelRatio || 1);
        const [across, along] = [Math.round(width * density), Math.round(height * density)];
        if (this.canvas.width !== across) this.canvas.width = across;
        if (this.canvas.height !== along) this.canvas.height = along;
        const context = this.#context;
        context.setTransform(density, 0, 0, density, 0, 0);
        context.clearRect(0, 0, width, height);
        const { facts } = this.view.parts;
        if (facts[FACT.state] >= STATE.positionUnknown) this.#drawStrip(count, width);
        if (facts[FACT.state] !== STATE.ready) return;
        this.#drawRibbon(facts[FACT.ribbon]);
        this.#drawGuide(width, height);
        this.#drawLeaders(count);
        this.#drawDestination();
    }

    /** @param {number} pieces the farthest first. */
    #drawRibbon(pieces) {
        const { ribbon } = this.view.parts;
        const stride = this.view.stride("ribbon");
        const context = this.#context;
        context.beginPath();
        for (let start = 0; start < pieces * stride; start += stride) {
            const corners = ribbon[start + PIECE.count];
            for (let corner = 0; corner < corners; corner += 1) {
                const at = start + PIECE.corners + 2 * corner;
                if (corner === 0) context.moveTo(ribbon[at], ribbon[at + 1]);
                else context.lineTo(ribbon[at], ribbon[at + 1]);
            }
            context.closePath();
        }
        context.fillStyle = ROUTE;
        context.strokeStyle = CASING;
        context.lineWidth = 1;
        context.fill();
    }

    /**
     * @param {number} width
     * @param {number} height
     */
    #drawGuide(width, height) {
        const { facts } = this.view.parts;
        const turn = (facts[FACT.guideTurn] * Math.PI) / 180;
        if (facts[FACT.guide] === GUIDE.wideArrow) this.#drawArrow(width / 2, height * 0.68, turn, 46);
        else if (facts[FACT.guide] === GUIDE.edgeArrow) {
            const [x, y] = [facts[FACT.guideX], facts[FACT.guideY]];
            this.#drawArrow(x, y, Math.atan2(x - width / 2, height / 2 - y), 20);
        }
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} turn clockwise from upwards, in radians.
     * @param {number} size
     */
    #drawArrow(x, y, turn, size) {
        const context = this.#context;
        context.save();
        context.translate(x, y);
        context.rotate(turn);
        context.beginPath();
        context.moveTo(0, -size);
        context.lineTo(size * 0.8, size * 0.8);
        context.lineTo(0, size * 0.35);
        context.lineTo(-size * 0.8, size * 0.8);
        context.closePath();
        context.fillStyle = ROUTE;
        context.strokeStyle = CASING;
        context.lineWidth = 3;
        context.lineJoin = "round";
        context.fill();
        context.stroke();
        context.restore();
    }

    /** @param {number} count */
    #drawLeaders(count) {
        const { labels } = this.view.parts;
        const stride = this.view.stride("labels");
        const context = this.#context;
        context.lineWidth = 1.5;
        for (let start = 0; start < count * stride; start += stride) {
            const opacity = labels[start + LABEL.opacity];
            if (!(opacity > 0)) continue;
            const [x, y] = [labels[start + LABEL.pinX], labels[start + LABEL.pinY]];
            context.globalAlpha = opacity;
            context.strokeStyle = context.fillStyle = "#ffffff";
            context.beginPath();
            context.moveTo(labels[start + LABEL.boxX], labels[start + LABEL.boxY]);
            context.lineTo(x, y);
            context.stroke();
            context.beginPath();
            context.arc(x, y, 4, 0, 2 * Math.PI);
            context.fill();
        }
        context.globalAlpha = 1;
    }

    #drawDestination() {
        const { marks } = this.view.parts;
        const state = marks[MARK.state];
        if (state !== MARK_STATE.inSight && state !== MARK_STATE.onEdge) return;
        const [x, y] = [marks[MARK.x], marks[MARK.y]];
        const context = this.#context;
        context.beginPath();
        context.moveTo(x, y);
        context.arc(x, y - 26, 16, 0.8 * Math.PI, 2.2 * Math.PI);
        context.closePath();
        context.fillStyle = "#d92d3a";
        context.strokeStyle = "#ffffff";
        context.lineWidth = 2.5;
        context.fill();
        context.stroke();
        context.beginPath();
        context.arc(x, y - 26, 5, 0, 2 * Math.PI);
        context.fillStyle = "#ffffff";
        context.fill();
        this.#write(this.distanceText(marks[MARK.distance]), x, y + 14);
    }

    /**
     * @param {string} text
     * @param {number} x
     * @param {number} y
     */
    #write(text, x, y) {
        const context = this.#context;
        context.font = "600 14px Inter, sans-serif";
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.lineWidth = 4;
        context.lineJoin = "round";
        context.strokeStyle = "rgb(0 0 0 / 0.75)";
        context.fillStyle = "#ffffff";
        context.strokeText(text, x, y);
        context.fillText(text, x, y);
    }

    /**
     * @param {number} count
     * @param {number} width
     */
    #drawStrip(count, width) {
        const { facts, labels, marks } = this.view.parts;
        const context = this.#context;
        const heading = facts[FACT.heading];
        // The strip shows a third of the circle, so that it says more than the picture below it.
        const x = (/** @type {number} */ turn) => width / 2 + (turn / 120) * width;
        const turnTo = (/** @type {number} */ bearing) => ((bearing - heading + 540) % 360) - 180;
        context.fillStyle = "rgb(15 18 24 / 0.72)";
        context.fillRect(0, 0, width, STRIP_HEIGHT);
        context.font = "600 13px Inter, sans-serif";
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillStyle = "#ffffff";
        for (let bearing = 0; bearing < 360; bearing += 15) {
            const at = x(turnTo(bearing));
            if (bearing % 45 === 0) context.fillText(say(`point.${POINTS[bearing / 45]}`), at, 14);
            else context.fillRect(at - 0.5, 10, 1, 8);
        }
        const stride = this.view.stride("labels");
        for (let start = 0; start < count * stride; start += stride)
            context.fillRect(x(labels[start + LABEL.turn]) - 2, STRIP_HEIGHT - 8, 4, 4);
        if (marks[MARK.state] > MARK_STATE.unknown) {
            context.fillStyle = "#ff7a83";
            context.fillRect(x(marks[MARK.turn]) - 4, STRIP_HEIGHT - 10, 8, 8);
        }
        context.fillStyle = "#8fb2ff";
        context.fillRect(width / 2 - 1, 0, 2, STRIP_HEIGHT);
    }
}
