// Lines on a plane.

/**
 * The point of a line that is nearest to another point.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}[]} line
 * @param {(far: number, segment: number, part: number) => number} [rank] the value to compare in place of the distance
 *   to a segment.
 * @returns {{x: number, y: number, segment: number, part: number, far: number} | null} `part` of the segment lies
 *   before the point; null for a line without segments.
 */
export function nearestOnLine(from, line, rank = (far) => far) {
    let best = null;
    let lowest = Infinity;
    for (let segment = 0; segment + 1 < line.length; segment++) {
        const [a, b] = [line[segment], line[segment + 1]];
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const length = dx * dx + dy * dy;
        const along = length === 0 ? 0 : ((from.x - a.x) * dx + (from.y - a.y) * dy) / length;
        const part = Math.min(1, Math.max(0, along));
        const [x, y] = [a.x + part * dx, a.y + part * dy];
        const far = Math.hypot(from.x - x, from.y - y);
        const ranked = rank(far, segment, part);
        if (ranked < lowest) {
            lowest = ranked;
            best = { x, y, segment, part, far };
        }
    }
    return best;
}
