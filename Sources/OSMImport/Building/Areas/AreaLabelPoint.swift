package import GeoCore

extension Area {
    /// A point well inside the largest piece, for a label or as the position of the whole area.
    ///
    /// It is the centroid if that lies inside, otherwise the point farthest from all rings (to about a hundredth of the
    /// piece's size): the pole of inaccessibility by quadtree search (github.com/mapbox/polylabel).
    package func labelPoint(in data: OSMData) -> PointE7 {
        let polygon = polygons[0], rings = [polygon.outer] + polygon.holes
        let centroid = Self.centroid(of: polygon.outer, in: data)
        let isInside = rings.enumerated().allSatisfy { index, ring in
            RingGeometry.contains(ring, centroid, in: data) == (index == 0)
        }
        return isInside ? centroid : PoleOfInaccessibility(rings, in: data).point
    }

    private static func centroid(of ring: Ring, in data: OSMData) -> PointE7 {
        let origin = data.nodes.points[Int(ring[0])]
        var area = 0.0, sumX = 0.0, sumY = 0.0, previousX = 0.0, previousY = 0.0
        for node in ring {
            let point = data.nodes.points[Int(node)]
            let x = Double(point.longitudeE7) - Double(origin.longitudeE7)
            let y = Double(point.latitudeE7) - Double(origin.latitudeE7)
            let cross = previousX * y - x * previousY
            area += cross
            sumX += cross * (previousX + x)
            sumY += cross * (previousY + y)
            previousX = x
            previousY = y
        }
        guard area != 0 else { return origin }
        // The centroid of a ring that crosses itself may lie anywhere; its first node is then good enough.
        let x = Double(origin.longitudeE7) + (sumX / (3 * area)).rounded(.toNearestOrEven)
        let y = Double(origin.latitudeE7) + (sumY / (3 * area)).rounded(.toNearestOrEven)
        guard x.magnitude <= 1.8e9, y.magnitude <= 9e8 else { return origin }
        return PointE7(latitudeE7: Int32(y), longitudeE7: Int32(x))
    }
}
