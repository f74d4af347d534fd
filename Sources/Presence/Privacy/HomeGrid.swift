package import GeoCore

/// Divides the map into areas that stand for homes: squares of the web map's grid, small in dense places and large in
/// sparse ones.
///
/// The areas depend on addresses and streets, never on a person's home. A watcher who sees a person appear and vanish
/// at the borders learns the area again, and no centre of a circle.
package struct HomeGrid: Sendable, Equatable {
    /// An area: one or more quarters of a square of the web map's grid, mostly all four.
    package struct Cell: Sendable, Hashable {
        package let tile: TileID
        /// The quarters as bits: 1 north-west, 2 north-east, 4 south-west, 8 south-east.
        package let quarters: UInt8

        /// Returns `nil` for no quarter or an unknown one.
        package init?(_ tile: TileID, quarters: UInt8 = 15) {
            guard (1...15).contains(quarters), tile.zoom < TileID.maximumZoom else { return nil }
            self.tile = tile
            self.quarters = quarters
        }
    }

    /// An area has at least this many addresses, or this length of streets where addresses are not mapped, unless the
    /// map knows neither there.
    package static let leastAddresses = 50
    package static let leastStreetMetres = 5000.0
    /// No quarter of a divided square is smaller than this, in square metres.
    package static let leastArea = 500_000.0
    /// The zoom of the largest areas: squares 20 to 40 km wide where people live.
    package static let baseZoom = 10
    /// The most divisions of a square. At zoom 16 a square is 300 m wide at 60° north, and too small everywhere.
    private static let depth = 6

    /// The divided squares, each with the quarters that stay together in one area, as bits.
    package let divided: [TileID: UInt8]

    /// Takes a stored grid.
    package init(divided: [TileID: UInt8]) { self.divided = divided }

    /// The addresses and streets in a square.
    private struct Count {
        var addresses = 0
        var metres = 0.0

        var isEmpty: Bool { addresses == 0 && metres == 0 }
        var isEnough: Bool { addresses >= HomeGrid.leastAddresses || metres >= HomeGrid.leastStreetMetres }

        static func += (count: inout Count, other: Count) {
            count.addresses += other.addresses
            count.metres += other.metres
        }
    }

    /// Divides squares into quarters while they hold enough.
    ///
    /// A quarter that holds too little joins the other such quarters or, if that is still too little, the smallest
    /// sufficient one. If it stood for the whole square instead, a watcher would know the quarter.
    ///
    /// `streets` are pieces of streets, each with a middle point and a length in metres.
    package init(addresses: [PointE7], streets: [(middle: PointE7, metres: Double)]) {
        let counts = Self.counts(addresses, streets)
        var divided: [TileID: UInt8] = [:]
        var open = counts.keys.filter { $0.zoom == Self.baseZoom }
        while let tile = open.popLast() {
            guard tile.zoom < Self.baseZoom + Self.depth, let joined = Self.joined(tile, counts) else { continue }
            divided[tile] = joined
            for (index, quarter) in tile.quarters.enumerated() where joined >> UInt8(index) & 1 == 0 {
                open.append(quarter)
            }
        }
        self.divided = divided
    }

    /// Counts the addresses and streets in each square of each zoom.
    private static func counts(
        _ addresses: [PointE7], _ streets: [(middle: PointE7, metres: Double)]
    ) -> [TileID: Count] {
        var counts: [TileID: Count] = [:]
        func add(_ count: Count, at point: PointE7) {
            for zoom in baseZoom...baseZoom + depth {
                if let tile = TileID(containing: point, zoom: zoom) { counts[tile, default: Count()] += count }
            }
        }
        for point in addresses { add(Count(addresses: 1), at: point) }
        for street in streets { add(Count(metres: street.metres), at: street.middle) }
        return counts
    }

    /// Returns the quarters of a square that join into one area, as bits; `nil` if the square stays whole.
    private static func joined(_ tile: TileID, _ counts: [TileID: Count]) -> UInt8? {
        let quarters = tile.quarters
        guard let first = quarters.first, first.areaInSquareMetres >= leastArea else { return nil }
        let known = quarters.map { counts[$0] ?? Count() }
        let enough = known.indices.filter { known[$0].isEnough }
        let sparse = known.indices.filter { !known[$0].isEnough && !known[$0].isEmpty }
        guard var least = enough.first else { return nil }
        for index in enough where known[index].addresses < known[least].addresses { least = index }
        var together = Count()
        for index in sparse { together += known[index] }
        let joined = sparse.isEmpty || together.isEnough ? sparse : sparse + [least]
        // All four together are the square itself.
        guard joined.count < 4 else { return nil }
        return joined.reduce(0) { $0 | 1 << UInt8($1) }
    }

    /// Returns all areas in a square of the base zoom or of its divisions.
    package func cells(in tile: TileID) -> [Cell] {
        guard let joined = divided[tile] else { return Cell(tile).map { [$0] } ?? [] }
        let apart = tile.quarters.filter { joined & $0.bitInParent == 0 }
        return (Cell(tile, quarters: joined).map { [$0] } ?? []) + apart.flatMap { cells(in: $0) }
    }

    /// Returns the area of a point; `nil` for a point that is not on Earth.
    package func cell(of point: PointE7) -> Cell? {
        guard var tile = TileID(containing: point, zoom: Self.baseZoom) else { return nil }
        while let joined = divided[tile], let quarter = TileID(containing: point, zoom: tile.zoom + 1) {
            if joined & quarter.bitInParent != 0 { return Cell(tile, quarters: joined) }
            tile = quarter
        }
        return Cell(tile)
    }
}

