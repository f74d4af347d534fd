import GeoCore

/// Tests whether points lie inside a ring, using only the edges at their latitude.
///
/// For lakes with ten thousand islands, testing every edge for every island takes minutes.
struct RingSearcher {
    /// The position of a point relative to a ring.
    enum Side { case inside, outside, corner }

    private struct Edge {
        var fromX: Double
        var fromY: Double
        var toX: Double
        var toY: Double
    }

    private let edges: [Edge]
    /// Bands of equal height from south to north; `members[starts[i]..<starts[i + 1]]` are the edges in band i.
    private let starts: [Int]
    private let members: [Int32]
    private let south: Double
    private let height: Double

    /// Prepares a ring of nodes, with longitude as x and latitude as y in E7 degrees.
    init(_ ring: Area.Ring, in data: OSMData) {
        self.init(
            ring.map { node in
                let point = data.nodes.points[Int(node)]
                return (Double(point.longitudeE7), Double(point.latitudeE7))
            })
    }

    /// Prepares a ring of at least one corner.
    init(_ corners: [(x: Double, y: Double)]) {
        var edges: [Edge] = [], from = corners[corners.count - 1], south = from.y, north = from.y
        edges.reserveCapacity(corners.count)
        for to in corners {
            edges.append(Edge(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y))
            south = min(south, to.y)
            north = max(north, to.y)
            from = to
        }
        let height = max(1, north - south)
        // Halved while long edges, which belong to many bands, multiply the list.
        var count = max(1, corners.count / 16)
        func bands(_ edge: Edge) -> ClosedRange<Int> {
            let low = (min(edge.fromY, edge.toY) - south) / height * Double(count)
            let high = (max(edge.fromY, edge.toY) - south) / height * Double(count)
            return min(Int(low), count - 1)...min(Int(high), count - 1)
        }
        while count > 1, edges.reduce(0, { $0 + bands($1).count }) > 4 * edges.count { count /= 2 }

        var starts = [Int](repeating: 0, count: count + 1)
        for edge in edges { for band in bands(edge) { starts[band + 1] += 1 } }
        for band in 0..<count { starts[band + 1] += starts[band] }
        var next = starts, members = [Int32](repeating: 0, count: starts[count])
        for (index, edge) in edges.enumerated() {
            for band in bands(edge) {
                members[next[band]] = Int32(index)
                next[band] += 1
            }
        }
        self.edges = edges
        self.starts = starts
        self.members = members
        self.south = south
        self.height = height
    }

    /// About how many edges one test examines.
    var edgesPerTest: Int { members.count / (starts.count - 1) + 1 }

    /// Returns the side of the ring on which the point (x, y) lies, or `.corner` if it is one of the ring's nodes.
    ///
    /// Counts the edges that a ray to the east crosses (Shimrat, CACM algorithm 112, 1962).
    func side(ofX x: Double, y: Double) -> Side {
        guard y >= south, y <= south + height else { return .outside }
        let index = min(Int((y - south) / height * Double(starts.count - 1)), starts.count - 2)
        var isInside = false
        for member in members[starts[index]..<starts[index + 1]] {
            let edge = edges[Int(member)]
            if edge.toX == x, edge.toY == y { return .corner }
            guard (edge.fromY > y) != (edge.toY > y) else { continue }
            let crossing = (edge.toX - edge.fromX) * (y - edge.fromY) / (edge.toY - edge.fromY)
            if x - edge.fromX < crossing { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }

    /// Whether `inner`, which does not cross this ring but may touch it, lies inside it.
    func contains(_ inner: Area.Ring, in data: OSMData) -> Bool {
        for node in inner {
            let point = data.nodes.points[Int(node)]
            switch side(ofX: Double(point.longitudeE7), y: Double(point.latitudeE7)) {
            case .inside: return true
            case .outside: return false
            case .corner: continue
            }
        }
        // All its nodes are nodes of this ring, so the middle of an edge decides.
        guard let first = inner.first, let last = inner.last else { return false }
        let a = data.nodes.points[Int(first)], b = data.nodes.points[Int(last)]
        let x = (Double(a.longitudeE7) + Double(b.longitudeE7)) / 2
        let y = (Double(a.latitudeE7) + Double(b.latitudeE7)) / 2
        return side(ofX: x, y: y) == .inside
    }
}
