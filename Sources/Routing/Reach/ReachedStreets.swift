package import GeoCore

/// The exact pieces of streets that can be reached, as lines, in levels: what a longer time adds follows what a shorter
/// one reaches.
///
/// ```swift
/// var reached = ReachedStreets()
/// for point in piece { reached.append(point) }
/// reached.endPiece()                                     // after each line
/// reached.endLevel()                                     // after the lines of each time, shortest first
/// let outlines = ReachOutline.drawing(reached)           // one for each level
/// ```
package struct ReachedStreets: Sendable {
    /// Of all pieces, one after the other.
    package private(set) var points: [PointE7] = []
    /// Where each piece ends in `points`.
    package private(set) var pieceEnds: [Int] = []
    /// Where each level ends in `pieceEnds`; a level reaches all pieces before that.
    package private(set) var levelEnds: [Int] = []

    package init() {}

    /// Has room for so many pieces, and for the points that as many streets of a town have.
    package init(reservingPieces count: Int) {
        pieceEnds.reserveCapacity(count)
        points.reserveCapacity(4 * count)
    }

    /// Adds a point to the piece that was begun.
    package mutating func append(_ point: PointE7) { points.append(point) }

    /// Ends the piece that was begun: one point, or a line. Without points there is none.
    package mutating func endPiece() {
        if points.count > (pieceEnds.last ?? 0) { pieceEnds.append(points.count) }
    }

    /// Ends a level, which reaches all pieces so far.
    package mutating func endLevel() { levelEnds.append(pieceEnds.count) }

    /// Forgets everything but the memory.
    package mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        pieceEnds.removeAll(keepingCapacity: true)
        levelEnds.removeAll(keepingCapacity: true)
    }
}