extension HomeGrid.Cell {
    private var parts: [TileID] { tile.quarters.filter { quarters & $0.bitInParent != 0 } }

    /// Returns whether `point` lies in the area or beside it: within a whole square's width of one, or a quarter's
    /// width of some quarters.
    package func isNear(_ point: PointE7) -> Bool {
        quarters == 15 ? tile.isNear(point) : parts.contains { $0.isNear(point) }
    }

    /// A point in the area that is the same for everybody.
    package var middle: PointE7 {
        var parts = parts
        // Between two quarters that touch only at a corner, there is no part of the area.
        if quarters == 0b1001 || quarters == 0b0110 { parts.removeLast() }
        let count = Double(parts.count), size = Double(1 << (tile.zoom + 1))
        let x = parts.reduce(0) { $0 + Double($1.x) + 0.5 }, y = parts.reduce(0) { $0 + Double($1.y) + 0.5 }
        return Mercator.coordinate(atX: x / count / size, y: y / count / size)
    }

    /// The corners of the box around the area.
    package var corners: (southWest: PointE7, northEast: PointE7) { corners(widenedBy: 0) }

    /// The corners of the box around everything that counts as near the area, within the map's square.
    package var surroundings: (southWest: PointE7, northEast: PointE7) {
        corners(widenedBy: quarters == 15 ? 2 : 1)
    }

    private func corners(widenedBy margin: Int) -> (southWest: PointE7, northEast: PointE7) {
        let most = 1 << (tile.zoom + 1), size = Double(most), columns = parts.map(\.x), rows = parts.map(\.y)
        let (west, east) = (max(0, (columns.min() ?? 0) - margin), min(most, (columns.max() ?? 0) + 1 + margin))
        let (north, south) = (max(0, (rows.min() ?? 0) - margin), min(most, (rows.max() ?? 0) + 1 + margin))
        return (
            Mercator.coordinate(atX: Double(west) / size, y: Double(south) / size),
            Mercator.coordinate(atX: Double(east) / size, y: Double(north) / size)
        )
    }
}

extension TileID {
    /// Returns whether `point` lies in the square or in one of its eight neighbours of the same size.
    fileprivate func isNear(_ point: PointE7) -> Bool {
        guard let tile = TileID(containing: point, zoom: zoom) else { return false }
        let across = abs(tile.x - x)
        return min(across, 1 << zoom - across) <= 1 && abs(tile.y - y) <= 1
    }

    /// North-west, north-east, south-west, south-east.
    fileprivate var quarters: [TileID] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { TileID(zoom: zoom + 1, x: 2 * x + $0, y: 2 * y + $1) }
    }

    fileprivate var bitInParent: UInt8 { 1 << UInt8(x & 1 | (y & 1) << 1) }

    /// Measured on the sphere, at the latitude of the square's middle.
    fileprivate var areaInSquareMetres: Double {
        let middle = Mercator.coordinate(atX: 0.5, y: (Double(y) + 0.5) / Double(1 << zoom))
        let latitude = Double(middle.latitudeE7) / 1e7 * Elementary.radiansPerDegree
        let side = 2 * .pi * Coordinate.earthRadiusInMetres * Elementary.cosine(latitude) / Double(1 << zoom)
        return side * side
    }
}
