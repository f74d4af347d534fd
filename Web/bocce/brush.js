// What everything on the court is drawn with: the canvas, the colours, and where the court is on it.

/** @typedef {import('./palette.js').Palette} Palette */

export class Brush {
    /** Device pixels in a pixel of the page, and in a point. */
    pixels = 1;
    scale = 1;
    /** The origin of the court, in device pixels. */
    left = 0;
    bottom = 0;

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {Palette} palette
     */
    constructor(context, palette) {
        this.context = context;
        this.palette = palette;
    }

    /** @param {number} x in points. */
    x(x) {
        return this.left + x * this.scale;
    }

    /** @param {number} y in points. */
    y(y) {
        return this.bottom - y * this.scale;
    }

    /**
     * Draws the path as a line that is seen on any ground.
     *
     * @param {number} width in device pixels.
     */
    stroke(width) {
        const { context, palette } = this;
        context.lineWidth = width + 3 * this.pixels;
        context.strokeStyle = palette.halo;
        context.stroke();
        context.lineWidth = width;
        context.strokeStyle = palette.ink;
        context.stroke();
    }

    /**
     * Writes words that are legible on any ground, within the canvas.
     *
     * @param {string} text
     * @param {number} x their middle, in device pixels.
     * @param {number} y
     */
    write(text, x, y) {
        const { context, palette, pixels } = this;
        context.font = `600 ${14 * pixels}px Inter, "Noto Sans", system-ui, sans-serif`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.lineJoin = "round";
        const half = context.measureText(text).width / 2 + 6 * pixels;
        const high = 14 * pixels;
        const { width, height } = context.canvas;
        const inX = Math.max(half, Math.min(width - half, x));
        const inY = Math.max(high, Math.min(height - high, y));
        context.lineWidth = 5 * pixels;
        context.strokeStyle = palette.halo;
        context.strokeText(text, inX, inY);
        context.fillStyle = palette.ink;
        context.fillText(text, inX, inY);
    }
}
