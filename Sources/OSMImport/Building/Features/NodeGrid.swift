import GeoCore
import Tiles

/// All nodes of an extract projected onto the finest grid, that of zoom 14; coarser ones drop low bits.
struct NodeGrid: Sendable {
    /// 2^26 units a side.
    static let bits = TileFormat.maximumZoom + 12
    /// The length of a unit on the Mercator plane in metres: the equator (EPSG:3857) over 2^26.
    static let metresPerUnit = 40_075_016.685578488 / 67_108_864

    let points: [GridPoint]

    init(_ data: OSMData) {
        let chunks = Parallel.mapRanges(of: data.nodes.count, length: 1 << 16) { range in
            range.map { Self.project(data.nodes.points[$0]) }
        }
        var points: [GridPoint] = []
        points.reserveCapacity(data.nodes.count)
        for chunk in chunks { points += chunk }
        self.points = points
    }

    static func project(_ point: PointE7) -> GridPoint {
        let (x, y) = Mercator.project(point, bits: bits)
        return GridPoint(x: x, y: y)
    }

    /// Returns the surface of an area on the Mercator plane in square metres, without holes.
    func squareMetres(of area: Area) -> Double {
        var sum = 0.0
        for polygon in area.polygons {
            sum += doubledArea(polygon.outer).magnitude
            for hole in polygon.holes { sum -= doubledArea(hole).magnitude }
        }
        return max(0, sum) / 2 * Self.metresPerUnit * Self.metresPerUnit
    }

    private func doubledArea(_ ring: Area.Ring) -> Double {
        var sum: Int64 = 0, from = points[Int(ring[ring.count - 1])]
        for node in ring {
            let to = points[Int(node)]
            // Each product is below 2^53; a ring of less than a thousand million nodes cannot overflow the sum.
            sum &+= Int64(from.x) * Int64(to.y) - Int64(to.x) * Int64(from.y)
            from = to
        }
        return Double(sum)
    }

    /// Returns the length of a line on the Mercator plane in metres, without segments at missing nodes.
    func metres(of refs: ArraySlice<UInt32>) -> Double {
        var sum = 0.0, previous = OSMData.missing
        for node in refs {
            if node != OSMData.missing, previous != OSMData.missing {
                let a = points[Int(previous)], b = points[Int(node)]
                let x = Double(a.x) - Double(b.x), y = Double(a.y) - Double(b.y)
                sum += (x * x + y * y).squareRoot()
            }
            previous = node
        }
        return sum * Self.metresPerUnit
    }
}
