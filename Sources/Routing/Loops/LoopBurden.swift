import Atlas
import GeoCore

/// What makes ways that were walked already, and those beside them, unattractive for the rest of a walk.
///
/// Streets that run side by side, such as the two sidewalks of one, are different edges and the same walk: what lies in
/// a cell of the line that was walked counts as beside it.
struct LoopBurden {
    /// Whether an edge was walked, by edge.
    private var isWalked: [Bool] = []
    private var walked: [UInt32] = []
    private var cells = LineCells()

    /// How many times as long a way seems that was walked already, and one beside it.
    private static let walkedFactor: UInt64 = 6
    private static let besideFactor: UInt64 = 2

    /// Forgets what was walked.
    mutating func clear(_ network: RoadNetwork, around home: PointE7) {
        if isWalked.count < network.edges.count { isWalked = [Bool](repeating: false, count: network.edges.count) }
        for edge in walked { isWalked[Int(edge)] = false }
        walked.removeAll(keepingCapacity: true)
        cells = LineCells(around: home)
    }

    /// Notes a way that was walked.
    mutating func add(_ arcs: [ArcID], _ network: RoadNetwork) {
        for arc in arcs {
            let edge = arc.edge.rawValue
            if !isWalked[Int(edge)] {
                isWalked[Int(edge)] = true
                walked.append(edge)
            }
            var last: PointE7?
            network.forEachPoint(of: arc.edge) { point in
                if let last { cells.mark(from: last, to: point) }
                last = point
            }
        }
    }

    /// Milliseconds of an arc with the burden.
    @inline(__always)
    func cost(of arc: ArcID, _ millis: UInt32, towards point: PointE7) -> UInt64 {
        if walked.isEmpty { return UInt64(millis) }
        if isWalked[Int(arc.edge.rawValue)] { return UInt64(millis) * Self.walkedFactor }
        return cells.contains(point) ? UInt64(millis) * Self.besideFactor : UInt64(millis)
    }
}
