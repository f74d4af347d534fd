package import Atlas
import Tiles

/// Builds the sections that tiles are made from.
package enum FeatureBuilding {
    /// Adds the tile sections for everything in `data`.
    ///
    /// What cannot be drawn as it stands is left out and added to `issues`. Throws `FeatureBuildingError` when the extract
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
        content.bands = Parallel.map(sets.count) { BandBuilding(band: $0, of: source).build(sets: sets[$0]) }
        guard content.isWithinLimits else { throw FeatureBuildingError() }
        content.add(to: &writer)
    }
}

/// The extract holds more than the sections can number.
struct FeatureBuildingError: Error, CustomStringConvertible {
    let description = "the extract has too many features for one atlas; cut out a smaller area with `osmium extract`"
}
