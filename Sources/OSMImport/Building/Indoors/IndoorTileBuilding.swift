import Atlas
import GeoCore
import Tiles

/// Makes the features of the indoor tiles: each thing once for each of its levels.
struct IndoorTileBuilding {
    private let buildings: IndoorBuildings
    private let data: OSMData
    private let source: FeatureSource

    init(_ buildings: IndoorBuildings, _ data: OSMData, _ areas: Areas) {
        self.buildings = buildings
        self.data = data
        var points = [GridPoint](repeating: GridPoint(x: 0, y: 0), count: data.nodes.count)
        for thing in buildings.things {
            for node in thing.nodes(in: data) where node != OSMData.missing {
                points[Int(node)] = IndoorGrid.project(data.nodes.points[Int(node)])
            }
        }
        source = FeatureSource(
            data: data, areas: areas, points: points, gridZoom: TileFamily.indoor.maximumZoom, features: [], ocean: [])
    }

    /// One thing in one layer, before it is repeated for each level.
    private struct Entry {
        let layer: IndoorLayer
        let thing: Int
        let shape: Int
        let firstZoom: Int
        let lastZoom: Int
    }

    /// Adds the sections; adds to `issues` the surfaces that have no valid polygon.
    func build(text: inout StringInterner, into writer: inout AtlasWriter, issues: inout IssueLog) throws {
        let (shapes, entries) = shaped(&issues)
        var attributes = IndoorAttributes(&text)
        let band = TileFamily.indoor.bandCount - 1
        var layer: IndoorLayer?, order = 0
        for entry in entries {
            let thing = buildings.things[entry.thing]
            for level in thing.levels.levels {
                order = entry.layer == layer ? order + 1 : 0
                layer = entry.layer
                guard order < TileBandContent.maximumCount else { throw FeatureBuildingError() }
                let set = attributes.set(
                    of: thing, at: level, in: entry.layer, building: thing.building.flatMap { buildings.all[$0].ref },
                    Tags(table: data.tags, range: thing.tags), &text)
                attributes.content.bands[band].append(
                    layer: entry.layer.rawValue, order: order, minimumZoom: entry.firstZoom,
                    maximumZoom: entry.lastZoom, set: set, shape: entry.shape, of: shapes)
            }
        }
        guard attributes.content.isWithinLimits else { throw FeatureBuildingError() }
        attributes.content.add(to: &writer)
    }

    /// Returns the shapes on the grid, and what they show, in drawing order.
    private func shaped(_ issues: inout IssueLog) -> (ShapeColumn, [Entry]) {
        let family = TileFamily.indoor
        let simplification = Simplification(tolerance: 0, pins: PinnedNodes(count: 0), points: source.points)
        var shaping = FeatureShaping(
            source, lines: [], simplification, zoom: family.maximumZoom, smallestPiece: 0)
        var features: [(thing: Int, layer: IndoorLayer)] = []
        for (index, thing) in buildings.things.enumerated() {
            for layer in IndoorLayer.layers(of: thing) { features.append((index, layer)) }
        }
        for (number, feature) in features.enumerated() {
            let thing = buildings.things[feature.thing]
            let shape: MapFeature.Shape =
                feature.layer.geometry == .point ? .point(IndoorGrid.project(thing.point)) : thing.shape
            shaping.add(shape, feature.layer.geometry, from: family.minimumZoom, at: number)
        }
        for refused in shaping.result.refused {
            let ref = buildings.things[features[Int(refused)].thing].ref
            issues.add(ImportIssue(.polygonNotValid, ref.kind == .way ? .way : .relation, ref.id))
        }
        let entries = shaping.result.parts.enumerated().map { shape, part in
            let feature = features[Int(part.feature)]
            return Entry(
                layer: feature.layer, thing: feature.thing, shape: shape, firstZoom: Int(part.minimumZoom),
                lastZoom: Int(part.maximumZoom))
        }
        func key(_ entry: Entry) -> (Int, Int, Int, Int) {
            let thing = buildings.things[entry.thing]
            return (entry.layer.rawValue, IndoorLayer.order(of: thing.kind), entry.thing, entry.shape)
        }
        return (shaping.result.shapes, entries.sorted { key($0) < key($1) })
    }
}
