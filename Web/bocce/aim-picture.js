// Draws the aim: a line with an arrow, the place where the ball would come to rest, and a bar for the strength.

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./brush.js').Brush} Brush */
/** @typedef {import('./table.js').Table} Table */

const FULL = 2 * Math.PI;
const DASHES = [0, 0];
/** @type {number[]} */
const NO_DASHES = [];
/** How the aim looks that is too weak. */
const WEAK = 0.55;
/** The bar of strength: its distance from the edge of the court and its width, in points. */
const BAR_INSET = 12;
const BAR_WIDTH = 7;
/** The distance of the warning above the waiting ball, in points. */
const ABOVE_BALL = 74;

/**
 * @param {Brush} brush
 * @param {Aim} aim
 * @param {Table} table
 */
export function drawAim(brush, aim, table) {
    const { context, pixels, scale } = brush;
    const radius = (table.nextIndex === 0 ? table.jackRadius : table.ballRadius) * scale;
    const isGood = aim.look === "good";
    if (aim.look !== "back") {
        context.globalAlpha = isGood ? 1 : WEAK;
        drawLine(brush, aim, table, radius);
        drawRest(brush, aim, table, radius);
        context.globalAlpha = 1;
        drawBar(brush, aim, table);
    }
    if (!aim.label) return;
    // Above the place of rest, where no thumb is.
    if (isGood)
        brush.write(
            aim.label,
            brush.x(aim.start + aim.across),
            brush.y(table.startLine + aim.along) - radius - 18 * pixels,
        );
    else brush.write(aim.label, brush.x(aim.start), brush.y(table.startLine + ABOVE_BALL));
}

/**
 * Draws the line from the edge of the ball to the place of rest, as dots with a tip.
 *
 * @param {Brush} brush
 * @param {Aim} aim
 * @param {Table} table
 * @param {number} radius
 */
function drawLine(brush, aim, table, radius) {
    const { context, pixels } = brush;
    const startX = brush.x(aim.start);
    const startY = brush.y(table.startLine);
    const length = Math.max(1, aim.length * brush.scale);
    const unitX = aim.across / Math.max(1, aim.length);
    const unitY = -aim.along / Math.max(1, aim.length);
    const from = Math.min(length, radius + 5 * pixels);
    const tip = Math.max(from, length - radius - 4 * pixels);
    const tipX = startX + unitX * tip;
    const tipY = startY + unitY * tip;
    const wing = 9 * pixels;
    context.lineCap = "round";
    context.lineJoin = "round";
    DASHES[0] = 1;
    DASHES[1] = 9 * pixels;
    context.setLineDash(DASHES);
    context.beginPath();
    context.moveTo(startX + unitX * from, startY + unitY * from);
    context.lineTo(tipX - unitX * wing, tipY - unitY * wing);
    brush.stroke(4 * pixels);
    context.setLineDash(NO_DASHES);
    context.beginPath();
    context.moveTo(tipX - (unitX - unitY * 0.8) * wing, tipY - (unitY + unitX * 0.8) * wing);
    context.lineTo(tipX, tipY);
    context.lineTo(tipX - (unitX + unitY * 0.8) * wing, tipY - (unitY - unitX * 0.8) * wing);
    brush.stroke(3 * pixels);
}

/**
 * @param {Brush} brush
 * @param {Aim} aim
 * @param {Table} table
 * @param {number} radius
 */
function drawRest(brush, aim, table, radius) {
    const { context, palette, pixels } = brush;
    const x = brush.x(aim.start + aim.across);
    const y = brush.y(table.startLine + aim.along);
    context.beginPath();
    context.arc(x, y, radius, 0, FULL);
    context.fillStyle = palette.halo;
    context.fill();
    DASHES[0] = 4 * pixels;
    DASHES[1] = 3 * pixels;
    context.lineCap = "butt";
    context.setLineDash(DASHES);
    context.lineWidth = 2 * pixels;
    context.strokeStyle = palette.ink;
    context.stroke();
    context.setLineDash(NO_DASHES);
    context.beginPath();
    context.arc(x, y, 2 * pixels, 0, FULL);
    context.fillStyle = palette.ink;
    context.fill();
}

/**
 * @param {Brush} brush
 * @param {Aim} aim
 * @param {Table} table
 */
function drawBar(brush, aim, table) {
    const { context, palette, pixels, scale } = brush;
    const x = brush.x(table.width - BAR_INSET);
    const low = table.line + BAR_INSET;
    const high = table.wall - BAR_INSET - low;
    const share = Math.min(1, aim.length / table.longest);
    context.lineCap = "round";
    for (let pass = 0; pass < 3; pass += 1) {
        context.beginPath();
        context.moveTo(x, brush.y(low));
        context.lineTo(x, brush.y(low + high * (pass === 2 ? share : 1)));
        context.lineWidth = pass === 0 ? BAR_WIDTH * scale + 2 * pixels : BAR_WIDTH * scale;
        context.strokeStyle = pass === 1 ? palette.halo : palette.ink;
        context.stroke();
    }
}
