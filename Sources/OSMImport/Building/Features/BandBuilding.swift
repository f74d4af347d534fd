import Tiles

/// Makes the features of one band of zoom levels: selects, joins and simplifies them, moves them to the band's grid and
/// sorts them.
struct BandBuilding: Sendable {
    /// The level of detail of a band, in tile units of its deepest zoom (eight to a pixel for tiles of 512 pixels).
    private struct Detail {
        /// The maximum distance by which simplification moves a line.
        let tolerance: Double
        /// Holes and minor pieces of multipolygons below this many square units are left out.
        let smallestPiece: Int64

        static func of(band: Int) -> Self {
            switch band {
            case 0, 1, 2: Self(tolerance: 4, smallestPiece: 128)
            case 3: Self(tolerance: 3, smallestPiece: 32)
            // Clients magnify this band freely, so every vertex counts.
            default: Self(tolerance: 0, smallestPiece: 0)
            }
        }
    }

    /// Layers whose lines are joined: in the deepest band, where streets have directions, only layers of names.
    private static let joinedLayers: Set<MapLayer> = [
        .streets, .streetLabels, .waterLines, .waterLinesLabels, .boundaries, .ferries,
    ]
    private static let joinedLayersAtLast: Set<MapLayer> = [.streetLabels, .waterLinesLabels, .boundaries]

    private let band: Int
    private let source: FeatureSource
    private let detail: Detail

    init(band: Int, of source: FeatureSource) {
        self.band = band
        self.source = source
        detail = .of(band: band)
    }

    private var zoom: Int { TileFormat.bandZooms[band] }
    private var isLast: Bool { zoom == TileFormat.maximumZoom }

    /// Makes the band; `sets` are the numbers of the features' attributes in this band. Also returns the shapes whose
    /// rings cross too often to be drawn.
    func build(sets: [UInt32]) -> (content: TileBandContent, refused: [MapFeature.Shape]) {
        let joining = FeatureJoining(
            chosen(sets: sets), in: isLast ? Self.joinedLayersAtLast : Self.joinedLayers, of: source.data)
        let features = joining.features, lines = joining.lines
        let shift = Int32(TileFormat.maximumZoom - zoom)
        let simplification = Simplification(
            tolerance: detail.tolerance * Double(1 << shift), pins: pins(features, lines), points: source.points)
        let chunks = Parallel.mapRanges(of: features.count, length: 4096) { range in
            var shaping = FeatureShaping(
                source, lines: lines, simplification, zoom: zoom, smallestPiece: detail.smallestPiece)
            for index in range { shaping.add(features[index], at: index) }
            return shaping.result
        }
        return (content(features, chunks), chunks.flatMap(\.refused).map { features[Int($0)].shape })
    }

    private func chosen(sets: [UInt32]) -> [MapFeature] {
        var chosen: [MapFeature] = []
        let first = Int8(TileFormat.firstZoom(ofBand: band))
        for var feature in source.features where Int(feature.minimumZoom) <= zoom {
            feature.minimumZoom = max(first, feature.minimumZoom)
            feature.set = sets[Int(feature.set)]
            // The order of streets above each other shows from zoom 11 on, and so do its attributes.
            if zoom < 11 { feature.level = 0 }
            chosen.append(feature)
        }
        return chosen
    }

    private func pins(_ features: [MapFeature], _ lines: [[UInt32]]) -> PinnedNodes {
        guard detail.tolerance > 0 else { return PinnedNodes(count: 0) }
        var pins = PinnedNodes(count: source.points.count)
        for feature in features {
            switch feature.layer.schema.geometry {
            case .point: continue
            case .line:
                // Names lie on lines that are pinned already, and begin elsewhere.
                guard feature.layer != .streetLabels, feature.layer != .waterLinesLabels else { continue }
                for line in source.lines(of: feature.shape, joined: lines) { pins.add(line: line) }
            case .polygon:
                for polygon in source.polygons(of: feature.shape) {
                    pins.add(ring: polygon.outer)
                    for hole in polygon.holes { pins.add(ring: hole) }
                }
            }
        }
        return pins
    }

    /// Numbers the features of each layer in drawing order and thins out tiles that would be too large.
    private func content(_ features: [MapFeature], _ chunks: [FeatureShaping.Result]) -> TileBandContent {
        var entries: [BandEntry] = []
        entries.reserveCapacity(features.count)
        for (chunk, result) in chunks.enumerated() {
            for (shape, part) in result.parts.enumerated() {
                let feature = features[Int(part.feature)]
                entries.append(
                    BandEntry(
                        order: feature.order, feature: part.feature, chunk: Int32(chunk), shape: Int32(shape),
                        layer: feature.layer, level: feature.level, minimumZoom: part.minimumZoom,
                        maximumZoom: part.maximumZoom))
            }
        }
        entries.sort { $0.precedes($1) }
        TileBudget(band: band).apply(to: &entries, chunks.map(\.shapes))
        var content = TileBandContent(), layer: MapLayer?, order = 0
        for entry in entries {
            order = entry.layer == layer ? order + 1 : 0
            layer = entry.layer
            content.append(
                layer: Int(entry.layer.rawValue), order: order, minimumZoom: Int(entry.minimumZoom),
                maximumZoom: Int(entry.maximumZoom), set: features[Int(entry.feature)].set, shape: Int(entry.shape),
                of: chunks[Int(entry.chunk)].shapes)
        }
        return content
    }
}
