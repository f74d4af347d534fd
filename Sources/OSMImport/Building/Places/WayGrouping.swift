import GeoCore

/// Groups ways that belong together: by common nodes, or by points within about 100 m.
struct WayGrouping {
    /// Each group ascends; the groups are sorted by their first way.
    let parts: [[Int]]

    /// Points this near are one line, in E7 units of latitude (100 m).
    private static let reach = 9_000.0
    /// A degree beyond the antimeridian: more than the reach, except near the poles.
    private static let firstBeyond: Int32 = -1_790_000_000

    /// `squeeze` is the cosine of the latitude where distances are exact.
    init(_ ways: [Int], in data: OSMData, squeeze: Double) {
        guard ways.count > 1 else {
            parts = [ways]
            return
        }
        var sets = DisjointSets(count: ways.count), cells: [[UInt64]] = [[], [], [], []]
        for (index, way) in ways.enumerated() {
            for node in data.ways.refs(of: way) where node != OSMData.missing {
                let point = data.nodes.points[Int(node)]
                for grid in 0..<4 {
                    cells[grid].append(Self.cell(point, 0, grid, squeeze) << 24 | UInt64(index))
                    // Points just beyond the antimeridian are near points just before it.
                    if point.longitudeE7 < Self.firstBeyond {
                        cells[grid].append(Self.cell(point, 3.6e9, grid, squeeze) << 24 | UInt64(index))
                    }
                }
            }
        }
        // Two points within reach share a cell of at least one of four grids, each shifted by half a cell. So do equal
        // nodes.
        for var grid in cells {
            grid.sort()
            for (a, b) in zip(grid, grid.dropFirst()) where a >> 24 == b >> 24 {
                sets.unite(Int(a & 0xff_ffff), Int(b & 0xff_ffff))
            }
        }
        var groups: [[Int]] = [], groupOfRoot = [Int](repeating: -1, count: ways.count)
        for (index, way) in ways.enumerated() {
            let root = sets.root(of: index)
            if groupOfRoot[root] < 0 {
                groupOfRoot[root] = groups.count
                groups.append([])
            }
            groups[groupOfRoot[root]].append(way)
        }
        parts = groups
    }

    /// Returns the cell, 40 bits, of the grid with one of four shifts.
    private static func cell(_ point: PointE7, _ turn: Double, _ grid: Int, _ squeeze: Double) -> UInt64 {
        let size = 2 * reach, shiftX = grid & 1 == 0 ? 0.0 : 0.5, shiftY = grid & 2 == 0 ? 0.0 : 0.5
        let x = (Double(point.longitudeE7) + 1.8e9 + turn) / size * squeeze + shiftX
        let y = (Double(point.latitudeE7) + 9e8) / size + shiftY
        return UInt64(y) << 20 | UInt64(x)
    }
}

/// Disjoint sets (union by least member, path halving: Tarjan and van Leeuwen, JACM 31, 1984).
struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    /// Returns the least member of the set of `member`.
    mutating func root(of member: Int) -> Int {
        var member = member
        while parents[member] != member {
            parents[member] = parents[parents[member]]
            member = parents[member]
        }
        return member
    }

    mutating func unite(_ a: Int, _ b: Int) {
        let a = root(of: a), b = root(of: b)
        parents[max(a, b)] = min(a, b)
    }
}
