import GeoCore

/// An area's rings as points, simplified if they are long.
struct AreaOutline {
    /// Outer rings and holes of all pieces: a point is inside if it is inside an odd number of them.
    let rings: [[PointE7]]
    let box: IntBox

    /// Rings up to this length, such as a house's, stay unchanged.
    private static let fullLength = 40
    /// The tolerance for longer rings, as a share of the area's size: 3 m for a town of 3 km.
    private static let toleranceBySize = 0.001

    init(_ area: Area, in data: OSMData) {
        let box = area.bounds(in: data)
        // An area on both sides of the antimeridian is not as wide as its box.
        let span =
            box.longitudeSpan > Longitude.halfTurnE7
            ? NodeExtent.box(around: area.polygons.map { $0.outer.map { data.nodes.points[Int($0)] } }).longitudeSpan
            : box.longitudeSpan
        let size = max(Double(span), Double(box.maxY) - Double(box.minY))
        rings = area.polygons.flatMap { [$0.outer] + $0.holes }.map { ring in
            let points = ring.map { data.nodes.points[Int($0)] }
            return points.count <= Self.fullLength
                ? points : LineThinning.thinned(ring: points, toleranceE7: size * Self.toleranceBySize)
        }
        self.box = box
    }
}
