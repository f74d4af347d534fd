// Draws the aim: a line with an arrow, the place where the ball would come to rest, and a bar for the strength.
import { drawLabel } from "./measure.js";

/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {import('./table.js').Table} Table */

const FULL = 2 * Math.PI;
const DASHES = /** @type {number[]} */ ([0, 0]);
const NO_DASHES = /** @type {number[]} */ ([]);
/** The bar of strength: its place and measures, in points. */
const BAR = { inset: 12, width: 7 };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Aim} aim
 * @param {Table} table
 * @param {Palette} palette
 * @param {number} left
 * @param {number} bottom
 * @param {number} scale
 * @param {number} pixels
 */
export function drawAim(context, aim, table, palette, left, bottom, scale, pixels) {
    const startX = left + aim.start * scale;
    const startY = bottom - table.startLine * scale;
    const endX = startX + aim.across * scale;
    const endY = startY - aim.along * scale;
    const isGood = aim.look === "good";
    const radius = (table.nextIndex === 0 ? table.jackRadius : table.ballRadius) * scale;
    if (aim.look !== "back") {
        context.globalAlpha = isGood ? 1 : 0.55;
        drawLine(context, palette, startX, startY, endX, endY, radius, pixels);
        drawRest(context, palette, endX, endY, radius, pixels);
        context.globalAlpha = 1;
        drawBar(context, aim, table, palette, left, bottom, scale, pixels);
    }
    // Above the place of rest, where no thumb is.
    const labelY = isGood ? endY - radius - 18 * pixels : startY - 74 * scale;
    if (aim.label) drawLabel(context, aim.label, isGood ? endX : startX, labelY, palette, pixels);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Palette} palette
 * @param {number} startX
 * @param {number} startY
 * @param {number} endX
 * @param {number} endY
 * @param {number} radius
 * @param {number} pixels
 */
function drawLine(context, palette, startX, startY, endX, endY, radius, pixels) {
    const x = endX - startX;
    const y = endY - startY;
    const length = Math.max(1, Math.sqrt(x * x + y * y));
    const unitX = x / length;
    const unitY = y / length;
    const from = Math.min(length, radius + 5 * pixels);
    const tip = Math.max(from, length - radius - 4 * pixels);
    const tipX = startX + unitX * tip;
    const tipY = startY + unitY * tip;
    const wing = 9 * pixels;
    context.lineCap = "round";
    context.lineJoin = "round";
    DASHES[0] = 1;
    DASHES[1] = 9 * pixels;
    for (let pass = 0; pass < 2; pass += 1) {
        context.strokeStyle = pass === 0 ? palette.halo : palette.ink;
        context.lineWidth = (pass === 0 ? 7 : 4) * pixels;
        context.setLineDash(DASHES);
        context.beginPath();
        context.moveTo(startX + unitX * from, startY + unitY * from);
        context.lineTo(tipX - unitX * wing, tipY - unitY * wing);
        context.stroke();
        context.setLineDash(NO_DASHES);
        context.lineWidth = (pass === 0 ? 6 : 3) * pixels;
        context.beginPath();
        context.moveTo(tipX - (unitX - unitY * 0.8) * wing, tipY - (unitY + unitX * 0.8) * wing);
        context.lineTo(tipX, tipY);
        context.lineTo(tipX - (unitX + unitY * 0.8) * wing, tipY - (unitY - unitX * 0.8) * wing);
        context.stroke();
    }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Palette} palette
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} pixels
 */
function drawRest(context, palette, x, y, radius, pixels) {
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
 * @param {CanvasRenderingContext2D} context
 * @param {Aim} aim
 * @param {Table} table
 * @param {Palette} palette
 * @param {number} left
 * @param {number} bottom
 * @param {number} scale
 * @param {number} pixels
 */
function drawBar(context, aim, table, palette, left, bottom, scale, pixels) {
    const x = left + (table.width - BAR.inset) * scale;
    const high = (table.wall - table.line - 24) * scale;
    const low = bottom - (table.line + 12) * scale;
    const share = Math.min(1, aim.length / table.longest);
    context.lineCap = "round";
    for (let pass = 0; pass < 3; pass += 1) {
        context.beginPath();
        context.moveTo(x, low);
        context.lineTo(x, low - high * (pass === 2 ? share : 1));
        context.lineWidth = pass === 0 ? BAR.width * scale + 2 * pixels : BAR.width * scale;
        context.strokeStyle = pass === 1 ? palette.halo : palette.ink;
        context.stroke();
    }
}
