import GeoCore

/// The cells of about 100 m that the outlines of areas with localities' names cross.
struct BorderCells: Sendable {
    /// The side of a cell in E7 degrees.
    private static let size: Int32 = 10_000
    /// The maximum number of cells: a multiple of the data's nodes, plus `leastCapacity`.
    private static let cellsPerNode = 2, leastCapacity = 4_000_000

    /// `nil` if the outlines would take more than the maximum.
    private let cells: Set<UInt64>?

    init(_ zones: [PlaceDrafts.Zone], in data: OSMData) {
        let needed = Parallel.map(zones.count) { index in
            var steps = 0
            Self.forEachEdge(of: zones[index], in: data) { steps += Self.steps(from: $0, to: $1) + 1 }
            return steps
        }
        guard needed.reduce(0, +) <= Self.leastCapacity + Self.cellsPerNode * data.nodes.count else {
            cells = nil
            return
        }
        let found = Parallel.map(zones.count) { index in
            var cells: Set<UInt64> = []
            Self.forEachEdge(of: zones[index], in: data) { Self.add(from: $0, to: $1, to: &cells) }
            return cells
        }
        cells = found.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether an outline comes within a cell of `point`. If the cells exceeded the maximum, it is true for every
    /// point.
    func areNear(_ point: PointE7) -> Bool {
        guard let cells else { return true }
        guard !cells.isEmpty else { return false }
        let x = point.longitudeE7 / Self.size, y = point.latitudeE7 / Self.size
        for column in x - 1...x + 1 {
            for row in y - 1...y + 1 where cells.contains(Self.cell(column, row)) { return true }
        }
        return false
    }

    private static func forEachEdge(
        of zone: PlaceDrafts.Zone, in data: OSMData, _ visit: (PointE7, PointE7) -> Void
    ) {
        for polygon in zone.area.polygons {
            for ring in [polygon.outer] + polygon.holes {
                for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    visit(data.nodes.points[Int(from)], data.nodes.points[Int(to)])
                }
            }
        }
    }

    /// Returns the number of steps of at most half a cell along an edge.
    private static func steps(from a: PointE7, to b: PointE7) -> Int {
        let x = Int64(b.longitudeE7) - Int64(a.longitudeE7), y = Int64(b.latitudeE7) - Int64(a.latitudeE7)
        return Int(max(abs(x), abs(y)) / Int64(size / 2) + 1)
    }

    /// Adds the cells along an edge.
    private static func add(from a: PointE7, to b: PointE7, to cells: inout Set<UInt64>) {
        let x = Int64(b.longitudeE7) - Int64(a.longitudeE7), y = Int64(b.latitudeE7) - Int64(a.latitudeE7)
        let steps = Int64(steps(from: a, to: b))
        for step in 0...steps {
            let longitude = Int64(a.longitudeE7) + x * step / steps, latitude = Int64(a.latitudeE7) + y * step / steps
            cells.insert(cell(Int32(longitude) / size, Int32(latitude) / size))
        }
    }

    private static func cell(_ column: Int32, _ row: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: column)) << 32 | UInt64(UInt32(bitPattern: row))
    }
}
