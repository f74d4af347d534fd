import GeoCore

/// Tells which points are near the outline of an area that lends its name: a set of cells of about 100 m.
struct BorderCells: Sendable {
    /// In E7 degrees.
    private static let size: Int32 = 10_000

    private let cells: Set<UInt64>

    init(_ zones: [PlaceDrafts.Zone], in data: OSMData) {
        let found = Parallel.map(zones.count) { index in
            var cells: Set<UInt64> = []
            for polygon in zones[index].area.polygons {
                for ring in [polygon.outer] + polygon.holes {
                    for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                        Self.add(from: data.nodes.points[Int(from)], to: data.nodes.points[Int(to)], to: &cells)
                    }
                }
            }
            return cells
        }
        cells = found.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether an outline comes within a cell of `point`.
    func areNear(_ point: PointE7) -> Bool {
        guard !cells.isEmpty else { return false }
        let x = point.longitudeE7 / Self.size, y = point.latitudeE7 / Self.size
        for column in x - 1...x + 1 {
            for row in y - 1...y + 1 where cells.contains(Self.cell(column, row)) { return true }
        }
        return false
    }

    /// Adds the cells along an edge, at steps of half a cell.
    private static func add(from a: PointE7, to b: PointE7, to cells: inout Set<UInt64>) {
        let x = Int64(b.longitudeE7) - Int64(a.longitudeE7), y = Int64(b.latitudeE7) - Int64(a.latitudeE7)
        let steps = min(100_000, max(abs(x), abs(y)) / Int64(size / 2) + 1)
        for step in 0...steps {
            let longitude = Int64(a.longitudeE7) + x * step / steps, latitude = Int64(a.latitudeE7) + y * step / steps
            cells.insert(cell(Int32(longitude) / size, Int32(latitude) / size))
        }
    }

    private static func cell(_ column: Int32, _ row: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: column)) << 32 | UInt64(UInt32(bitPattern: row))
    }
}
