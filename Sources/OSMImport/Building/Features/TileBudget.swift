import GeoCore
import Tiles

/// Keeps tiles small: if too much would show at a zoom, the least important features wait for the next zoom.
struct TileBudget {
    /// The number of vertices in a tile, at three to four bytes each. The deepest zoom must show everything and gets
    /// more.
    private static let vertices = 60_000
    private static let verticesAtLast = 250_000
    /// The cost of a feature in addition to its vertices: attributes and lengths.
    private static let verticesPerFeature = 4

    /// The layers by importance, the most important first.
    private static let importance: [MapLayer] = [
        .ocean, .boundaries, .boundaryLabels, .placeLabels, .waterPolygons, .streets, .publicTransport, .streetPolygons,
        .ferries, .aerialways, .bridges, .waterLines, .land, .buildings, .pois, .sites, .streetLabels,
        .streetLabelsPoints, .waterPolygonsLabels, .streetsPolygonsLabels, .pierPolygons, .damPolygons, .pierLines,
        .damLines, .waterLinesLabels, .addresses,
    ]

    private let band: Int

    init(band: Int) { self.band = band }

    /// Raises the first zoom of features that do not fit, and drops those that then belong to the next band.
    ///
    /// `entries` are in drawing order, which within a layer is the order of importance; `shapes` are those of each
    /// chunk.
    func apply(to entries: inout [BandEntry], _ shapes: [ShapeColumn]) {
        let last = TileFormat.bandZooms[band]
        for zoom in TileFormat.firstZoom(ofBand: band)...last { apply(to: &entries, shapes, zoom: zoom) }
        entries.removeAll { $0.minimumZoom > $0.maximumZoom }
    }

    private func apply(to entries: inout [BandEntry], _ shapes: [ShapeColumn], zoom: Int) {
        let limit = zoom == TileFormat.maximumZoom ? Self.verticesAtLast : Self.vertices
        var load: [UInt64: Int] = [:]
        for entry in entries where entry.isShown(at: zoom) {
            load[tile(of: entry, shapes, zoom: zoom), default: 0] += Self.cost(entry, shapes)
        }
        let full = load.filter { $0.value > limit }
        guard !full.isEmpty else { return }
        var rank = [Int](repeating: 0, count: MapLayer.allCases.count)
        for (place, layer) in Self.importance.enumerated() { rank[Int(layer.rawValue)] = place }
        let candidates = entries.indices.filter {
            entries[$0].isShown(at: zoom) && full[tile(of: entries[$0], shapes, zoom: zoom)] != nil
        }
        .sorted { (rank[Int(entries[$0].layer.rawValue)], $0) < (rank[Int(entries[$1].layer.rawValue)], $1) }
        var used: [UInt64: Int] = [:]
        for index in candidates {
            let tile = tile(of: entries[index], shapes, zoom: zoom)
            let sum = (used[tile] ?? 0) + Self.cost(entries[index], shapes)
            if sum > limit { entries[index].minimumZoom = Int8(zoom + 1) } else { used[tile] = sum }
        }
    }

    /// Returns the tile that a feature counts for, by its middle: exact enough for a rough limit.
    private func tile(of entry: BandEntry, _ shapes: [ShapeColumn], zoom: Int) -> UInt64 {
        let box = shapes[Int(entry.chunk)].boxes[Int(entry.shape)]
        let shift = Int32(12 + TileFormat.bandZooms[band] - zoom)
        let x = (box.minX / 2 + box.maxX / 2) >> shift, y = (box.minY / 2 + box.maxY / 2) >> shift
        return UInt64(x) << 32 | UInt64(y)
    }

    private static func cost(_ entry: BandEntry, _ shapes: [ShapeColumn]) -> Int {
        Int(shapes[Int(entry.chunk)].vertexCounts[Int(entry.shape)]) + verticesPerFeature
    }
}
