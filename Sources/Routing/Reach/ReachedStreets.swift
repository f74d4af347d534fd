package import GeoCore

/// The exact reachable pieces of streets, as lines, in levels: the additional pieces of a longer time follow those of a
/// shorter time.
///
/// ```swift
/// var reached = ReachedStreets()
/// for point in piece { reached.append(point) }
/// reached.endPiece()                                     // after each line
/// reached.endLevel()                                     // after the lines of each time, shortest first
/// let outlines = ReachOutline.drawing(reached)           // one for each level
/// ```
package struct ReachedStreets: Sendable {
    /// The points of all pieces, one piece after the other.
    package private(set) var points: [PointE7] = []
    /// The end of each piece in `points`.
    package private(set) var pieceEnds: [Int] = []
    /// The end of each level in `pieceEnds`; a level includes all pieces before it.
    package private(set) var levelEnds: [Int] = []

    package init() {}

    /// Reserves memory for a number of pieces, with as many points as streets of a town have.
    package init(reservingPieces count: Int) {
        pieceEnds.reserveCapacity(count)
        points.reserveCapacity(4 * count)
    }

    /// Adds a point to the current piece.
    package mutating func append(_ point: PointE7) { points.append(point) }

    /// Ends the current piece: one point, or a line. Without points there is no piece.
    package mutating func endPiece() {
        if points.count > (pieceEnds.last ?? 0) { pieceEnds.append(points.count) }
    }

    /// Ends a level, which includes all pieces so far.
    package mutating func endLevel() { levelEnds.append(pieceEnds.count) }

    /// Removes everything but keeps the memory.
    package mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        pieceEnds.removeAll(keepingCapacity: true)
        levelEnds.removeAll(keepingCapacity: true)
    }
}
