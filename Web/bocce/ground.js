// The picture of the court and of the grass around it. It is painted once for a size and a palette.

/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {import('./table.js').Table} Table */

/** How far the picture goes beyond the court, in points: farther than any ball. */
export const BEYOND = 150;
const CHALK = 2.5;
/** Grains for each thousand square points of gravel, and blades of grass. */
const GRAINS = 14;
const BLADES = 7;

/**
 * @param {Table} table
 * @param {Palette} palette
 * @param {number} scale device pixels in a point.
 */
export function paintGround(table, palette, scale) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.round((table.width + 2 * BEYOND) * scale);
    canvas.height = Math.round((table.length + 2 * BEYOND) * scale);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    // From here on in points of the court, with y to the far edge.
    context.setTransform(scale, 0, 0, -scale, BEYOND * scale, (table.length + BEYOND) * scale);
    paintGrass(context, table, palette);
    paintGravel(context, table, palette);
    paintLines(context, table, palette);
    return canvas;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Table} table
 * @param {Palette} palette
 */
function paintGrass(context, { width, length }, palette) {
    const [across, along] = [width + 2 * BEYOND, length + 2 * BEYOND];
    context.fillStyle = palette.verge;
    context.fillRect(-BEYOND, -BEYOND, across, along);
    context.strokeStyle = palette["verge-speck"];
    context.lineWidth = 1.1;
    context.beginPath();
    const chance = chances();
    for (let count = (across * along * BLADES) / 1_000; count > 0; count -= 1) {
        const [x, y] = [chance() * across - BEYOND, chance() * along - BEYOND];
        // Fewer and fewer outward: the picture's edge is not to be seen on a wide screen.
        const outside = Math.max(-x, x - width, -y, y - length, 0) / BEYOND;
        if (chance() < outside * outside) continue;
        context.moveTo(x, y);
        context.lineTo(x + 3 * (chance() - 0.5), y + 2.5 + 3 * chance());
    }
    context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Table} table
 * @param {Palette} palette
 */
function paintGravel(context, { width, length }, palette) {
    context.save();
    context.shadowColor = palette.shadow;
    context.shadowBlur = 12;
    context.fillStyle = palette.court;
    context.fillRect(0, 0, width, length);
    context.restore();
    const light = context.createRadialGradient(width / 2, length * 0.6, 20, width / 2, length / 2, length * 0.62);
    light.addColorStop(0, palette["court-light"]);
    light.addColorStop(1, palette.court);
    context.fillStyle = light;
    context.fillRect(0, 0, width, length);
    context.fillStyle = palette["court-speck"];
    const chance = chances();
    for (let count = (width * length * GRAINS) / 1_000; count > 0; count -= 1) {
        const size = 0.5 + 0.9 * chance();
        context.fillRect(chance() * (width - 2), chance() * (length - 2), size, size);
    }
}

/**
 * The edge of the court, the line that balls must pass, and the wall of the jack.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Table} table
 * @param {Palette} palette
 */
function paintLines(context, { width, length, line, wall }, palette) {
    context.strokeStyle = palette.chalk;
    context.lineWidth = CHALK;
    context.strokeRect(0, 0, width, length);
    context.beginPath();
    context.moveTo(0, line);
    context.lineTo(width, line);
    context.stroke();
    context.setLineDash([2, 9]);
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(6, wall);
    context.lineTo(width - 6, wall);
    context.stroke();
}

/** Numbers from 0 to 1 that are the same each time, so that the ground does not change when it is painted anew. */
function chances() {
    let state = 20_260;
    return () => {
        // The multiplier is that of L'Ecuyer's table for a modulus of 2³¹ - 1.
        state = (state * 48_271) % 2_147_483_647;
        return state / 2_147_483_647;
    };
}
