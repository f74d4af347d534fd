// Lines on a plane.

/**
 * The point of a line that is nearest to another point.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}[]} line
 * @param {(far: number, piece: number, part: number) => number} [rank] the value to compare in place of how far a piece
 *   is.
 * @returns {{x: number, y: number, piece: number, part: number, far: number} | null} `part` of the piece lies before
 *   the point; null for a line without pieces.
 */
export function nearestOnLine(from, line, rank = (far) => far) {
    let best = null;
    let lowest = Infinity;
    for (let piece = 0; piece + 1 < line.length; piece++) {
        const [a, b] = [line[piece], line[piece + 1]];
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const length = dx * dx + dy * dy;
        const along = length === 0 ? 0 : ((from.x - a.x) * dx + (from.y - a.y) * dy) / length;
        const part = Math.min(1, Math.max(0, along));
        const [x, y] = [a.x + part * dx, a.y + part * dy];
        const far = Math.hypot(from.x - x, from.y - y);
        const ranked = rank(far, piece, part);
        if (ranked < lowest) {
            lowest = ranked;
            best = { x, y, piece, part, far };
        }
    }
    return best;
}
