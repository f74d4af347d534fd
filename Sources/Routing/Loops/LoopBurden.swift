import Atlas
import GeoCore

/// A penalty that makes streets already walked, and streets beside them, unattractive for the rest of a walk.
///
/// Parallel streets, such as the two sidewalks of a street, are different edges but the same walk: an edge in a cell of
/// the walked line counts as beside it.
struct LoopBurden {
    /// By edge, whether it was walked.
    private var isWalked: [Bool] = []
    private var walked: [UInt32] = []
    private var cells = LineCells()

    /// The factor for the time of an edge that was walked already, and of an edge beside one.
    private static let walkedFactor: UInt64 = 6
    private static let besideFactor: UInt64 = 2

    /// Clears the penalties.
    mutating func clear(_ network: RoadNetwork, around home: PointE7) {
        if isWalked.count < network.edges.count { isWalked = [Bool](repeating: false, count: network.edges.count) }
        for edge in walked { isWalked[Int(edge)] = false }
        walked.removeAll(keepingCapacity: true)
        cells = LineCells(around: home)
    }

    /// Records a walked path.
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

    /// Returns the milliseconds of an arc with the penalty.
    @inline(__always)
    func cost(of arc: ArcID, _ millis: UInt32, towards point: PointE7) -> UInt64 {
        if walked.isEmpty { return UInt64(millis) }
        if isWalked[Int(arc.edge.rawValue)] { return UInt64(millis) * Self.walkedFactor }
        return cells.contains(point) ? UInt64(millis) * Self.besideFactor : UInt64(millis)
    }
}
