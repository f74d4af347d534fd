// Pictures of the balls: their bodies are painted once, and the marks that roll with them in each frame.

/** @typedef {import('./palette.js').Palette} Palette */
/**
 * A ball as it is seen: its middle and radius in device pixels, and the direction of its mark on the screen; z points at
 * the viewer.
 *
 * @typedef {{x: number, y: number, radius: number, markX: number, markY: number, markZ: number}} SeenBall
 */

/** The circles around a mark's direction, as angles from it: two rings for blue, two dots for orange. */
const RING = (52 * Math.PI) / 180;
const DOT = (31 * Math.PI) / 180;
const SHADOW_ROOM = 1.7;

/** The painted parts of balls, for one size and palette. */
export class BallPictures {
    /**
     * @param {Palette} palette
     * @param {number} radius of a ball, in device pixels.
     * @param {number} jackRadius
     */
    constructor(palette, radius, jackRadius) {
        this.palette = palette;
        this.radius = radius;
        this.bodies = [paintBody(radius, palette.blue), paintBody(radius, palette.orange)];
        this.gloss = paintGloss(radius);
        this.jack = paintJack(jackRadius, palette);
        this.shadow = paintShadow(radius, palette.shadow);
    }

    /**
     * Draws the shadow of a ball: light falls from the upper left.
     *
     * @param {CanvasRenderingContext2D} context
     * @param {{x: number, y: number, radius: number}} ball
     */
    drawShadow(context, { x, y, radius }) {
        const room = SHADOW_ROOM * radius;
        context.drawImage(this.shadow, x - room + 0.2 * radius, y - room + 0.34 * radius, 2 * room, 2 * room);
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {{x: number, y: number, radius: number}} jack
     */
    drawJack(context, { x, y, radius }) {
        context.drawImage(this.jack, x - radius - 1, y - radius - 1, 2 * radius + 2, 2 * radius + 2);
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {number} team
     * @param {SeenBall} ball
     */
    draw(context, team, ball) {
        const { x, y, radius } = ball;
        const size = 2 * radius + 2;
        context.drawImage(this.bodies[team], x - radius - 1, y - radius - 1, size, size);
        if (team === 0) {
            context.strokeStyle = this.palette["blue-mark"];
            context.lineWidth = 0.17 * radius;
            context.lineCap = "butt";
            if (traceCircle(context, ball, RING, 1)) context.stroke();
            if (traceCircle(context, ball, RING, -1)) context.stroke();
        } else {
            context.fillStyle = this.palette["orange-mark"];
            if (traceCircle(context, ball, DOT, 1)) context.fill();
            if (traceCircle(context, ball, DOT, -1)) context.fill();
        }
        context.drawImage(this.gloss, x - radius - 1, y - radius - 1, size, size);
    }
}

/**
 * Begins a path with the visible part of a circle on a ball. Returns whether there is one.
 *
 * The circle around the direction n at the angle a is r (n cos a + sin a (u cos t + w sin t)) with u level and w upright
 * to both. On the screen it is an ellipse. A point faces the viewer if n_z cos a + h sin a sin t > 0, h being the length
 * of n on the screen.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {SeenBall} ball
 * @param {number} angle
 * @param {1 | -1} side of the ball: that of its mark, or the opposite one.
 */
function traceCircle(context, ball, angle, side) {
    const markX = side * ball.markX;
    const markY = side * ball.markY;
    const markZ = side * ball.markZ;
    const level = Math.sqrt(markX * markX + markY * markY);
    const cosine = Math.cos(angle);
    const sine = Math.sin(angle);
    // Within the ball's edge also where the line is wide.
    const radius = 0.98 * ball.radius;
    const least = level < 1e-6 ? -Math.sign(markZ) : (-markZ * cosine) / (level * sine);
    if (least >= 1) return false;
    const from = least <= -1 ? -Math.PI / 2 : Math.asin(least);
    const to = least <= -1 ? 1.5 * Math.PI : Math.PI - from;
    const x = ball.x + radius * cosine * markX;
    const y = ball.y + radius * cosine * markY;
    const long = radius * sine;
    const turn = Math.atan2(markX, -markY);
    context.beginPath();
    // The canvas's short axis is opposite to w where the mark faces away from the viewer.
    if (markZ >= 0) context.ellipse(x, y, long, long * markZ, turn, from, to);
    else context.ellipse(x, y, long, -long * markZ, turn, -from, -to, true);
    return true;
}

/**
 * @param {number} size device pixels.
 * @returns {[HTMLCanvasElement, CanvasRenderingContext2D]}
 */
function blank(size) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(size);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.translate(size / 2, size / 2);
    return [canvas, context];
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} radius
 */
function disc(context, radius) {
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
}

/**
 * @param {number} radius
 * @param {string} colour
 */
function paintBody(radius, colour) {
    const [canvas, context] = blank(2 * radius + 2);
    context.fillStyle = colour;
    disc(context, radius);
    context.fill();
    return canvas;
}

/** @param {number} radius */
function paintGloss(radius) {
    const [canvas, context] = blank(2 * radius + 2);
    const shade = context.createRadialGradient(-0.3 * radius, -0.35 * radius, 0.2 * radius, 0, 0, radius);
    shade.addColorStop(0, "rgb(0 0 0 / 0)");
    shade.addColorStop(0.7, "rgb(0 0 0 / 0.05)");
    shade.addColorStop(1, "rgb(0 0 0 / 0.36)");
    context.fillStyle = shade;
    disc(context, radius);
    context.fill();
    const shine = context.createRadialGradient(
        -0.38 * radius,
        -0.42 * radius,
        0,
        -0.38 * radius,
        -0.42 * radius,
        0.5 * radius,
    );
    shine.addColorStop(0, "rgb(255 255 255 / 0.6)");
    shine.addColorStop(1, "rgb(255 255 255 / 0)");
    context.fillStyle = shine;
    disc(context, radius);
    context.fill();
    return canvas;
}

/**
 * @param {number} radius
 * @param {Palette} palette
 */
function paintJack(radius, palette) {
    const [canvas, context] = blank(2 * radius + 2);
    context.fillStyle = palette.jack;
    disc(context, radius);
    context.fill();
    const shade = context.createRadialGradient(-0.3 * radius, -0.35 * radius, 0.1 * radius, 0, 0, radius);
    shade.addColorStop(0, "rgb(255 255 255 / 0.7)");
    shade.addColorStop(1, "rgb(0 0 0 / 0.14)");
    context.fillStyle = shade;
    context.fill();
    context.strokeStyle = palette["jack-rim"];
    context.lineWidth = Math.max(1, 0.2 * radius);
    disc(context, radius - context.lineWidth / 2);
    context.stroke();
    return canvas;
}

/**
 * @param {number} radius
 * @param {string} colour
 */
function paintShadow(radius, colour) {
    const room = SHADOW_ROOM * radius;
    const [canvas, context] = blank(2 * room);
    const soft = context.createRadialGradient(0, 0, 0.55 * radius, 0, 0, 1.35 * radius);
    soft.addColorStop(0, colour);
    soft.addColorStop(1, "rgb(0 0 0 / 0)");
    context.fillStyle = soft;
    disc(context, room);
    context.fill();
    return canvas;
}
