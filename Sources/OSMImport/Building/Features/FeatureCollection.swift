import GeoCore
import Tiles

/// All features of an extract, in OSM order: nodes, ways, relations.
struct FeatureCollection: Sendable {
    private(set) var features: [MapFeature] = []
    /// The distinct attributes in order of first use; `MapFeature.set` is an index into them.
    private(set) var sets: [AttributeSet] = []
    private var setNumbers: [AttributeSet: UInt32] = [:]

    init(_ data: OSMData, _ areas: Areas, _ grid: NodeGrid) {
        let boundaries = BoundaryFeatures(data), ferries = FerryLines(data)
        add(
            Parallel.mapRanges(of: data.nodes.tagged.count) { range in
                var collector = FeatureCollector(data)
                for position in range { Self.addNode(position, data, grid, to: &collector) }
                return collector
            })
        add(
            Parallel.mapRanges(of: data.ways.count) { range in
                var collector = FeatureCollector(data)
                for way in range {
                    Self.addWay(way, data, areas, grid, boundaries, to: &collector)
                    if let leg = ferries.legs[way]?.first, data.tags(ofWay: way)["route"] != "ferry" {
                        collector.begin(.way(UInt32(way)))
                        let tags = Tags(FerryLines.tags(ofWay: way, on: leg, in: data), data.tags.strings)
                        TransportFeatures.addLine(MapObject(tags), to: &collector)
                    }
                }
                return collector
            })
        add(
            Parallel.mapRanges(of: data.relations.count, length: 256) { range in
                var collector = FeatureCollector(data)
                for relation in range {
                    guard let area = areas.relation(relation) else { continue }
                    Self.addArea(area, data, grid, boundaries, to: &collector)
                }
                return collector
            })
    }

    /// Appends a feature that is not an object of the extract.
    mutating func add(_ layer: MapLayer, from zoom: Int, _ shape: MapFeature.Shape) {
        let set = number(of: AttributeSet(layer: layer, attributes: []))
        features.append(
            MapFeature(layer: layer, minimumZoom: Int8(zoom), level: 0, order: 0, set: set, shape: shape))
    }

    private mutating func add(_ collectors: [FeatureCollector]) {
        features.reserveCapacity(features.count + collectors.reduce(0) { $0 + $1.features.count })
        for collector in collectors {
            let numbers = collector.sets.map { number(of: $0) }
            for var feature in collector.features {
                feature.set = numbers[Int(feature.set)]
                features.append(feature)
            }
        }
    }

    private mutating func number(of set: AttributeSet) -> UInt32 {
        if let known = setNumbers[set] { return known }
        let number = UInt32(sets.count)
        setNumbers[set] = number
        sets.append(set)
        return number
    }

    private static func addNode(_ position: Int, _ data: OSMData, _ grid: NodeGrid, to features: inout FeatureCollector)
    {
        let object = MapObject(data.tags(ofTagged: position))
        features.begin(.point(grid.points[Int(data.nodes.tagged[position])]))
        PlaceFeatures.add(object, to: &features)
        StreetLabels.addNode(object, to: &features)
        TransportFeatures.addStop(object, to: &features)
        PointFeatures.add(object, to: &features)
    }

    private static func addWay(
        _ way: Int, _ data: OSMData, _ areas: Areas, _ grid: NodeGrid, _ boundaries: BoundaryFeatures,
        to features: inout FeatureCollector
    ) {
        var object = MapObject(data.tags(ofWay: way))
        features.begin(.way(UInt32(way)))
        // A boundary's ways need no tags of their own.
        boundaries.addLine(object, way: way, to: &features)
        guard !object.tags.isEmpty else { return }
        let area = areas.way(way, in: data)
        object.metres = grid.metres(of: data.ways.refs(of: way))
        StreetFeatures.addLine(object, to: &features)
        TransportFeatures.addLine(object, to: &features)
        if area == nil {
            WaterFeatures.addLine(object, to: &features)
            StructureFeatures.addLine(object, to: &features)
        }
        if let area { addArea(area, data, grid, boundaries, to: &features) }
    }

    private static func addArea(
        _ area: Area, _ data: OSMData, _ grid: NodeGrid, _ boundaries: BoundaryFeatures,
        to features: inout FeatureCollector
    ) {
        var object = MapObject(Tags(table: data.tags, range: area.tags))
        object.squareMetres = grid.squareMetres(of: area)
        if area.kind == .relation { object.isBoundary = data.tags(ofRelation: area.index)["type"] == "boundary" }
        object.isWhole = area.isWhole
        features.begin(area)
        WaterFeatures.addArea(object, to: &features)
        LandFeatures.addArea(object, to: &features)
        StructureFeatures.addArea(object, to: &features)
        StreetLabels.addArea(object, to: &features)
        boundaries.addArea(object, to: &features)
        PlaceFeatures.add(object, to: &features)
        TransportFeatures.addStop(object, to: &features)
        PointFeatures.add(object, to: &features)
    }
}
