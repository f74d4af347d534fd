import Atlas
import GeoCore

/// The side of a street that a point lies on.
struct StreetSide {
    private let plane: LocalPlane
    /// The square of the distance to the nearest edge of the street.
    private var squared = Double.infinity
    /// The vector from that edge to the point, and its slant along the edge: 0 for across, 1 for beyond its end.
    private var across = PlanePoint(x: 0, y: 0)
    private var slant = 1.0

    /// Nearer than this, in metres, a point lies on the street.
    private static var leastInMetres: Double { 1 }
    /// The cosine of 30°. At a bend the nearest point is a corner, and the vector to it slants a little. Beyond an end
    /// it slants fully.
    private static var mostSlant: Double { 0.866 }

    /// Starts without a line; the point is the origin of `plane`.
    init(_ plane: LocalPlane) { self.plane = plane }

    mutating func add(_ line: PlaceShape.Part) { line.forEachEdge(closing: false) { add($0, $1) } }

    private mutating func add(_ start: PointE7, _ end: PointE7) {
        let from = plane.position(of: start), to = plane.position(of: end), x = to.x - from.x, y = to.y - from.y
        guard x != 0 || y != 0 else { return }
        let piece = PlaneSegment(startX: from.x, startY: from.y, stepX: x, stepY: y)
        let share = piece.nearestShare, squared = piece.squaredDistance(at: share)
        // Two edges are equally near where they join: the edge with the smaller slant wins.
        guard squared <= self.squared + 1e-6 else { return }
        let across = PlanePoint(x: -from.x - share * x, y: -from.y - share * y)
        let lengths = (squared * (x * x + y * y)).squareRoot()
        let slant = lengths > 0 ? (across.x * x + across.y * y).magnitude / lengths : 1
        guard squared < self.squared - 1e-6 || slant < self.slant else { return }
        self.squared = squared
        self.across = across
        self.slant = slant
    }

    /// The side; `nil` on the street itself and beyond its end.
    var point: CompassPoint? {
        guard squared.isFinite, squared >= Self.leastInMetres * Self.leastInMetres, slant <= Self.mostSlant else {
            return nil
        }
        return CompassPoint(bearing: Elementary.arcTangent(y: across.x, x: across.y) / Elementary.radiansPerDegree)
    }
}
