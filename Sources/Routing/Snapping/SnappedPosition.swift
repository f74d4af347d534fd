import Atlas
package import GeoCore

/// A position on the network: an edge and a position along it.
package struct SnappedPosition: Equatable, Sendable {
    package let edge: EdgeID
    /// The position in 65535ths of the edge's length, from its tail.
    package let fraction: UInt16
    /// The segment of the edge's geometry: between points `segment` and `segment + 1`.
    let segment: Int
    /// The position itself.
    package let point: PointE7
    /// The distance from the requested point, along the great circle.
    package let distanceInMetres: Double
    /// Whether the caller allows travel there along the drawing, and against it.
    private(set) var allowsForward = true
    private(set) var allowsBackward = true

    init(edge: EdgeID, fraction: UInt16, segment: Int, point: PointE7, distanceInMetres: Double) {
        self.edge = edge
        self.fraction = fraction
        self.segment = segment
        self.point = point
        self.distanceInMetres = distanceInMetres
    }

    /// Makes the position of a projection, with its share along the edge.
    init(_ projection: NearestRuler.Projection, _ network: RoadNetwork) {
        var before = 0.0, total = 0.0, ruler: LineRuler?, segment = 0
        network.forEachPoint(of: projection.edge) { next in
            if let length = ruler?.advance(to: next) {
                if segment < projection.segment { before += length }
                if segment == projection.segment { before += length * projection.share }
                total += length
                segment += 1
            } else {
                ruler = LineRuler(from: next)
            }
        }
        let along = total > 0 ? before / total : 0
        self.init(
            edge: projection.edge, fraction: UInt16((along * 65_535).rounded(.toNearestOrEven)),
            segment: projection.segment, point: projection.point, distanceInMetres: projection.distanceInMetres)
        allowsForward = projection.allowsForward
        allowsBackward = projection.allowsBackward
    }

    /// Returns the position with at most these directions.
    func narrowed(forward: Bool, backward: Bool) -> SnappedPosition {
        var narrowed = self
        narrowed.allowsForward = allowsForward && forward
        narrowed.allowsBackward = allowsBackward && backward
        return narrowed
    }

    /// Returns the part of `whole` (milliseconds or millimetres of the edge) between tail and position, rounded to
    /// nearest.
    ///
    /// The other part is the difference, so both add up to the whole exactly.
    func partFromTail(of whole: UInt32) -> UInt32 {
        // The product is below 2³² × 2¹⁶.
        UInt32((UInt64(whole) * UInt64(fraction) + 32_767) / 65_535)
    }
}

/// The times of an edge's arcs on either side of a position, in milliseconds; `nil` if the profile or the caller does
/// not allow them.
///
/// Travel time is divided by length; the delay of a signal or gate belongs to its place, at the arc's head. For each
/// arc both parts add up to its time exactly.
struct PartialTimes {
    /// Along the drawing: from the tail to the position, and on to the head.
    private(set) var forward: (fromTail: UInt32, toHead: UInt32)?
    /// Against the drawing: from the head to the position, and on to the tail.
    private(set) var backward: (fromHead: UInt32, toTail: UInt32)?

    init(_ position: SnappedPosition, _ graph: TravelGraph) {
        let network = graph.network, times = graph.times, profile = graph.profile
        let edge = network.edges[position.edge.rawValue]
        let along = times[position.edge.forward.rawValue], against = times[position.edge.backward.rawValue]
        if along != .max, position.allowsForward {
            let delay = NodeFlags.delayMillis(network.nodeFlags[edge.head], profile, isBackward: false)
            let fromTail = position.partFromTail(of: along - min(delay, along))
            forward = (fromTail, along - fromTail)
        }
        if against != .max, position.allowsBackward {
            let delay = NodeFlags.delayMillis(network.nodeFlags[edge.tail], profile, isBackward: true)
            let moving = against - min(delay, against), fromHead = moving - position.partFromTail(of: moving)
            backward = (fromHead, against - fromHead)
        }
    }
}
