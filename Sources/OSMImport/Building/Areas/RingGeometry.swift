import GeoCore

/// Plane geometry of rings of nodes, with longitude as x and latitude as y, in E7 degrees.
///
/// Differences of E7 values are exact in `Double`; only their products are rounded, far below the size of one unit.
enum RingGeometry {
    /// Returns twice the signed area: positive for a counterclockwise ring, seen from above.
    static func doubledArea(_ ring: Area.Ring, in data: OSMData) -> Double {
        guard let first = ring.first else { return 0 }
        let origin = data.nodes.points[Int(first)]
        var sum = 0.0, previousX = 0.0, previousY = 0.0
        for node in ring {
            let point = data.nodes.points[Int(node)]
            let x = Double(point.longitudeE7) - Double(origin.longitudeE7)
            let y = Double(point.latitudeE7) - Double(origin.latitudeE7)
            sum += previousX * y - x * previousY
            previousX = x
            previousY = y
        }
        return sum
    }

    static func contains(_ ring: Area.Ring, _ point: PointE7, in data: OSMData) -> Bool {
        RingSearcher(ring, in: data).side(ofX: Double(point.longitudeE7), y: Double(point.latitudeE7)) != .outside
    }

    static func box(_ ring: Area.Ring, in data: OSMData) -> IntBox {
        var box = IntBox.empty
        for node in ring { box.include(data.nodes.points[Int(node)]) }
        return box
    }
}
