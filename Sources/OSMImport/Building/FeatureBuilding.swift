package import Atlas
import Tiles

/// Builds the sections for tiles.
package enum FeatureBuilding {
    /// Adds the tile sections for everything in `data`.
    ///
    /// Leaves out objects that cannot be drawn, and adds them to `issues`. Throws `FeatureBuildingError` if the extract
    /// is too large for the sections' 32-bit offsets.
    package static func build(
        _ data: OSMData, _ areas: Areas, text: inout StringInterner, into writer: inout AtlasWriter,
        issues: inout IssueLog
    ) throws {
        let grid = NodeGrid(data)
        var collection = FeatureCollection(data, areas, grid)
        let ocean = Ocean(data, points: grid.points)
        if let way = ocean.looseWay { issues.add(ImportIssue(.coastlineNotClosed, .way, data.ways.ids[way])) }
        for index in ocean.polygons.indices { collection.add(.ocean, from: 0, .ocean(UInt32(index))) }
        let source = FeatureSource(
            data: data, areas: areas, points: ocean.points, features: collection.features, ocean: ocean.polygons)

        var interning = AttributeInterning(collection.sets)
        var content = TileContent(layers: interning.layers(text: &text))
        let sets = TileFormat.bandZooms.indices.map { band in
            interning.numbers(upTo: TileFormat.bandZooms[band], in: &content, text: &text)
        }
        guard source.features.count <= TileBandContent.maximumCount else { throw FeatureBuildingError() }
        let bands = Parallel.map(sets.count) { BandBuilding(band: $0, of: source).build(sets: sets[$0]) }
        content.bands = bands.map(\.content)
        report(bands.flatMap(\.refused), in: data, &issues)
        guard content.isWithinLimits else { throw FeatureBuildingError() }
        content.add(to: &writer)
    }

    /// Counts, once, each object that some zooms leave out because its rings cross too often.
    private static func report(_ refused: [MapFeature.Shape], in data: OSMData, _ issues: inout IssueLog) {
        var ways: Set<UInt32> = [], relations: Set<UInt32> = []
        for shape in refused {
            switch shape {
            case .way(let way): ways.insert(way)
            case .relation(let relation): relations.insert(relation)
            case .point, .joined, .ocean: continue
            }
        }
        for way in ways.sorted() { issues.add(ImportIssue(.polygonNotValid, .way, data.ways.ids[Int(way)])) }
        for relation in relations.sorted() {
            issues.add(ImportIssue(.polygonNotValid, .relation, data.relations.ids[Int(relation)]))
        }
    }
}

/// The extract has more features than the sections can number.
struct FeatureBuildingError: Error, CustomStringConvertible {
    let description = "the extract has too many features for one atlas; cut out a smaller area with `osmium extract`"
}
